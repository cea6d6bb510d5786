# SPDX-License-Identifier: Apache-2.0
"""Carom: mechanics in which things touch, stick, slide and hit.

>>> import carom
>>> ball = carom.Model(coordinates={"y": 1.0}, kinetic="m/2*y_dot^2", potential="m*g*y", gravity=9.81,
...                    parameters={"m": 1.0}, contacts=[carom.Contact("floor", gap="y", e=0.5)])
>>> run = ball.run(until="1 s")
>>> run.events["t"], run["y"], run.ledger

`load` reads a model file, `system` takes one of the catalog (`systems()` lists them), `Model` writes one in Python. Each has
`run`, `impact`, `impacts`, `orbit`, `follow`, `bifurcation`, `basins` and `sweep`; `theory` evaluates closed formulas. Numbers
are in SI units; where a number can stand, a text with a unit can: "0.25 mm", "5 deg".

What cannot be asked is a `BadInput`; a computation without a result a `Failed`; Ctrl-C an `Interrupted`, whose `result` is what
there was. A run that ends early is no error: see its `outcome` and `reason`.
"""

from ._carom import __version__
from .errors import BadInput, Failed, Interrupted
from .model import Contact, Model
from .orbits import Branch, Diagram, Orbit
from .runs import Impact, Impacts, Rows, Run, State
from .studies import Basins, Table
from .systems import System, load, system, systems
from .theory import theories, theory

__all__ = [
    "BadInput", "Basins", "Branch", "Contact", "Diagram", "Failed", "Impact", "Impacts", "Interrupted", "Model", "Orbit",
    "Rows", "Run", "State", "System", "Table", "__version__", "load", "system", "systems", "theories", "theory",
]
