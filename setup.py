# SPDX-License-Identifier: Apache-2.0
"""The package for pip: CMake builds its compiled half. CAROM_BUILD_DIR names a folder in which it is built already, or shall be."""

import glob
import os
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

here = os.path.dirname(os.path.abspath(__file__))


class BuildByCMake(build_ext):
    def run(self):
        build = os.environ.get("CAROM_BUILD_DIR") or os.path.join(os.path.abspath(self.build_temp), "cmake")
        if not os.path.exists(os.path.join(build, "CMakeCache.txt")):
            options = [f"-DCAROM_BUILD_{part}=OFF" for part in ("APPS", "TESTS", "EXAMPLES")]
            subprocess.check_call(["cmake", "-G", "Ninja", "-S", here, "-B", build, "-DCMAKE_BUILD_TYPE=Release",
                                   "-DCAROM_BUILD_PYTHON=ON", f"-DPython_EXECUTABLE={sys.executable}", *options])
        subprocess.check_call(["cmake", "--build", build, "--target", "carom_python"])
        package = os.path.join(here, "python") if self.inplace else os.path.abspath(self.build_lib)
        package = os.path.join(package, "carom")
        os.makedirs(package, exist_ok=True)
        for module in glob.glob(os.path.join(build, "python", "carom", "_carom*.so")):
            shutil.copy2(module, package)


with open(os.path.join(here, "CMakeLists.txt")) as file:
    version = re.search(r"project\(carom VERSION ([0-9.]+)", file.read()).group(1)

setup(version=version, packages=["carom"], package_dir={"": "python"}, package_data={"carom": ["*.pyi", "py.typed"]},
      ext_modules=[Extension("carom._carom", [])], cmdclass={"build_ext": BuildByCMake})
