# SPDX-License-Identifier: Apache-2.0
"""Runs and impacts, as arrays."""

import collections

import numpy as np

from . import _carom, show
from .errors import Interrupted

State = collections.namedtuple("State", ["t", "q", "u", "modes"], defaults=((),))
State.__doc__ = "A state: time [s], coordinates, their rates, and the modes of the contacts."

_of_contact = {"force": "F_n_", "friction": "F_t_", "gap": "gap_", "slip": "v_t_", "approach": "v_n_", "ratio": "ratio_",
               "mode": "mode_", "x": "x_", "y": "y_"}


class Rows:
    """A table over time: `t` [s], `q`, `u`, and every column by its name. The arrays are views of one.

    Of a model file, or a model written in Python, expressions of its names are computed: rows["bird.angle"], rows["2*y_dot"].
    """

    def __init__(self, names, units, meanings, values, dof, compute=None):
        self._compute = compute
        self.names, self._units, self._meanings = list(names), list(units), list(meanings)
        self.values, self._dof = values, dof
        self._index = {name: k for k, name in enumerate(self.names)}

    def _column(self, name):
        if name in self._index:
            return self._index[name]
        contact, dot, what = str(name).rpartition(".")
        alias = _of_contact.get(what, "") + contact if dot and what in _of_contact else None
        if alias in self._index:
            return self._index[alias]
        import difflib

        near = difflib.get_close_matches(str(name), self.names, 1)
        raise KeyError(f"there is no column '{name}'" + (f"; did you mean '{near[0]}'?" if near else ""))

    @property
    def t(self):
        return self.values[..., 0]

    @property
    def q(self):
        return self.values[..., 1 : 1 + self._dof]

    @property
    def u(self):
        return self.values[..., 1 + self._dof : 1 + 2 * self._dof]

    def __getitem__(self, name):
        try:
            return self.values[..., self._column(name)]
        except KeyError:
            if self._compute is None:
                raise
            try:
                return self._compute(str(name), self)
            except _carom.BadInput as refusal:
                raise KeyError(str(refusal)) from None

    def __getstate__(self):
        return {**self.__dict__, "_compute": None}

    def __contains__(self, name):
        try:
            return self._column(name) >= 0
        except KeyError:
            return False

    def __len__(self):
        return len(self.values) if self.values.ndim > 1 else 1

    def unit(self, name):
        """The unit of a column."""
        return self._units[self._column(name)]

    def meaning(self, name):
        return self._meanings[self._column(name)]

    def __repr__(self):
        span = f", t = {self.t.min():.6g} ... {self.t.max():.6g} s" if self.values.size else ""
        return f"{len(self)} rows{span}: {', '.join(self.names)}"


def _events(raw):
    """The event log as a structured array."""
    n, width = len(raw["t"]), raw["u_plus"].shape[1] if len(raw["t"]) else 0
    contacts = (len(raw["columns"]) - 1) // 7
    while not n and contacts and not raw["columns"][len(raw["columns"]) - 1 - 7 * contacts :][0].startswith("v_n_minus_"):
        contacts -= 1
    dof = len(raw["columns"]) - 1 - 7 * contacts if not n else width
    contacts = (len(raw["columns"]) - 1 - dof) // 7
    limit = [("q", "f8", (dof,)), ("u", "f8", (dof,)), ("v_n", "f8", (contacts,)), ("v_t", "f8", (contacts,))]
    longest = lambda words: f"U{max([len(word) for word in words], default=1) or 1}"
    events = np.zeros(n, [("t", "f8"), ("kind", longest(raw["kinds"])), ("contacts", longest(raw["sets"])),
                          ("impulse", "f8", (contacts, 2)), ("before", limit), ("after", limit),
                          ("modes", "i1", (contacts,)), ("loss", "f8")])
    if not n:
        return events
    values = raw["values"]
    of_contacts = values[:, dof:-1].reshape(n, contacts, 7)
    events["t"] = raw["t"]
    events["kind"] = np.array(raw["kinds"])[raw["kind"]]
    events["contacts"] = np.array(raw["sets"])[raw["contacts"]]
    events["impulse"] = of_contacts[:, :, 4:6]
    events["before"]["q"], events["after"]["q"] = raw["q_minus"], values[:, :dof]
    events["before"]["u"], events["after"]["u"] = raw["u_minus"], raw["u_plus"]
    for name, column in (("v_n", 0), ("v_t", 1)):
        events["before"][name] = of_contacts[:, :, column]
        events["after"][name] = of_contacts[:, :, column + 2]
    events["modes"] = of_contacts[:, :, 6]
    events["loss"] = values[:, -1]
    return events


