# SPDX-License-Identifier: Apache-2.0
"""A mechanism written in Python: what a model file says, as arguments. `Model.toml()` is that file."""

import math

from . import _carom
from .systems import System

_bare = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def _key(name):
    name = str(name)
    return name if name and set(name) <= _bare else _text(name)


def _text(value):
    escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t").replace("\r", "\\r")
    return f'"{escaped}"'


def _value(value, what):
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_value(v, what)}" for k, v in value.items()) + " }" if value else "{}"
    if hasattr(value, "tolist"):
        value = value.tolist()  # numpy's
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if math.isfinite(value):
            return repr(value)
        if value > 0:
            return '"inf"'
        raise _carom.BadInput(f"{what} must be a number, got {value}")
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_value(item, what) for item in value) + "]"
    raise _carom.BadInput(f"{what} must be a number, a text or a list, got {value!r}")


def _table(head, entries):
    lines = [head]
    for name, value in entries.items():
        if value is not None:
            lines.append(f"{_key(name)} = {_value(value, f'{head} {name}')}")
    return "\n".join(lines)


class Contact:
    """A contact of a model: where it is, and its laws. Keys are those of [[contact]] in a model file.

    gap       distance as an expression of the coordinates and t [m]: below zero is not allowed
    slip      relative tangential velocity [m/s], or `slide`: a place [m] whose rate it is; neither: no friction
    e         restitution, 0 to 1;  mu, mu_s: slip and static friction;  mu_i, mu_s_i: in impacts;  eps_T
    k, eta    stiffness ratio and exponent of the compliance in multiple impacts
    roll, turn, only, load, between, touch: as in docs/guide/models.md
    """

    def __init__(self, name=None, gap=None, **keys):
        self.keys = {"name": name, "gap": gap, **keys}

    @property
    def name(self):
        return self.keys["name"]

    def __repr__(self):
        return "Contact(" + ", ".join(f"{k}={v!r}" for k, v in self.keys.items() if v is not None) + ")"


class Model(System):
    """A mechanism from its energies, its contacts and its parameters, or from bodies: docs/guide/models.md in Python.

    coordinates   {"y": 1.0}: names and starts [SI, or "1 mm"]; rates {"y": 0.0}: their rates at the start
    kinetic, potential   expressions [J]; the rate of y is y_dot;  force {"x": "-0.1*x_dot"}: further generalized forces
    gravity       [m/s^2] along -y, or (gx, gy); declares g
    parameters    {"m": 1.0, "f": "25 Hz", "A": "Gamma*g/(2*pi*f)^2"}
    contacts      a list of `Contact`
    let, tables, states, events, section, observables, numerics, presets, bodies, joints, springs, touching
                  dicts, or lists of dicts, with the keys of the parts of a model file ([contacts] is `touching`)
    """

    def __init__(self, coordinates=None, kinetic=None, potential=None, gravity=None, parameters=None, contacts=(), *,
                 force=None, rates=None, let=None, tables=None, states=None, events=(), section=None, observables=None,
                 numerics=None, presets=None, bodies=(), joints=(), springs=(), touching=None, law=None, title=None,
                 name=None):
        parts = ['carom = "model 1"']
        for key, value in (("title", title), ("gravity", gravity), ("law", law)):
            if value is not None:
                parts[0] += f"\n{key} = {_value(value, key)}"
        named = (("parameters", parameters), ("let", let), ("coordinates", coordinates), ("rates", rates),
                 ("states", states))
        parts += [_table(f"[{part}]", entries) for part, entries in named if entries]
        for part, entries in (tables or {}).items():
            entries = entries if isinstance(entries, dict) else {"points": entries}
            parts.append(_table(f"[table.{_key(part)}]", entries))
        equations = {"kinetic": kinetic, "potential": potential}
        if any(value is not None for value in equations.values()) or force:
            lines = _table("[equations]", equations)
            for coordinate, value in (force or {}).items():
                lines += f"\nforce.{_key(coordinate)} = {_value(value, 'force')}"
            parts.append(lines)
        for part, items in (("body", bodies), ("joint", joints), ("spring", springs)):
            parts += [_table(f"[[{part}]]", dict(item)) for item in items]
        if touching:
            parts.append(_table("[contacts]", touching))
        for contact in contacts:
            parts.append(_table("[[contact]]", contact.keys if isinstance(contact, Contact) else dict(contact)))
        parts += [_table("[[event]]", dict(item)) for item in events]
        for part, entries in (("section", section), ("observables", observables), ("numerics", numerics)):
            if entries:
                parts.append(_table(f"[{part}]", entries))
        parts += [_table(f"[preset.{_key(preset)}]", values) for preset, values in (presets or {}).items()]
        text = "\n\n".join(parts) + "\n"
        super().__init__(_carom.model(text, name or "model"), ("model", text, name or "model"), {})
