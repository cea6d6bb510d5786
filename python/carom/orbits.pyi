# SPDX-License-Identifier: Apache-2.0
from typing import Any

import numpy as np
import numpy.typing as npt

from .runs import Array, Run
from .systems import System

Complexes = npt.NDArray[np.complex128]

class Orbit:
    system: System
    found: bool
    outcome: str
    reason: str
    brief: str
    section: str
    t: float
    q: Array
    u: Array
    states: dict[str, float]
    period: float
    crossings: int
    advance: Array
    multipliers: Complexes
    sequence: str
    stable: bool
    residual: float
    iterations: int
    observables: dict[str, Any]
    parameters: dict[str, Any]
    wall_seconds: float
    def __init__(self, system: System, settings: dict[str, Any], result: Any) -> None: ...
    def json(self) -> str: ...
    def follow(self, parameter: str, start: Any = ..., end: Any = ..., **settings: Any) -> Branch: ...
    def run(self, periods: float = ..., **settings: Any) -> Run: ...

class Special:
    type: str
    parameter: float
    uncertainty: float
    to: str
    q: Array
    u: Array
    period: float
    multipliers: Complexes
    values: dict[str, float]
    observables: dict[str, Any]
    def __init__(self, entry: dict[str, Any]) -> None: ...

class Branch:
    system: System
    name: str
    kind: str
    outcome: str
    reason: str
    brief: str
    succeeded: bool
    parameters: dict[str, Any]
    parameter: Array
    stable: npt.NDArray[np.bool_]
    period: Array
    residual: Array
    q: Array
    u: Array
    sequence: npt.NDArray[np.str_]
    multipliers: list[Complexes]
    special: list[Special]
    wall_seconds: float
    def __init__(self, system: System, name: str, result: Any) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, name: str) -> npt.NDArray[Any]: ...
    def json(self) -> str: ...
    def plot(self, what: str | None = ..., ax: Any = ..., file: Any = ...) -> Any: ...

class Diagram:
    system: System
    name: str
    outcome: str
    reason: str
    brief: str
    succeeded: bool
    coordinate: str
    rate: str
    parameters: dict[str, Any]
    rows: list[dict[str, Any]]
    parameter: Array
    direction: npt.NDArray[np.str_]
    section: Array
    maximum: Array
    wall_seconds: float
    def __init__(self, system: System, name: str, result: Any) -> None: ...
    @property
    def values(self) -> Array: ...
    @property
    def period(self) -> npt.NDArray[np.int64]: ...
    @property
    def lyapunov(self) -> Array: ...
    def __len__(self) -> int: ...
    def json(self) -> str: ...
    def plot(self, ax: Any = ..., file: Any = ..., **style: Any) -> Any: ...
