# SPDX-License-Identifier: Apache-2.0
from typing import Any

import numpy as np
import numpy.typing as npt

from .runs import Array
from .systems import System

class Table(np.ndarray[Any, Any]):
    points: int
    computed: int
    failed_points: int
    note: str
    interrupted: bool
    def frame(self) -> Any: ...

class Basins:
    system: System
    labels: npt.NDArray[np.int32]
    flashes: npt.NDArray[np.int32]
    attractors: list[dict[str, Any]]
    shares: list[dict[str, Any]]
    reasons: list[str]
    border: list[int]
    parameters: dict[str, Any]
    complete: bool
    text: str
    x_axis: dict[str, Any]
    y_axis: dict[str, Any]
    def __init__(self, system: System, result: Any) -> None: ...
    @property
    def x(self) -> Array: ...
    @property
    def y(self) -> Array: ...
    def json(self) -> str: ...
    def words(self, label: int) -> str: ...
    def plot(self, ax: Any = ..., file: Any = ...) -> Any: ...

def table_of(raw: dict[str, Any]) -> Table: ...
def sweep_points(
    system: System, vary: Any, sampled: dict[str, Any], set: Any, keys: dict[str, Any], observables: Any,
    settings: dict[str, Any], progress: Any,
) -> Table: ...
def map_basins(
    system: System, axes: Any, set: Any, keys: dict[str, Any], settings: dict[str, Any], progress: Any
) -> Basins: ...
