# SPDX-License-Identifier: Apache-2.0
from typing import Any, Literal, NamedTuple, Sequence

import numpy as np
import numpy.typing as npt

from .systems import System

Array = npt.NDArray[np.float64]

class State(NamedTuple):
    t: float
    q: Array
    u: Array
    modes: Sequence[str] = ...

class Rows:
    names: list[str]
    values: Array
    def __init__(self, names: Any, units: Any, meanings: Any, values: Array, dof: int) -> None: ...
    @property
    def t(self) -> Array: ...
    @property
    def q(self) -> Array: ...
    @property
    def u(self) -> Array: ...
    def __getitem__(self, name: str) -> Array: ...
    def __contains__(self, name: object) -> bool: ...
    def __len__(self) -> int: ...
    def unit(self, name: str) -> str: ...
    def meaning(self, name: str) -> str: ...

class Run:
    system: System
    outcome: str
    reason: str
    succeeded: bool
    brief: str
    t_start: float
    t_end: float
    modes: list[str]
    states: dict[str, float]
    ledger: dict[str, float]
    counts: dict[str, int]
    observables: dict[str, Any]
    parameters: dict[str, Any]
    notes: list[str]
    cycles: float
    steps: int
    energy_gain: float
    wall_seconds: float
    def __init__(self, system: System, settings: dict[str, Any], result: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    @property
    def final(self) -> State: ...
    @property
    def events(self) -> npt.NDArray[np.void]: ...
    @property
    def rows(self) -> Rows: ...
    @property
    def t(self) -> Array: ...
    @property
    def q(self) -> Array: ...
    @property
    def u(self) -> Array: ...
    def __getitem__(self, name: str) -> Array: ...
    def __contains__(self, name: object) -> bool: ...
    def at(self, times: npt.ArrayLike, limit: Literal["left", "right"] = ...) -> Rows: ...
    def json(self) -> str: ...
    def plot(self, *names: str, file: Any = ...) -> Any: ...

class Impact:
    q: Array
    u_minus: Array
    u_plus: Array
    contacts: list[dict[str, Any]]
    energy_before: float
    energy_after: float
    drive_work: float
    residual: float
    energy_gain: float
    indeterminate: bool
    failure: str
    law: str
    notes: list[str]
    brief: str
    def __init__(self, outcome: Any) -> None: ...
    def json(self) -> str: ...

class Impacts:
    u_plus: Array
    P_n: Array
    P_t: Array
    residual: Array
    energy: Array
    law: str
    done: int
    def __init__(self, raw: dict[str, Any]) -> None: ...
    def __len__(self) -> int: ...
