# SPDX-License-Identifier: Apache-2.0
"""Systems: what they are, and everything that can be asked of them."""

import collections.abc
import os

import numpy as np

from . import _carom, show
from .errors import Failed, Interrupted
from .orbits import Branch, Diagram, Orbit
from .progress import watched
from .runs import Impact, Impacts, Run, State
from .studies import Basins, Table, map_basins, sweep_points

_keep = 1 << 29  # bytes of dense output that a run keeps unless told otherwise


class Quantity(str):
    """A name with its unit and its meaning."""

    def __new__(cls, name, unit="1", meaning=""):
        self = super().__new__(cls, name)
        self.unit, self.meaning = unit, meaning
        return self

    def __reduce__(self):
        return Quantity, (str(self), self.unit, self.meaning)


class Quantities(collections.abc.Sequence):
    """Names with units and meanings: a sequence of texts that prints as a table."""

    def __init__(self, entries):
        self._list = [Quantity(*entry) for entry in entries]

    def __getitem__(self, which):
        if isinstance(which, str):
            for quantity in self._list:
                if quantity == which:
                    return quantity
            raise KeyError(which)
        return self._list[which]

    def __len__(self):
        return len(self._list)

    def __contains__(self, name):
        return name in self._list

    def __eq__(self, other):
        return self._list == list(other) if isinstance(other, collections.abc.Iterable) else NotImplemented

    def __hash__(self):
        return hash(tuple(self._list))

    def __repr__(self):
        return show.aligned([[q, "" if q.unit == "1" else q.unit, q.meaning] for q in self._list], "") or "none"

    def _repr_html_(self):
        return show.table(["name", "unit", "meaning"], [[q, q.unit, q.meaning] for q in self._list])


class Parameters(collections.abc.Mapping):
    """Parameters with their values in SI units (or the system's reduced ones): a mapping that prints as a table."""

    def __init__(self, values, specs):
        self._values, self._specs = values, {spec["name"]: spec for spec in specs}

    def __getitem__(self, name):
        return self._values[name]

    def __iter__(self):
        return iter(self._values)

    def __len__(self):
        return len(self._values)

    def spec(self, name):
        """unit, range, meaning, default of one parameter, as a dict."""
        return self._specs[name]

    def _rows(self):
        for name, value in self._values.items():
            spec = self._specs[name]
            yield [name, show.with_unit(value, spec["unit"]), spec["range"], spec["meaning"]]

    def __repr__(self):
        return show.aligned(self._rows(), "")

    def _repr_html_(self):
        return show.table(["parameter", "value", "range", "meaning"], self._rows())


