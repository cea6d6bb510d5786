# SPDX-License-Identifier: Apache-2.0
"""Hostile arguments give an exception and nothing else; many runs hold the memory; threads give the same bits."""

import concurrent.futures
import gc
import os
import resource
import unittest

import numpy as np

import carom


class Hostile(unittest.TestCase):
    def refuse(self, call, *kinds):
        with self.assertRaises(kinds or (carom.BadInput, TypeError)):
            call()

    def test_runs(self):
        ball = carom.system("bouncing-ball")
        nan, inf = float("nan"), float("inf")
        for settings in ({"until": nan}, {"until": inf}, {"until": -1}, {"until": "1 kg"}, {"until": []}, {"q": [1, 2]},
                         {"q": [nan, 0, 0]}, {"u": np.zeros((3, 3))}, {"u": "a,b,c"}, {"q": [object()] * 3}, {"rtol": 0},
                         {"rtol": nan}, {"atol": -1}, {"law": "none"}, {"law": 3}, {"scheme": ""}, {"set": {"e": nan}},
                         {"set": {"e": 2}}, {"set": {"e": [1, 2]}}, {"set": {"e": None}}, {"set": {3: 1}}, {"set": {"e": {}}},
                         {"set": {"e": 1j}}, {"cycles": 3}, {"seeds": range(3)}, {"dt": 0}, {"keep": -1}, {"preset": "x"},
                         {"until": 1, "cycles": 1}, {"closing_speed": -1}, {"nonsense": 1}, {"set": {"e": 10**400}}):
            with self.subTest(settings=settings):
                self.refuse(lambda: ball.run(**settings), carom.BadInput, TypeError, OverflowError)

    def test_impacts(self):
        still = carom.system("dimer", Gamma=0)
        q = still.impact(u=[0, -1, 0]).q
        for u in (np.zeros((4, 2)), np.zeros(3), [[1, 2, float("nan")]], "x", None, np.zeros((2, 2, 3)), [[1, 2], [3]]):
            with self.subTest(u=u):
                self.refuse(lambda: still.impacts(q, u))
        self.refuse(lambda: still.impacts(np.zeros((3, 3)), np.zeros((2, 3))))
        self.assertEqual(len(still.impacts(q, np.zeros((0, 3)))), 0)

    def test_models(self):
        for keys in ({}, {"coordinates": {"y": 1}}, {"coordinates": {"y": 1}, "kinetic": "y_dot^3", "potential": "y"},
                     {"coordinates": {"y": float("nan")}, "kinetic": "y_dot^2", "potential": "y"},
                     {"coordinates": {"y": object()}, "kinetic": "y_dot^2"}, {"coordinates": {'"\n': 1}, "kinetic": "1"}):
            with self.subTest(keys=keys):
                self.refuse(lambda: carom.Model(**keys))
        with self.assertRaises(carom.BadInput):
            carom.load("/nowhere/at all.toml")

    def test_studies(self):
        ball = carom.system("bouncing-ball")
        for vary in ({"e": []}, {"x?": [1]}, {"e": [object()]}, {"e": "1:2"}, {}):
            with self.subTest(vary=vary):
                self.refuse(lambda: ball.sweep(vary, until=1))
        for axes in ({}, {"e": (0, 1, 4)}, {"e": 3, "mu": 4}, {"e": (0, 1, -4), "mu": (0, 1, 4)}):
            with self.subTest(axes=axes):
                self.refuse(lambda: ball.basins(axes))


class Sharing(unittest.TestCase):
    def test_threads_give_the_same_bits(self):
        dimer = carom.system("dimer")
        one = dimer.run(cycles=20).final
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            for run in pool.map(lambda _: dimer.run(cycles=20), range(8)):
                np.testing.assert_array_equal(run.final.q, one.q)

    def test_forks_give_the_same_bits(self):
        dimer = carom.system("dimer")
        one = dimer.run(cycles=20).final.q.tolist()
        with concurrent.futures.ProcessPoolExecutor(2) as pool:
            for run in pool.map(dimer.run, [0.8] * 3):
                self.assertEqual(run.final.q.tolist(), one)

    def test_many_runs_hold_the_memory(self):
        ball = carom.system("bouncing-ball")
        runs = int(os.environ.get("CAROM_RUNS", 20000))

        def some(n):
            for _ in range(n):
                run = ball.run(until=0.05)
                run.events, run.q
            gc.collect()
            return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

        before = some(runs // 4)
        self.assertLess(some(runs) - before, 4000)  # kilobytes


if __name__ == "__main__":
    unittest.main()
