# SPDX-License-Identifier: Apache-2.0
"""The guide's lines work as they stand."""

import os
import re
import tempfile
import unittest

from command import SOURCE


class Guide(unittest.TestCase):
    def test_its_blocks_run_one_after_the_other(self):
        with open(os.path.join(SOURCE, "docs", "guide", "python.md")) as file:
            blocks = re.findall(r"<!-- python: carom -->\n```python\n(.*?)```", file.read(), re.S)
        self.assertGreater(len(blocks), 4)
        here, names = os.getcwd(), {}
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for k, block in enumerate(blocks):
                    exec(compile(block, f"python.md, block {k}", "exec"), names)
            finally:
                os.chdir(here)


if __name__ == "__main__":
    unittest.main()
