# SPDX-License-Identifier: Apache-2.0
"""The stubs agree with what is there, and a program that uses them passes mypy."""

import os
import subprocess
import sys
import tempfile
import unittest

import carom

PROGRAM = """
import carom
ball = carom.Model({"y": 1.0}, "m/2*y_dot^2", "m*g*y", 9.81, {"m": 1.0}, [carom.Contact("floor", "y", e=0.5)])
run = ball.run("1 s", set={"m": 2.0})
height: float = float(run["y"].max())
state: carom.State = run.final
orbit = ball.orbit(guess=run.final)
stable: bool = orbit.stable
branch = orbit.follow("m", 1.0, 2.0)
table = ball.sweep({"m": [1, 2]})
kept: int = table.points
"""
INTERNAL = r"carom\.(_carom|show|progress)\..*"


class Stubs(unittest.TestCase):
    def run_mypy(self, *words):
        site = os.path.dirname(os.path.dirname(os.path.abspath(carom.__file__)))
        environment = {**os.environ, "PYTHONPATH": site, "MYPYPATH": ""}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("allowed", INTERNAL + "\n"), ("program.py", PROGRAM)):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(text)
            done = subprocess.run([sys.executable, "-m", *words], cwd=folder, env=environment, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_they_agree_with_the_package(self):
        self.run_mypy("mypy.stubtest", "carom", "--allowlist", "allowed", "--ignore-unused-allowlist")

    def test_a_program_passes(self):
        self.run_mypy("mypy", "program.py")


if __name__ == "__main__":
    unittest.main()
