# SPDX-License-Identifier: Apache-2.0
"""Ten cases a verb: the module's numbers are the command's, bit for bit."""

import json
import os
import tempfile
import unittest

import numpy as np

import carom
from command import SOURCE, answer, command, without_clock

MODELS = os.path.join(SOURCE, "models")


def options(values):
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


class Runs(unittest.TestCase):
    CASES = [("dimer", {"A_r": 5.7, "mu_i": 0.08}, {"cycles": 30}), ("dimer", {"theta0": "3deg", "Gamma": 1.3}, {"cycles": 25}),
             ("disc-ball", {}, {"until": 0.02}), ("impact-oscillator", {"mu": 0.45}, {"until": 20}),
             ("bouncing-ball", {"e": 0.9}, {"until": 2}), ("rocking-block", {"theta0": 0.1}, {"until": 2}),
             ("painleve-rod", {}, {"until": 0.5}), ("chain", {"N": 5}, {"until": 2}),
             ("bouncing-ball", {}, {"until": 0.5, "law": "newton"}), ("rods", {"N": 20}, {"cycles": 1})]

    def test_run(self):
        for system, values, length in self.CASES:
            with self.subTest(system=system, values=values):
                words = [word for name, value in length.items() for word in (f"--{name}", value)]
                wanted = answer("run", system, *options(values), *words)
                self.assertEqual(without_clock(carom.system(system, **values).run(**length).json()), wanted)

    def test_models_of_text(self):
        for name in sorted(os.listdir(MODELS))[:10]:
            if not name.endswith(".toml"):
                continue
            path = os.path.join(MODELS, name)
            with self.subTest(model=name):
                wanted = answer("run", path, "--until", 0.3)
                run = carom.load(path).run(until=0.3)
                self.assertEqual(without_clock(run.json()), wanted)
                np.testing.assert_array_equal(run.at(run.t[::7]).q[:3], run.q[::7][:3])


class Impacts(unittest.TestCase):
    def test_impact(self):
        draw = np.random.default_rng(7)
        for k in range(10):
            u = (draw.normal(size=3) - [0, 1, 0]).tolist()
            law = ["energetic", "poisson", "newton"][k % 3]
            wanted = answer("impact", "dimer", "--set", "Gamma=0", "--q", "default", "--u", ",".join(map(repr, u)), "--law", law)
            self.assertEqual(without_clock(carom.system("dimer", Gamma=0).impact(u=u, law=law).json()), wanted)


class Orbits(unittest.TestCase):
    def test_orbit(self):
        for k in range(10):
            mu = round(0.46 + 0.008 * k, 3)
            wanted = answer("orbit", "impact-oscillator", "--set", f"mu={mu}")
            self.assertEqual(without_clock(carom.system("impact-oscillator", mu=mu).orbit().json()), wanted)

    def test_follow(self):
        wanted = answer("continue", "impact-oscillator", "--param", "mu", "--from", 0.5, "--to", 0.46)
        got = carom.system("impact-oscillator").follow("mu", 0.5, 0.46)
        self.assertEqual(without_clock(got.json()), wanted)
        self.assertEqual(got.parameter.tolist(), [point["mu"] for point in wanted["branch"]])
        wanted = answer("continue", "impact-oscillator", "--branch", "equilibrium", "--param", "mu", "--from", 0.3, "--to", 0.45)
        got = carom.system("impact-oscillator").follow("mu", 0.3, 0.45, branch="equilibrium")
        self.assertEqual(without_clock(got.json()), wanted)
        self.assertEqual([point.type for point in got.special], [point["type"] for point in wanted["special"]])

    def test_bifurcation(self):
        words = ["--param", "mu", "--from", 0.44, "--to", 0.46, "--points", 5, "--direction", "both"]
        wanted = answer("bifurcation", "impact-oscillator", *words)
        got = carom.system("impact-oscillator").bifurcation("mu", 0.44, 0.46, points=5, direction="both")
        self.assertEqual(without_clock(got.json()), wanted)

    def test_what_is_not_found(self):
        with self.assertRaisesRegex(carom.Failed, "no orbit was found"):
            carom.system("bouncing-ball").orbit(settle=1)


class Studies(unittest.TestCase):
    def test_basins(self):
        maps = ["--map", "theta0=-12deg:12deg:6", "--map", "h0=0.1mm:8mm:6"]
        wanted = answer("basins", "dimer", "--set", "mu_i=0.08", *maps, "--cycles", 60)
        got = carom.system("dimer", mu_i=0.08).basins({"theta0": (-12, 12, 6, "deg"), "h0": (0.1, 8, 6, "mm")}, cycles=60)
        mine = without_clock(got.json())
        self.assertEqual(mine, wanted)
        self.assertEqual(got.labels.shape, (6, 6))
        got.plot()

    def test_sweep(self):
        wanted = json.loads(command("sweep", "bouncing-ball", "--vary", "e=0.3:0.8:0.1", "--vary", "mu=0.1,0.2", "--until", 1,
                                    "--json", "-", "--quiet"))["rows"]
        got = carom.system("bouncing-ball").sweep({"e": "0.3:0.8:0.1", "mu": [0.1, 0.2]}, until=1)
        self.assertEqual(got["e"].tolist(), [row["parameters"]["e"] for row in wanted])
        for name in wanted[0]["observables"]:
            np.testing.assert_array_equal(
                got[name], np.array([np.nan if row["observables"][name] is None else row["observables"][name] for row in wanted]))

    def test_a_store_is_gone_on_with_by_either(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "e.sqlite")
            command("sweep", "bouncing-ball", "--vary", "e=0.3,0.4", "--until", "1", "--out", path, "--quiet")
            table = carom.system("bouncing-ball").sweep({"e": [0.3, 0.4]}, until=1, store=path)
            self.assertEqual((len(table), table.computed), (2, 0))
            with self.assertRaises(carom.BadInput):
                carom.system("bouncing-ball").sweep({"e": [0.3, 0.5]}, until=1, store=path)

    def test_a_model_of_python_is_swept(self):
        ball = carom.Model(coordinates={"y": 1.0}, kinetic="m/2*y_dot^2", potential="m*g*y", gravity=9.81,
                           parameters={"m": 1.0, "e": 0.5}, contacts=[carom.Contact("floor", gap="y", e="e")],
                           observables={"top": {"max": "y"}})
        with self.assertWarns(UserWarning):
            table = ball.sweep({"e": np.linspace(0.2, 0.8, 4)}, seeds=range(4), until="0.8 s", jobs=2)
        self.assertEqual(len(table), 4)
        self.assertEqual(table["top"].tolist(), [1.0] * 4)

    def test_theory(self):
        for name in carom.theories():
            try:
                wanted = answer("theory", name)
            except AssertionError:
                continue  # needs inputs
            self.assertEqual(json.loads(json.dumps(carom.theory(name))), wanted)


if __name__ == "__main__":
    unittest.main()
