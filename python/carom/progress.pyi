# SPDX-License-Identifier: Apache-2.0
# Within the package only.
from typing import Any

def __getattr__(name: str) -> Any: ...
