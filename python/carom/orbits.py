# SPDX-License-Identifier: Apache-2.0
"""Orbits, branches and bifurcation diagrams."""

import numpy as np

from . import show


class Orbit:
    """A periodic orbit.

    period [s], multipliers (complex, largest first), stable, sequence (regimes in a period: F flight, P and M slip, T stick),
    t, q, u (its first point), crossings, advance, residual, iterations, observables
    """

    def __init__(self, system, settings, result):
        self.__dict__.update(result.table())
        self.system, self._settings = system, settings
        self._json = result.json()

    def json(self):
        """What `carom orbit --json` prints."""
        return self._json

    def follow(self, parameter, start=None, end=None, **settings):
        """The branch of this orbit as a parameter varies; `start` by default the parameter's value now, then `follow("mu", end)`.

        A branch that begins at another value than the orbit's finds its first point from this orbit as a guess.
        """
        if end is None:
            start, end = self.parameters[parameter], start
        known = {name: self._settings[name] for name in ("set", "preset", "law", "painleve", "closing_speed", "section")
                 if name in self._settings}
        if self.crossings:
            settings.setdefault("crossings", self.crossings)
        return self.system.follow(parameter, start, end, guess=self, **{**known, **settings})

    def run(self, periods=1, **settings):
        """The motion over this many periods of the orbit."""
        known = {name: self._settings[name] for name in ("set", "preset", "law", "painleve", "closing_speed")
                 if name in self._settings}
        return self.system.run(until=self.t + periods * self.period, q=self.q, u=self.u, t=self.t, **{**known, **settings})

    def _summary(self):
        yield ["period", f"{self.period:.12g} s"]
        yield ["regimes", self.sequence]
        yield ["multipliers", show.number(self.multipliers)]
        yield ["q", show.number(self.q)]
        yield ["u", show.number(self.u)]
        for name, value in self.observables.items():
            yield [name, show.number(value)]
        yield ["residual", f"{self.residual:.1e} after {self.iterations} iterations"]

    def _head(self):
        if not self.found:
            return f"{self.system.name}: no orbit was found: {self.outcome}: {self.reason}"
        return f"{self.system.name}: {'a stable' if self.stable else 'an unstable'} orbit"

    def __repr__(self):
        return self._head() + "\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table([], self._summary(), self._head())


class Special:
    """A special point of a branch: type (HB, LP, PD, NS, LO, ST, PV, SQ, NF), parameter, uncertainty, q, u, ..., values."""

    def __init__(self, entry):
        self.__dict__.update(entry)

    def __repr__(self):
        more = f": {self.__dict__['from']} to {self.to}" if self.to else ""
        return f"{self.type} at {self.parameter:.9g}{more}"


class Branch:
    """A branch: arrays over its points.

    parameter, stable, period [s], q, u, sequence, multipliers (a list of arrays), special (a list of special points);
    branch["y_max"]: an observable, a coordinate or a rate at every point
    """

    def __init__(self, system, name, result):
        raw = result.table()
        points = raw.pop("branch")
        self.system, self.name, self._json = system, name, result.json()
        self.outcome, self.reason, self.succeeded = raw["outcome"], raw["reason"], raw["succeeded"]
        self.kind, self.parameters, self.brief = raw["kind"], raw["parameters"], raw["brief"]
        self.wall_seconds = raw["wall_seconds"]
        self.parameter = np.array([point["parameter"] for point in points])
        self.stable = np.array([point["stable"] for point in points], dtype=bool)
        self.period = np.array([point["period"] for point in points])
        self.residual = np.array([point["residual"] for point in points])
        self.q = np.array([point["q"] for point in points])
        self.u = np.array([point["u"] for point in points])
        self.sequence = np.array([point["sequence"] for point in points])
        self.multipliers = [point["multipliers"] for point in points]
        self._observables = {name: np.array([point["observables"].get(name, np.nan) for point in points])
                             for name in (points[0]["observables"] if points else {})}
        self.special = [Special(entry) for entry in raw["special"]]

    def __len__(self):
        return len(self.parameter)

    def __getitem__(self, name):
        if name in self._observables:
            return self._observables[name]
        if name in ("period", "stable", "sequence") or name == self.name:
            return self.parameter if name == self.name else getattr(self, name)
        coordinates = list(self.system.coordinates)
        if name in coordinates:
            return self.q[:, coordinates.index(name)]
        rates = [entry[0] for entry in self.system._card["rates"]]
        if name in rates:
            return self.u[:, rates.index(name)]
        raise KeyError(f"a branch has no '{name}'; it has {', '.join([*self._observables, *coordinates, *rates])}")

    def json(self):
        """What `carom continue --json` prints."""
        return self._json

    def plot(self, what=None, ax=None, file=None):
        """`what` against the parameter: stable points full, unstable ones dashed, special points with their labels."""
        what = what or (next(iter(self._observables), None) or self.system.coordinates[0])
        if ax is None:
            _, ax = show.pyplot().subplots(layout="constrained")
        values = np.asarray(self[what], dtype=float)
        for stable, style in ((True, "-"), (False, "--")):
            ax.plot(self.parameter, np.where(self.stable == stable, values, np.nan), style, color="C0",
                    label="stable" if stable else "unstable")
        for point in self.special:
            nearest = int(np.argmin(np.abs(self.parameter - point.parameter))) if len(self) else 0
            height = point.observables.get(what, values[nearest])
            ax.plot([point.parameter], [height], "o", color="C3")
            ax.annotate(point.type, (point.parameter, height), textcoords="offset points", xytext=(4, 4))
        ax.set_xlabel(self.name)
        ax.set_ylabel(what)
        ax.legend()
        return show.finish(ax.figure, file)

    def _head(self):
        span = f", {self.name} from {self.parameter[0]:.9g} to {self.parameter[-1]:.9g}" if len(self) else ""
        more = "" if self.succeeded else f"; it ended as {self.outcome}: {self.reason}"
        kind = "orbits" if self.kind == "orbit" else "equilibria"
        return f"{self.system.name}: {len(self)} {kind}{span}{more}"

    def _summary(self):
        for point in self.special:
            change = f"{point.__dict__['from']} to {point.to}" if point.to else ""
            more = ", ".join(f"{name} {value:.9g}" for name, value in point.values.items())
            yield [point.type, f"{self.name} = {point.parameter:.9g}", change, more]

    def __repr__(self):
        return self._head() + "\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table(["", self.name, "regimes", ""], self._summary(), self._head())