_told = ("outcome", "reason", "succeeded", "brief", "t_start", "t_end", "modes", "states", "ledger", "counts", "observables",
         "parameters", "notes", "cycles", "steps", "energy_gain", "wall_seconds")


class Run:
    """What a run came to.

    outcome, reason    how it ended: "reached_end", or the name of a failure and a sentence
    final              the state at the end: t [s], q, u, modes;  t_start, t_end [s]
    ledger             energies [J]: kinetic, potential, drive_work, normal_loss, friction_loss, closing_loss, residual, ...
    observables        what the system measures;  counts: events by kind
    t, q, u            rows of the trajectory, evenly spaced and at both sides of every event; run["theta_dot"], run["floor.force"]
    events             structured array: t, kind, contacts, impulse (P_n, P_t by contact [N s]), before and after (q, u, v_n, v_t)
    at(times)          dense output at any times, as the engine has it
    """

    def __init__(self, system, settings, result):
        self.system, self._settings, self._result = system, settings, result
        self._told, self._tables = {}, {}
        self._motion = result.motion

    def __getattr__(self, name):
        if name in _told:
            told = self.__dict__.get("_told", {})
            if name not in told:
                told[name] = getattr(self._result, name)
            return told[name]
        raise AttributeError(f"a run has no '{name}'")

    def __dir__(self):
        return sorted({*super().__dir__(), *_told})

    @property
    def final(self):
        if "final" not in self._told:
            self._told["final"] = State(self.t_end, self._result.q, self._result.u, tuple(self.modes))
        return self._told["final"]

    @property
    def events(self):
        """The event log: one row a batch of simultaneous events."""
        if "events" not in self._tables:
            raw = self._result.take_events()
            if raw is None:
                if not self._settings.get("events", True) and not self.system._core.many or "seeds" in self._settings:
                    raise _carom.BadInput("this run kept no event log (events=False, or several seeds)")
                raw = self._again(keep=0).take_events()
            self._tables["events"] = _events(raw)
        return self._tables["events"]

    def _again(self, **settings):
        """The same run once more, with the same bits."""
        result = self.system._core.run({**self._settings, "events": True, **settings})
        if result.interrupted:
            raise Interrupted("interrupted while the motion was computed again", self)
        return result

    @property
    def _dense(self):
        if self._motion is None:
            if self._settings.get("keep", 0) <= 0 or "seeds" in self._settings:
                raise _carom.BadInput("this run kept no motion (keep=0, or several seeds)")
            self._motion = self._again().motion
            if self._motion is None:
                raise _carom.BadInput(
                    f"the motion is longer than keep = {self._settings['keep']} bytes: run it with a larger keep, or in parts")
        return self._motion

    @property
    def rows(self):
        """The trajectory as `Rows`."""
        if "rows" not in self._tables:
            table = self._result.take_rows() if self._result is not None else None
            if table is None and self.system._core.many:
                table = self._again().take_rows()
            if table is None:
                table = self._dense.rows(self._spacing)
            self._tables["rows"] = self._named(*table)
        return self._tables["rows"]

    @property
    def _spacing(self):
        return 0.0  # dt is part of the run: the motion knows it

    def _named(self, names, units, meanings, values):
        return Rows(names, units, meanings, values, len(self.final.q), self._computed if self.system._core.has_source else None)

    def _computed(self, expression, rows):
        states = [rows.values[..., rows._column(name)] for name in self.states]
        flat = [column.reshape(-1, column.shape[-1]) for column in (rows.t[..., None], rows.q, rows.u)]
        inputs = np.hstack(flat + [state.reshape(-1, 1) for state in states])
        settings = {name: self._settings[name] for name in ("set", "preset") if name in self._settings}
        return _carom.expression(self.system._core, settings, expression, inputs).reshape(rows.t.shape)

    @property
    def t(self):
        """Times of the rows [s]."""
        return self.rows.t

    @property
    def q(self):
        """Coordinates, one row a time."""
        return self.rows.q

    @property
    def u(self):
        """Rates of the coordinates, one row a time."""
        return self.rows.u

    def __getitem__(self, name):
        """A column of the trajectory by its name, or of a model's names an expression: run["bird.angle"]."""
        return self.rows[name]

    def __contains__(self, name):
        return name in self.rows

    def at(self, times, limit="right"):
        """The motion at any times [s], from the dense output of the engine: `Rows` with t, q, u and all columns.

        limit: "right" or "left", the state after or before a jump, at times that are those of events.
        """
        if limit not in ("left", "right"):
            raise _carom.BadInput(f"limit must be left or right, got {limit!r}")
        try:
            wanted = np.asarray(times, dtype=float)
        except (TypeError, ValueError):
            raise _carom.BadInput("times must be numbers [s]") from None
        names, units, meanings, values = self._dense.at(wanted.ravel(), limit == "left")
        return self._named(names, units, meanings, values.reshape(*wanted.shape, len(names)))

    def json(self):
        """What `carom run --json` prints."""
        return self._result.json() if self._result is not None else self._again(keep=0).json()

    def plot(self, *names, file=None):
        """The named columns over time, one panel a unit; without names all coordinates. Gives matplotlib's figure."""
        names = names or tuple(self.rows.names[1 : 1 + len(self.final.q)])
        unit_of = lambda name: self.rows.unit(name) if name in self.rows else ""
        units = list(dict.fromkeys(unit_of(name) for name in names))
        figure, axes = show.pyplot().subplots(len(units), 1, sharex=True, squeeze=False, layout="constrained")
        for axis, unit in zip(axes[:, 0], units):
            for name in names:
                if unit_of(name) == unit:
                    axis.plot(self.t, self[name], label=name)
            axis.set_ylabel(show.axis_label("", unit).strip())
            axis.legend()
        axes[-1, 0].set_xlabel("t [s]")
        return show.finish(figure, file)

    def _summary(self):
        units = {q: q.unit for q in self.system.observables}
        yield ["outcome", self.outcome + (f": {self.reason}" if self.reason else "")]
        yield ["t", f"{show.number(self.t_start)} to {show.number(self.t_end)} s"]
        yield ["events", ", ".join(f"{n} {kind.replace('_', ' ')}" for kind, n in self.counts.items() if n) or "none"]
        for name, value in self.observables.items():
            yield [name, show.with_unit(value, units.get(name, "1"))]
        yield ["ledger residual", f"{self.ledger['residual']:.2g} J"]

    def __repr__(self):
        return f"{self.system.name}: a run\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table([], self._summary(), f"{self.system.name}: a run")

    def __getstate__(self):
        for name in _told:
            getattr(self, name)
        self.final
        if self._settings.get("events") and "seeds" not in self._settings:
            self.events
        if self._motion is not None:
            self.rows
        keep = {name: value for name, value in self.__dict__.items() if name not in ("_result", "_motion")}
        return {**keep, "_result": None, "_motion": None}


