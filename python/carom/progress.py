# SPDX-License-Identifier: Apache-2.0
"""How far a computation has come: one line, from the third second on, at a terminal or in a notebook."""

import sys
import time


def in_notebook():
    shell = sys.modules.get("IPython")
    shell = shell.get_ipython() if shell else None
    return shell is not None and hasattr(shell, "kernel")


class Bar:
    def __init__(self, what):
        self.what = what
        self.begun = time.monotonic()
        self.first = None
        self.drawn = False

    def __call__(self, done, all):
        now = time.monotonic()
        if self.first is None:
            self.first = done
        if now - self.begun < 3 or not all > self.first:
            return
        share = (done - self.first) / (all - self.first)
        left = (now - self.begun) * (1 - share) / share if share > 0 else float("inf")
        bar = "#" * int(30 * share)
        rest = f"{left:.0f} s left" if left < 100 else f"{left / 60:.0f} min left" if left < float("inf") else ""
        sys.stderr.write(f"\r{self.what} [{bar:<30}] {100 * share:3.0f} % {rest}    ")
        sys.stderr.flush()
        self.drawn = True

    def clear(self):
        if self.drawn:
            sys.stderr.write("\r" + 70 * " " + "\r")
            sys.stderr.flush()


class watched:
    """`with watched("run", progress) as tell:` gives what tells the progress: the caller's own callable, a bar, or None."""

    def __init__(self, what, progress):
        self.bar = None
        self.tell = None
        if callable(progress):
            self.tell = progress
        elif progress or (progress is None and (in_notebook() or (sys.stderr is not None and sys.stderr.isatty()))):
            self.tell = self.bar = Bar(what)

    def __enter__(self):
        return self.tell

    def __exit__(self, *_):
        if self.bar:
            self.bar.clear()
