# SPDX-License-Identifier: Apache-2.0
from ._carom import __version__ as __version__
from .errors import BadInput as BadInput, Failed as Failed, Interrupted as Interrupted
from .model import Contact as Contact, Model as Model
from .orbits import Branch as Branch, Diagram as Diagram, Orbit as Orbit
from .runs import Impact as Impact, Impacts as Impacts, Rows as Rows, Run as Run, State as State
from .studies import Basins as Basins, Table as Table
from .systems import System as System, load as load, system as system, systems as systems
from .theory import theories as theories, theory as theory

__all__ = [
    "BadInput", "Basins", "Branch", "Contact", "Diagram", "Failed", "Impact", "Impacts", "Interrupted", "Model", "Orbit",
    "Rows", "Run", "State", "System", "Table", "__version__", "load", "system", "systems", "theories", "theory",
]
