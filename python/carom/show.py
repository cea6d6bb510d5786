# SPDX-License-Identifier: Apache-2.0
"""Results as text, as HTML for notebooks, and as pictures."""

import html
import math

import numpy as np


def number(value):
    """A number for people: six digits."""
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if isinstance(value, (int, np.integer)):
        return str(value)
    if isinstance(value, (float, np.floating)):
        return "-" if math.isnan(value) else f"{value:.6g}"
    if isinstance(value, (complex, np.complexfloating)):
        return number(value.real) if value.imag == 0 else f"{value.real:.6g}{value.imag:+.6g}i"
    if isinstance(value, dict) and "mean" in value:
        return f"{value['mean']:.6g} ± {value['standard_error']:.2g}"
    if isinstance(value, (list, tuple, np.ndarray)):
        shown = ", ".join(number(v) for v in list(value)[:6])
        return shown + (", ..." if len(value) > 6 else "")
    return str(value)


def with_unit(value, unit):
    text = number(value)
    return text if unit in ("", "1", None) or text == "-" else f"{text} {unit}"


def aligned(rows, indent="  "):
    """Rows as text with columns as wide as they need be."""
    rows = [[str(cell) for cell in row] for row in rows]
    if not rows:
        return ""
    widths = [max(len(row[k]) for row in rows if k < len(row)) for k in range(max(map(len, rows)))]
    lines = []
    for row in rows:
        lines.append((indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths))).rstrip())
    return "\n".join(lines)


def table(head, rows, caption=""):
    """Rows as an HTML table."""
    cells = lambda row, tag: "".join(f"<{tag} style='text-align:left'>{html.escape(str(cell))}</{tag}>" for cell in row)
    parts = ["<table>"]
    if caption:
        parts.append(f"<caption style='text-align:left'>{html.escape(caption)}</caption>")
    if head:
        parts.append(f"<tr>{cells(head, 'th')}</tr>")
    parts += [f"<tr>{cells(row, 'td')}</tr>" for row in rows]
    return "".join(parts) + "</table>"


def axis_label(name, unit):
    return name if unit in ("", "1", None) else f"{name} [{unit}]"


def pyplot():
    import matplotlib.pyplot as plt

    return plt


def finish(figure, file):
    if file is not None:
        figure.savefig(file)
    return figure
