# SPDX-License-Identifier: Apache-2.0
from typing import Any, Mapping, Sequence

from .systems import System

class Contact:
    keys: dict[str, Any]
    def __init__(self, name: str | None = ..., gap: str | None = ..., **keys: Any) -> None: ...
    @property
    def name(self) -> str | None: ...

class Model(System):
    def __init__(
        self, coordinates: Mapping[str, Any] | None = ..., kinetic: str | None = ..., potential: str | None = ...,
        gravity: Any = ..., parameters: Mapping[str, Any] | None = ..., contacts: Sequence[Contact | Mapping[str, Any]] = ..., *,
        force: Mapping[str, Any] | None = ..., rates: Mapping[str, Any] | None = ..., let: Mapping[str, Any] | None = ...,
        tables: Mapping[str, Any] | None = ..., states: Mapping[str, Any] | None = ...,
        events: Sequence[Mapping[str, Any]] = ..., section: Mapping[str, Any] | None = ...,
        observables: Mapping[str, Any] | None = ..., numerics: Mapping[str, Any] | None = ...,
        presets: Mapping[str, Mapping[str, Any]] | None = ..., bodies: Sequence[Mapping[str, Any]] = ...,
        joints: Sequence[Mapping[str, Any]] = ..., springs: Sequence[Mapping[str, Any]] = ...,
        touching: Mapping[str, Any] | None = ..., law: str | None = ..., title: str | None = ..., name: str | None = ...,
    ) -> None: ...
