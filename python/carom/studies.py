# SPDX-License-Identifier: Apache-2.0
"""Sweeps and maps of basins."""

import warnings

import numpy as np

from . import _carom, show
from .errors import Interrupted
from .progress import watched

_source = "flags"  # studies made here are those that the command makes of its flags


class Table(np.ndarray):
    """The rows of a sweep: a structured array, one row a point, with `table["drift"]` its columns.

    Columns: point, what varies, seed (if there are several), outcome, failed, observables, reason, seconds [s].
    points: of the whole sweep;  computed: now;  failed_points;  note;  frame(): the same for pandas
    """

    points = computed = failed_points = 0
    note = ""
    interrupted = False

    def __array_finalize__(self, other):
        for name in ("points", "computed", "failed_points", "note", "interrupted"):
            setattr(self, name, getattr(other, name, getattr(type(self), name)))

    def __reduce__(self):
        return _table_of, (np.array(self), self.points, self.computed, self.failed_points, self.note, self.interrupted)

    def frame(self):
        """The table as a DataFrame of pandas, where that is installed."""
        import pandas

        return pandas.DataFrame({name: np.asarray(self[name]) for name in self.dtype.names})

    def _repr_html_(self):
        if self.ndim != 1 or not self.dtype.names:
            return f"<pre>{show.html.escape(repr(self))}</pre>"
        rows = [[show.number(cell) for cell in row] for row in self[:30].tolist()]
        rest = f", the first 30 of {len(self)}" if len(self) > 30 else ""
        return show.table(self.dtype.names, rows, f"{len(self)} of {self.points} points{rest}")


def _table_of(array, points, computed, failed, note, interrupted):
    table = np.asarray(array).view(Table)
    table.points, table.computed, table.failed_points = points, computed, failed
    table.note, table.interrupted = note, interrupted
    return table


def _column(values):
    present = [value for value in values if value is not None]
    if all(isinstance(value, int) for value in present) and len(present) == len(values):
        return np.array(values, dtype=np.int64)
    if all(isinstance(value, (int, float)) for value in present):
        return np.array([np.nan if value is None else value for value in values], dtype=float)
    return np.array(["" if value is None else str(value) for value in values], dtype=str)


def table_of(raw):
    rows = raw["rows"]
    columns = {"point": _column([row[0] for row in rows])}
    for k, name in enumerate(raw["varied"]):
        columns[name] = _column([row[1][k] for row in rows])
    if raw["seeded"]:
        columns["seed"] = _column([row[2] for row in rows])
    columns["outcome"] = np.array([row[3] for row in rows], dtype=str)
    columns["failed"] = np.array([row[4] for row in rows], dtype=bool)
    names = list(dict.fromkeys(name for row in rows for name, _ in row[7]))
    observed = [dict(row[7]) for row in rows]
    for name in names:
        columns[name if name not in columns else name + "_observed"] = _column([row.get(name) for row in observed])
    columns["reason"] = np.array([row[5] for row in rows], dtype=str)
    columns["seconds"] = np.array([row[6] for row in rows], dtype=float)
    array = np.zeros(len(rows), [(name, column.dtype) for name, column in columns.items()])
    for name, column in columns.items():
        array[name] = column
    return _table_of(array, raw["points"], raw["computed"], raw["failed"], raw["note"], raw["interrupted"])


def _given(entries):
    return {name: value for name, value in entries.items() if value is not None}


def _axis(name, values):
    if isinstance(values, str):
        return values
    values = values.tolist() if isinstance(values, np.ndarray) else list(values)
    if not values:
        raise _carom.BadInput(f"'{name}' has no values to vary")
    return values


def sweep_points(system, vary, sampled, set, keys, observables, settings, progress):
    if keys["seeds"] is not None and not system._card["random"]:
        warnings.warn(f"system '{system.name}' has nothing random in it: every seed gives the same, so seeds are left out",
                      stacklevel=3)
        keys = {**keys, "seeds": None}
    sample = {}
    for name, bounds in (sampled.pop("sample") or {}).items():
        sample[name] = bounds if isinstance(bounds, str) else ":".join(str(bound) for bound in bounds)
    if observables is not None:
        sampled["observables"] = observables if isinstance(observables, str) else ",".join(observables)
    text = _carom.sweep_text(_carom.listed(system._core), _given(keys), set,
                             {name: _axis(name, values) for name, values in vary.items()}, sample, _given(sampled))
    with watched("sweep", progress) as tell:
        raw = _carom.Sweep(text, _source).run({**_given(settings), "progress": tell})
    table = table_of(raw)
    if raw["interrupted"]:
        raise Interrupted(f"interrupted; {len(table)} of {table.points} rows are there", table)
    if table.note:
        warnings.warn(table.note, stacklevel=3)
    return table