class System:
    """A mechanism: of the catalog, of a model file, or written in Python. It does not change; `with_` gives another one."""

    def __init__(self, core, origin, values):
        self._core, self._origin, self._set = core, origin, dict(values)

    # ---- what it is ----------------------------------------------------------------------------------------------

    @property
    def name(self):
        """Its name in the catalog, or its file."""
        return self._core.name

    @property
    def _card(self):
        return self._core.card(self._set)

    @property
    def parameters(self):
        """Parameters with values, units, ranges and meanings: a mapping."""
        return Parameters(self._core.values(self._set), self._card["parameters"])

    @property
    def coordinates(self):
        """Names of the coordinates, in the order of q, with units and meanings."""
        return Quantities(self._card["coordinates"])

    @property
    def contacts(self):
        """Names of the contacts."""
        return Quantities(self._card["contacts"])

    @property
    def observables(self):
        """Names of what is measured on a run, with units and meanings."""
        return Quantities(self._card["observables"])

    @property
    def presets(self):
        """{name: meaning} of named sets of parameters: `run(preset=...)`."""
        return dict(self._card["presets"])

    @property
    def summary(self):
        return self._card["summary"]

    def toml(self):
        """The text of its model file; of a system of the catalog there is none."""
        source = self._card["source"]
        if not source:
            raise _carom.BadInput(f"system '{self.name}' is built in and has no model file")
        return source

    def with_(self, set=None, **values):
        """The same system with other values of its parameters: `toy.with_(mu=0.2)`."""
        other = System.__new__(System)
        System.__init__(other, self._core, self._origin, {**self._set, **(set or {}), **values})
        other._core.values(other._set)  # refuses what is no value
        return other

    def __repr__(self):
        card = self._card
        lines = [f"{self.name}: {card['summary']}"]
        of = lambda entries: ", ".join(name for name, *_ in entries) or "none"
        rows = [["coordinates", of(card["coordinates"])], ["contacts", of(card["contacts"])],
                ["parameters", ", ".join(spec["name"] for spec in card["parameters"])],
                ["observables", of(card["observables"])]]
        if self._set:
            rows.append(["set", ", ".join(f"{k} = {show.number(v)}" for k, v in self._set.items())])
        return lines[0] + "\n" + show.aligned(rows)

    def _repr_html_(self):
        card = self._card
        head = f"<b>{show.html.escape(self.name)}</b>: {show.html.escape(card['summary'])}"
        rows = [[n, "coordinate", u, m] for n, u, m in card["coordinates"]]
        rows += [[n, "contact", "", m] for n, u, m in card["contacts"]]
        rows += [[n, "observable", u, m] for n, u, m in card["observables"]]
        return head + self.parameters._repr_html_() + show.table(["name", "", "unit", "meaning"], rows)

    def __reduce__(self):
        return _rebuilt, (self._origin, self._set)

    def __eq__(self, other):
        same = isinstance(other, System) and self._origin == other._origin
        return (same and self._set == other._set) if isinstance(other, System) else NotImplemented

    __hash__ = None

    # ---- what can be asked -----------------------------------------------------------------------------------------

    def _settings(self, set, **settings):
        settings = {name: value for name, value in settings.items() if value is not None}
        if self._set or set:
            settings["set"] = {**self._set, **(set or {})}
        return settings

    def run(self, until=None, *, cycles=None, set=None, preset=None, q=None, u=None, t=None, rtol=None, atol=None, law=None,
            scheme=None, contact=None, painleve=None, closing_speed=None, h=None, impulse_step=None, residue=None,
            stiffness=None, onto_surface=None, dt=None, seeds=None, jobs=None, events=True, keep=_keep, progress=None):
        """A run from its start (or q, u, t) until a time [s], or for `cycles` of the drive; by default the system's own length.

        set       {"mu": 0.2, "h0": "1 mm"}: parameters;  preset: a named set
        q, u      start: arrays [SI], or text with units "0, 4.75mm, 5deg";  t: its time [s]
        rtol, atol  tolerances of a step (1e-10; 1e-12 of each coordinate's scale)
        law       of impact: energetic, poisson, newton;  scheme: events, moreau, stepped (step h [s])
        contact   rigid or compliant (stiffness [N/m^eta]);  painleve: flight, slip, impact
        closing_speed  slower impacts close the contact [m/s]; 0: chatter is summed to its limit
        dt        spacing of the rows of `run.t`, `run.q` [s]
        seeds     range(1, 5): observables become means, for systems that have randomness
        keep      bytes of dense output kept for `run.t`, `run.at` (512 MB); 0: none.  events=False: no event log

        A run that ends early is a result with an `outcome` and a `reason`, not an exception.
        """
        settings = self._settings(set, until=until, cycles=cycles, preset=preset, q=q, u=u, t=t, rtol=rtol, atol=atol,
                                  law=law, scheme=scheme, contact=contact, painleve=painleve, closing_speed=closing_speed,
                                  h=h, impulse_step=impulse_step, residue=residue, stiffness=stiffness,
                                  onto_surface=onto_surface, dt=dt, jobs=jobs)
        settings["events"], settings["keep"] = events, keep
        if seeds is not None:
            settings["seeds"] = _seeds(seeds)
        with watched(self.name, progress) as tell:
            settings["progress"] = tell
            result = self._core.run(settings)
        del settings["progress"]
        run = Run(self, settings, result)
        if result.interrupted:
            raise Interrupted(f"interrupted at t = {result.t_end:.6g} s", run)
        return run

    def impact(self, q=None, u=None, *, law=None, set=None, preset=None, t=None, E0=None, onto_surface=None):
        """Velocities after an impact, from those before it. Contacts whose gap is zero at q take part.

        q [SI], or None: the system's own touching configuration;  u [SI/s];  t [s] where a drive matters
        law: energetic, poisson, newton;  E0: energy stored at each contact [J]
        Raises `Failed` where the law has no solution.
        """
        settings = self._settings(set, preset=preset, q=q, u=u, law=law, t=t, E0=E0, onto_surface=onto_surface)
        outcome = self._core.impact(settings)
        hit = Impact(outcome)
        if outcome.failure:
            raise Failed(outcome.failure, hit)
        return hit

    def impacts(self, q, u, *, law=None, set=None, preset=None, t=None, E0=None):
        """Many impacts in one call: u has one row an impact, q too, or one row for all. Each row has the bits of `impact`.

        Gives u_plus (NaN where the law has no solution), P_n and P_t [N s] by contact, residual, energy before and after [J].
        """
        settings = self._settings(set, preset=preset, law=law, t=t, E0=E0)
        result = Impacts(self._core.impacts(settings, _rows(q, "q"), _rows(u, "u")))
        if result._interrupted:
            raise Interrupted(f"interrupted after {result.done} impacts", result)
        return result

    def orbit(self, guess=None, *, set=None, preset=None, q=None, u=None, t=None, period=None, crossings=None, settle=None,
              section=None, law=None, painleve=None, closing_speed=None, rtol=None, atol=None):
        """A periodic orbit, stable or not, with its multipliers; raises `Failed` if none is found.

        guess     a state to begin from: `run.final`, an orbit, or (q, u); otherwise what the own start settles on
        period [s], crossings: a guess of its length;  settle [s]: run before the search (60)
        section   where motions are looked at: "theta_dot=0", "y=4.75mm,falling", "period=40ms"; the system's own by default
        """
        settings = self._orbit_settings(guess, set, preset, q, u, t, period, crossings, settle, section, law, painleve,
                                        closing_speed, rtol, atol)
        result = _carom.orbit(self._core, settings)
        orbit = Orbit(self, settings, result)
        if result.interrupted:
            raise Interrupted("interrupted", orbit)
        if not orbit.found:
            raise Failed(f"no orbit was found: {orbit.outcome}: {orbit.reason}", orbit)
        return orbit

    def _orbit_settings(self, guess, set, preset, q, u, t, period, crossings, settle, section, law, painleve, closing_speed,
                        rtol, atol):
        if guess is not None:
            guess = getattr(guess, "final", guess)
            if isinstance(guess, (State, Orbit)):
                q, u, t = guess.q, guess.u, guess.t if t is None else t
                period = getattr(guess, "period", None) if period is None else period
            else:
                q, u = guess
        return self._settings(set, preset=preset, q=q, u=u, t=t, period=period, crossings=crossings, settle=settle,
                              section=section, law=law, painleve=painleve, closing_speed=closing_speed, rtol=rtol, atol=atol)

    def follow(self, parameter, start, end, *, branch="orbit", step=None, max_step=None, max_points=None, guess=None, set=None,
               preset=None, q=None, u=None, t=None, period=None, crossings=None, settle=None, section=None, law=None,
               painleve=None, closing_speed=None, rtol=None, atol=None, progress=None):
        """A branch of orbits, or of equilibria, as a parameter varies from `start` to `end`, with its special points."""
        settings = self._orbit_settings(guess, set, preset, q, u, t, period, crossings, settle, section, law, painleve,
                                        closing_speed, rtol, atol)
        settings.update({"branch": branch, "param": parameter, "from": start, "to": end})
        for name, value in (("step", step), ("max_step", max_step), ("max_points", max_points)):
            if value is not None:
                settings[name] = value
        with watched(parameter, progress) as tell:
            settings["progress"] = tell
            result = _carom.follow(self._core, settings)
        found = Branch(self, parameter, result)
        if result.interrupted:
            raise Interrupted("interrupted; what was computed is kept", found)
        if not len(found) and not found.succeeded:
            raise Failed(f"the branch ended as {found.outcome}: {found.reason}", found)
        return found

    def bifurcation(self, parameter, start, end, *, points=200, direction="up", keep=32, lyapunov=False, settle=None,
                    section=None, jobs=None, set=None, preset=None, q=None, u=None, t=None, law=None, painleve=None,
                    closing_speed=None, rtol=None, atol=None, progress=None):
        """A bifurcation diagram: what motions settle on at each of `points` values; direction up, down or both.

        Each value goes on from where the one before ended. keep: points of the section where no period is found;
        settle [s] at each value at most;  lyapunov: the largest exponent [1/s] as well.
        """
        settings = self._orbit_settings(None, set, preset, q, u, t, None, None, settle, section, law, painleve,
                                        closing_speed, rtol, atol)
        settings.update({"param": parameter, "from": start, "to": end, "points": points, "direction": direction,
                         "keep": keep, "lyapunov": lyapunov})
        if jobs is not None:
            settings["jobs"] = jobs
        with watched(parameter, progress) as tell:
            settings["progress"] = tell
            result = _carom.bifurcation(self._core, settings)
        diagram = Diagram(self, parameter, result)
        if result.interrupted:
            raise Interrupted("interrupted; what was computed is kept", diagram)
        if not diagram.succeeded and not diagram.rows:
            raise Failed(f"{diagram.outcome}: {diagram.reason}", diagram)
        return diagram

    def basins(self, axes, *, set=None, preset=None, cycles=None, mirror=None, refine=None, verify=None, seed=None,
               max_period=None, tolerance=None, radius=None, q=None, u=None, t=None, law=None, section=None, rtol=None,
               atol=None, jobs=None, store=None, resume=True, progress=None):
        """Basins of attraction over two axes, x first: {"theta0": (-12, 12, 200, "deg"), "h0": (0.1, 8, 200, "mm")}.

        An axis is a parameter, a coordinate or a rate: from, to, pixels and a unit (SI if it is left out).
        cycles    full length of a motion: cycles of the drive, or time scales of a system without one (1000)
        refine    how often pixels at borders are cut in four;  verify: so many pixels are run to the full length
        store     "map.h5": where the map is kept, and gone on with;  jobs: threads (one a processor)
        """
        keys = dict(preset=preset, law=law, cycles=cycles, rtol=rtol, atol=atol, q=q, u=u, t=t, section=section,
                    mirror=mirror, refine=refine, radius=radius, tolerance=tolerance, max_period=max_period)
        return map_basins(self, axes, {**self._set, **(set or {})}, keys,
                          dict(jobs=jobs, verify=verify, seed=seed, store=_path(store), resume=resume), progress)

    def sweep(self, vary=None, *, sample=None, samples=None, sampling=None, sample_seed=None, seeds=None, set=None,
              preset=None, cycles=None, until=None, law=None, rtol=None, atol=None, observables=None, jobs=None, store=None,
              resume=True, progress=None):
        """Runs at many values of parameters: {"mu": np.linspace(.1, .4, 61), "f": ["25Hz", 50]} is a grid.

        sample    {"e": (0.1, 0.9)} or (0.1, 0.9, "log"): `samples` points of a box, sobol or latin
        seeds     range(4): every point with each seed, for systems that have randomness
        store     "mu.sqlite": rows are kept there and never computed twice (resume=False: it must be new)
        jobs      points at a time (all processors)
        Gives a `Table`: a structured array, one row a point; failed points are rows with outcome and reason.
        """
        keys = dict(preset=preset, cycles=cycles, until=until, law=law, rtol=rtol, atol=atol,
                    seeds=None if seeds is None else _seeds(seeds))
        sampled = dict(sample=sample, samples=samples, sampling=sampling, sample_seed=sample_seed)
        return sweep_points(self, vary or {}, sampled, {**self._set, **(set or {})}, keys, observables,
                            dict(jobs=jobs, store=_path(store), resume=resume), progress)


