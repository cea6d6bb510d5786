# SPDX-License-Identifier: Apache-2.0
"""What can go wrong, in the same sentences as the command's."""

from ._carom import BadInput

BadInput.__module__ = "carom"
BadInput.__doc__ = "What was asked makes no sense; the message says what would."


def _rebuilt(kind, message, result):
    return kind(message, result)


class Failed(RuntimeError):
    """A computation has no result. `result` is what there is of it, or None."""

    def __init__(self, message="", result=None):
        super().__init__(message)
        self.result = result

    def __reduce__(self):
        return _rebuilt, (type(self), str(self), self.result)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a computation. `result` is what it had come to: a run, a branch, rows of a sweep, ..."""

    def __init__(self, message="", result=None):
        super().__init__(message)
        self.result = result

    def __reduce__(self):
        return _rebuilt, (type(self), str(self), self.result)


Failed.__module__ = Interrupted.__module__ = "carom"
