# SPDX-License-Identifier: Apache-2.0
"""The package where `cmake --install` and pip put it."""

import os
import subprocess
import sys
import tempfile
import unittest

from command import SOURCE

BUILD = os.environ.get("CAROM_BUILD_DIR", "")
LINES = "import carom; assert carom.system('dimer').run(cycles=2).succeeded; print(carom.__file__)"


@unittest.skipUnless(BUILD, "CAROM_BUILD_DIR says where the package was built")
class Installed(unittest.TestCase):
    def call(self, *words, **more):
        done = subprocess.run(words, capture_output=True, text=True, **more)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])
        return done.stdout

    def test_by_cmake(self):
        with tempfile.TemporaryDirectory() as folder:
            self.call("cmake", "--install", BUILD, "--component", "python", "--prefix", folder)
            site = os.path.join(folder, "lib", f"python3.{sys.version_info.minor}", "dist-packages")
            environment = {**os.environ, "PYTHONPATH": site}
            self.assertTrue(self.call(sys.executable, "-c", LINES, env=environment, cwd=folder).startswith(site))

    def test_by_pip(self):
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        with tempfile.TemporaryDirectory() as folder:
            self.call(sys.executable, "-m", "venv", "--system-site-packages", folder)
            python = os.path.join(folder, "bin", "python3")
            self.call(python, "-m", "pip", "install", "--no-build-isolation", "--no-deps", "--quiet", SOURCE, env=environment)
            self.assertTrue(self.call(python, "-c", LINES, env=environment, cwd=folder).startswith(folder))


if __name__ == "__main__":
    unittest.main()
