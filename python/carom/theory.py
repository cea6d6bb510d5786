# SPDX-License-Identifier: Apache-2.0
"""Closed formulas of the papers."""

from . import _carom


def theory(name, set=None, **values):
    """A closed formula of a paper, as a dict of its answers in SI units (or the formula's reduced ones).

    >>> carom.theory("dimer-stick", A_r=5)

    Inputs are keywords, or a dict `set`; `theories()` lists formulas and inputs.
    """
    return _carom.theory(name, {**(set or {}), **values})


def theories():
    """{name: {"summary", "source", "inputs"}} of all formulas; inputs with name, default, unit, range and meaning."""
    return {
        name: {"summary": summary, "source": source, "inputs": inputs}
        for name, summary, source, inputs in _carom.theories()
    }