class Diagram:
    """A bifurcation diagram.

    parameter, section, maximum   one entry a point of the section: what to plot
    rows      one dict a value: direction, parameter, period, period_time [s], sequence, outcome, section, maximum, lyapunov
    coordinate  what `section` holds: a coordinate, or a rate
    """

    def __init__(self, system, name, result):
        raw = result.table()
        self.system, self.name, self._json = system, name, result.json()
        self.outcome, self.reason, self.succeeded = raw["outcome"], raw["reason"], raw["succeeded"]
        self.coordinate, self.rate, self.parameters = raw["coordinate"], raw["rate"], raw["parameters"]
        self.brief, self.wall_seconds, self.rows = raw["brief"], raw["wall_seconds"], raw["rows"]
        counts = [len(row["section"]) for row in self.rows]
        gathered = lambda name: np.concatenate([row[name] for row in self.rows]) if self.rows else np.zeros(0)
        self.parameter = np.repeat([row["parameter"] for row in self.rows], counts)
        self.direction = np.repeat([row["direction"] for row in self.rows], counts)
        self.section, self.maximum = gathered("section"), gathered("maximum")

    @property
    def values(self):
        """The values of the parameter, one a row."""
        return np.array([row["parameter"] for row in self.rows])

    @property
    def period(self):
        """Points of the section in a period, one a row; 0: none was found."""
        return np.array([row["period"] for row in self.rows], dtype=int)

    @property
    def lyapunov(self):
        """The largest Lyapunov exponents [1/s], one a row; NaN unless they were asked for."""
        return np.array([row["lyapunov"] for row in self.rows])

    def json(self):
        """What `carom bifurcation --json` prints."""
        return self._json

    def plot(self, ax=None, file=None, **style):
        """Points of the section against the parameter; upward dark, downward light."""
        if ax is None:
            _, ax = show.pyplot().subplots(layout="constrained")
        style = {"linestyle": "none", "marker": ".", "markersize": 2, **style}
        for direction, colour in (("down", "C1"), ("up", "C0")):
            which = self.direction == direction
            if which.any():
                ax.plot(self.parameter[which], self.section[which], **{"color": colour, "label": direction, **style})
        if len(set(self.direction)) > 1:
            ax.legend()
        ax.set_xlabel(self.name)
        ax.set_ylabel(self.coordinate)
        return show.finish(ax.figure, file)

    def __len__(self):
        return len(self.rows)

    def _summary(self):
        begun = None
        for row in [*self.rows, None]:
            key = row and (row["direction"], row["outcome"], row["period"], row["equilibrium"], row["sequence"])
            if begun and key != begun[0]:
                direction, outcome, period, equilibrium, sequence = begun[0]
                motion = (f"at rest ({sequence})" if equilibrium else f"period {period} ({sequence})" if period else
                          "no period found") if outcome in ("reached_end", "stopped_by_observer") else outcome
                yield [direction, f"{self.name} = {begun[1]:.6g} to {last:.6g}", motion]
            if row and (not begun or key != begun[0]):
                begun = (key, row["parameter"])
            last = row and row["parameter"]

    def _head(self):
        return f"{self.system.name}: {len(self.rows)} values of {self.name}, {len(self.section)} points of {self.coordinate}"

    def __repr__(self):
        return self._head() + "\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table(["", self.name, "motion"], self._summary(), self._head())
