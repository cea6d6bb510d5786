# SPDX-License-Identifier: Apache-2.0
"""Sweeps by executors: the same table as by threads, and no row lost with a worker."""

import concurrent.futures
import multiprocessing
import os
import tempfile
import unittest

import numpy as np

import carom
import carom.studies

BALL = carom.Model(coordinates={"y": 1.0}, kinetic="m/2*y_dot^2", potential="m*g*y", gravity=9.81,
                   parameters={"m": 1.0, "e": 0.5}, contacts=[carom.Contact("floor", gap="y", e="e")],
                   observables={"fast": {"max": "y_dot"}})
VARY = {"e": np.linspace(0.2, 0.8, 40)}


def die(*_):
    os._exit(1)


class Executors(unittest.TestCase):
    def same(self, table):
        wanted = BALL.sweep(VARY, until=1)
        for name in wanted.dtype.names:
            if name != "seconds":
                np.testing.assert_array_equal(table[name], wanted[name], name)

    def test_threads_and_processes(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            self.same(BALL.sweep(VARY, until=1, executor=pool))
        for method in ("fork", "spawn"):
            with concurrent.futures.ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
                self.same(BALL.sweep(VARY, until=1, executor=pool))

    def test_a_lost_worker_loses_no_row(self):
        with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor(1) as pool:
            pool.submit(die)
            table = BALL.sweep(VARY, until=1, executor=pool, store=os.path.join(folder, "e.sqlite"))
            self.assertEqual((len(table), table.computed), (40, 40))
            self.same(table)

    def test_dask(self):
        try:
            from distributed import Client
        except ImportError:
            self.skipTest("python3-distributed is not installed")
        with Client(n_workers=1, threads_per_worker=1, dashboard_address=None) as client:
            self.same(BALL.sweep(VARY, until=1, executor=client.get_executor()))


if __name__ == "__main__":
    unittest.main()
