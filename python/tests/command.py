# SPDX-License-Identifier: Apache-2.0
"""The command beside the module: what it prints for the same question."""

import csv
import json
import os
import subprocess

COMMAND = os.environ.get("CAROM_COMMAND", "carom")
SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def command(*words, code=0):
    """Runs it and gives its standard output; the exit code must be `code`."""
    done = subprocess.run([COMMAND, *map(str, words)], capture_output=True, text=True)
    if done.returncode != code:
        raise AssertionError(f"carom {' '.join(map(str, words))} ended with {done.returncode}: {done.stderr}")
    return done.stdout if code == 0 else done.stderr


def without_clock(text):
    """JSON of a result without what a clock says."""
    result = json.loads(text)
    result.pop("wall_seconds", None)
    return result


def answer(verb, *words):
    return without_clock(command(verb, *words, "--json", "-", "--quiet"))


def columns(path):
    """A CSV file of the command as lists of texts by column."""
    with open(path, newline="") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    return {name: [row[k] for row in rows[1:]] for k, name in enumerate(rows[0])}


def numbers(texts):
    return [float(text) if text else float("nan") for text in texts]