class Basins:
    """A map of basins of attraction.

    labels       rows of pixels from below, [y, x]: the number of an attractor, -1 not computed, -2 and below a reason
    attractors   a list: name, period, multiplier, points, observables, ...;  reasons: texts, reasons[-2 - label]
    x, y         centres of the pixels;  shares: fractions of the map with their errors
    """

    def __init__(self, system, result):
        raw = result.table()
        self.x_axis, self.y_axis = raw.pop("x"), raw.pop("y")
        self.__dict__.update(raw)
        self.system, self._json = system, result.json()

    def _centres(self, axis):
        n = axis["pixels"]
        return axis["from"] + (axis["to"] - axis["from"]) * (np.arange(n) + 0.5) / n

    @property
    def x(self):
        return self._centres(self.x_axis)

    @property
    def y(self):
        return self._centres(self.y_axis)

    def json(self):
        """What `carom basins --json` prints."""
        return self._json

    def words(self, label):
        """What a label stands for."""
        if label >= 0:
            return self.attractors[label]["name"]
        return "not computed" if label == -1 else self.reasons[-2 - label]

    def plot(self, ax=None, file=None):
        """The map with its legend."""
        plt = show.pyplot()
        from matplotlib.colors import BoundaryNorm, ListedColormap
        from matplotlib.patches import Patch

        if ax is None:
            _, ax = plt.subplots(layout="constrained")
        present = sorted(set(np.unique(self.labels).tolist()), key=lambda label: (label < 0, abs(label)))
        colours = [plt.get_cmap("tab20")(k % 20) if label >= 0 else (0.6, 0.6, 0.6) for k, label in enumerate(present)]
        places = np.searchsorted(sorted(present), self.labels)
        in_order = [colours[present.index(label)] for label in sorted(present)]
        edges = [self.x_axis["from"], self.x_axis["to"], self.y_axis["from"], self.y_axis["to"]]
        ax.imshow(places, origin="lower", extent=edges, aspect="auto", interpolation="nearest",
                  cmap=ListedColormap(in_order), norm=BoundaryNorm(np.arange(len(present) + 1) - 0.5, len(present)))
        ax.legend(handles=[Patch(color=c, label=self.words(label)) for c, label in zip(colours, present)],
                  loc="upper left", bbox_to_anchor=(1, 1))
        ax.set_xlabel(show.axis_label(self.x_axis["name"], self.x_axis["unit"]))
        ax.set_ylabel(show.axis_label(self.y_axis["name"], self.y_axis["unit"]))
        return show.finish(ax.figure, file)

    def _summary(self):
        for share in self.shares:
            first = self.attractors[share["labels"][0]] if share["labels"] and share["labels"][0] >= 0 else None
            period = "" if first is None else f"period {first['period']}" if first["period"] else "a state of rest"
            yield [f"{100 * share['fraction']:.3f} ± {100 * share['error']:.3f} %", share["name"], period]

    def _head(self):
        rows, columns = self.labels.shape
        return (f"{self.system.name}: {columns} x {rows} pixels of {self.x_axis['name']} and {self.y_axis['name']}, "
                f"{len(self.attractors)} attractors" + ("" if self.complete else "; not complete"))

    def __repr__(self):
        return self._head() + "\n" + show.aligned(self._summary())

    def _repr_html_(self):
        return show.table(["share", "motion", ""], self._summary(), self._head())


def _map_axis(name, axis):
    if isinstance(axis, str):
        return axis
    try:
        low, high, pixels, unit = [*axis, *(256, "")[len(axis) - 2 :]]
        edges = [edge if isinstance(edge, str) else f"{float(edge)!r}{unit}" for edge in (low, high)]
    except (TypeError, ValueError):
        raise _carom.BadInput(f"axis '{name}' is (from, to, pixels, unit), got {axis!r}") from None
    return f"{edges[0]}:{edges[1]}:{pixels}"


def map_basins(system, axes, set, keys, settings, progress):
    text = _carom.basin_text(_carom.listed(system._core), _given(keys), set,
                             {name: _map_axis(name, axis) for name, axis in axes.items()})
    with watched("basins", progress) as tell:
        result = _carom.basins(text, _source, {**_given(settings), "progress": tell})
    found = Basins(system, result)
    if result.interrupted:
        raise Interrupted("interrupted; the pixels that were computed are there", found)
    return found