class Impact:
    """What an impact came to: u_plus, contacts, energies [J], and the certificate `residual`.

    contacts: one dict each: name, P_n, P_t [N s], W_compression, W_restitution, friction_work [J], velocities before and after
    [m/s], sequence of stick and slip.
    """

    def __init__(self, outcome):
        for name in ("q", "u_minus", "u_plus", "contacts", "energy_before", "energy_after", "drive_work", "residual",
                     "energy_gain", "indeterminate", "failure", "law", "notes", "brief"):
            setattr(self, name, getattr(outcome, name))
        self._json = outcome.json()

    def json(self):
        """What `carom impact --json` prints."""
        return self._json

    def _summary(self):
        yield ["u", f"{show.number(self.u_minus)}  to  {show.number(self.u_plus)}"]
        for contact in self.contacts:
            yield [contact["name"], f"P_n {contact['P_n']:.6g} N s, P_t {contact['P_t']:.6g} N s: "
                                    + ", ".join(contact["sequence"])]
        yield ["energy", f"{self.energy_before:.6g} to {self.energy_after:.6g} J"]
        yield ["residual", f"{self.residual:.2g} ({self.law} law)"]

    def __repr__(self):
        return "an impact\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table([], self._summary(), "an impact")


class Impacts:
    """Many impacts as arrays, one row each: u_plus, P_n and P_t [N s] by contact, residual, energy (before, after) [J]."""

    def __init__(self, raw):
        self._interrupted = raw.pop("interrupted")
        self.__dict__.update(raw)

    def __len__(self):
        return len(self.u_plus)

    def __repr__(self):
        failed = int(np.isnan(self.u_plus).any(axis=1).sum())
        return f"{len(self)} impacts by the {self.law} law" + (f", {failed} without a solution" if failed else "")
