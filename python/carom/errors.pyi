# SPDX-License-Identifier: Apache-2.0
from typing import Any

from ._carom import BadInput as BadInput

class Failed(RuntimeError):
    result: Any
    def __init__(self, message: str = ..., result: Any = ...) -> None: ...

class Interrupted(KeyboardInterrupt):
    result: Any
    def __init__(self, message: str = ..., result: Any = ...) -> None: ...