def _rows(values, what):
    try:
        return np.ascontiguousarray(values, dtype=float)
    except (TypeError, ValueError):
        raise _carom.BadInput(f"{what} must be rows of numbers") from None


def _seeds(seeds):
    if isinstance(seeds, (str, int)):
        return str(seeds)
    seeds = [int(seed) for seed in seeds]
    if not seeds or seeds != list(range(seeds[0], seeds[0] + len(seeds))):
        raise _carom.BadInput("seeds are whole numbers in a row: range(1, 5) or '1:4'")
    return f"{seeds[0]}:{seeds[-1]}"


def _path(path):
    return None if path is None else os.fspath(path)


def _rebuilt(origin, values):
    kind, text, *name = origin
    core = _carom.model(text, *name) if kind == "model" else _carom.system(text)
    system = System.__new__(System)
    System.__init__(system, core, origin, values)
    return system


def _named(name, values):
    found = System(_carom.system(name), ("name", name), values)
    if values:
        found._core.values(found._set)
    return found


def load(path, **values):
    """The system of a model file: `carom.load("woodpecker.toml", mu=0.2)`. Keywords set parameters."""
    name = os.fspath(path)
    return _named(name if "." in name or "/" in name else "./" + name, values)


def system(name, **values):
    """A system of the catalog, with values of its parameters: `carom.system("dimer", A_r=3.9, h0="0.25 mm")`."""
    return _named(str(name), values)


def systems():
    """{name: summary} of the catalog."""
    return dict(_carom.systems())
