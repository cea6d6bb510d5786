# SPDX-License-Identifier: Apache-2.0
"""What `make test` asks of the module: that it is there, that its numbers are the command's bit for bit, and that the README
works as it stands. The rest is in test_*.py beside, for `make test-python`."""

import os
import pickle
import re
import signal
import tempfile
import threading
import time
import unittest

import numpy as np

import carom
from command import SOURCE, answer, columns, command, numbers, without_clock

TABLE = dict(parameters={"Gamma": 1.2, "f": "25 Hz", "A": "Gamma*g/(2*pi*f)^2"}, gravity=9.81, coordinates={"y": "1 mm"},
             rates={"y": "-g/(2*f)"}, kinetic="y_dot^2/2", potential="g*y",
             contacts=[carom.Contact("table", gap="y - A*sin(2*pi*f*t)", e=0.5)], section={"period": "1/f"})


class Bits(unittest.TestCase):
    def test_a_run_gives_what_the_command_gives(self):
        run = carom.system("dimer", mu_i=0.08).run(cycles=20)
        self.assertEqual(without_clock(run.json()), answer("run", "dimer", "--set", "mu_i=0.08", "--cycles", 20))
        self.assertEqual(run.outcome, "reached_end")
        self.assertEqual(run.reason, "")

    def test_a_model_written_in_python_gives_what_its_file_gives(self):
        model = carom.Model(**TABLE)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "table.toml")
            with open(path, "w") as file:
                file.write(model.toml())
            wanted = answer("run", path, "--cycles", 30)
        got = without_clock(model.run(cycles=30).json())
        del wanted["system"], got["system"]
        self.assertEqual(got, wanted)

    def test_rows_and_events_are_those_of_the_commands_files(self):
        with tempfile.TemporaryDirectory() as folder:
            rows, events = os.path.join(folder, "rows.csv"), os.path.join(folder, "events.csv")
            command("run", "dimer", "--cycles", 5, "--out", rows, "--events", events, "--quiet")
            rows, events = columns(rows), columns(events)
        run = carom.system("dimer").run(cycles=5)
        self.assertEqual(run.rows.names, list(rows))
        for name, texts in rows.items():
            np.testing.assert_array_equal(run[name], numbers(texts), name)
        self.assertEqual(run.events["kind"].tolist(), events["kind"])
        self.assertEqual(run.events["contacts"].tolist(), events["contacts"])
        np.testing.assert_array_equal(run.events["t"], numbers(events["t"]))
        np.testing.assert_array_equal(run.events["impulse"][:, 1, 0], numbers(events["P_n_right"]))
        np.testing.assert_array_equal(run.events["before"]["v_n"][:, 0], numbers(events["v_n_minus_left"]))

    def test_impacts_one_by_one_and_by_rows(self):
        still = carom.system("dimer", Gamma=0)
        u = np.array([[-0.0214, -0.05, -1.81], [0.01, -0.1, 0.3], [0, -0.02, 0]])
        wanted = answer("impact", "dimer", "--set", "Gamma=0", "--q", "default", "--u", "-0.0214,-0.05,-1.81")
        hit = still.impact(u=u[0])
        self.assertEqual(without_clock(hit.json()), wanted)
        many = still.impacts(hit.q, u)
        for k in range(3):
            one = still.impact(hit.q, u[k])
            np.testing.assert_array_equal(many.u_plus[k], one.u_plus)
            self.assertEqual(many.residual[k], one.residual)
            self.assertEqual(many.P_n[k].tolist(), [contact["P_n"] for contact in one.contacts])

    def test_an_orbit(self):
        wanted = answer("orbit", "impact-oscillator", "--set", "mu=0.5")
        orbit = carom.system("impact-oscillator").orbit(set={"mu": 0.5})
        self.assertEqual(without_clock(orbit.json()), wanted)
        self.assertEqual(orbit.period, wanted["period"])
        self.assertEqual([[m.real, m.imag] for m in orbit.multipliers], wanted["multipliers"])

    def test_a_formula(self):
        self.assertEqual(carom.theory("dimer-stick", A_r=5), answer("theory", "dimer-stick", "--set", "A_r=5"))


class DenseOutput(unittest.TestCase):
    def test_it_agrees_with_the_rows_and_shows_both_sides_of_a_jump(self):
        run = carom.system("bouncing-ball").run(until=0.5)
        times = np.concatenate([run.t[1:4], run.t[1:4] + 1e-4])
        np.testing.assert_array_equal(run.at(run.t[1:4]).q, run.q[1:4])
        self.assertEqual(run.at(times).q.shape, (6, 3))
        hit = run.events[run.events["kind"] == "impact"][0]
        left, right = run.at(hit["t"], "left"), run.at(hit["t"], "right")
        self.assertLess(left["y_dot"], 0)
        self.assertGreater(right["y_dot"], 0)
        np.testing.assert_allclose(left.u, hit["before"]["u"], rtol=1e-9, atol=1e-12)
        np.testing.assert_array_equal(right.u, hit["after"]["u"])
        with self.assertRaisesRegex(carom.BadInput, "the run goes from t = 0 s to 0.5 s"):
            run.at(0.6)

    def test_arrays_outlive_the_run(self):
        y = carom.system("bouncing-ball").run(until=0.1)["y"]
        self.assertTrue(np.isfinite(y).all())


class Manners(unittest.TestCase):
    def test_refusals_are_those_of_the_command(self):
        with self.assertRaises(carom.BadInput) as caught:
            carom.system("dimer", Gama=1)
        self.assertIn(str(caught.exception), command("run", "dimer", "--set", "Gama=1", code=2))
        with self.assertRaises(carom.BadInput) as caught:
            carom.system("dimmer")
        self.assertIn(str(caught.exception), command("run", "dimmer", code=2))
        self.assertTrue(issubclass(carom.BadInput, ValueError))

    def test_ctrl_c_ends_a_run_and_keeps_what_there_is(self):
        sent = []

        def press():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(0.3, press)
        timer.start()
        with self.assertRaises(KeyboardInterrupt) as caught:
            carom.system("dimer").run(cycles=10**7, keep=10**7)
        late = time.monotonic() - sent[0]
        timer.join()
        self.assertLess(late, 0.5)  # 0.1 s on a machine that does nothing else
        self.assertEqual(caught.exception.result.outcome, "interrupted")
        self.assertGreater(caught.exception.result.t_end, 0)

    def test_pickles(self):
        ball = carom.system("bouncing-ball", e=0.7)
        run = ball.run(until=0.3)
        again = pickle.loads(pickle.dumps(run))
        np.testing.assert_array_equal(again.q, run.q)
        np.testing.assert_array_equal(again.at(0.2).q, run.at(0.2).q)
        self.assertEqual(pickle.loads(pickle.dumps(ball)), ball)
        self.assertEqual(pickle.loads(pickle.dumps(carom.Model(**TABLE))).toml(), carom.Model(**TABLE).toml())


class Readme(unittest.TestCase):
    def test_its_python_lines_work_as_they_stand(self):
        with open(os.path.join(SOURCE, "README.md")) as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.S)
        self.assertEqual(len(blocks), 1)
        self.assertLessEqual(len([line for line in blocks[0].splitlines() if line.strip()]), 15)
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                names = {}
                exec(compile(blocks[0], "README.md", "exec"), names)
                self.assertTrue(os.path.getsize("table.png") > 5000)
            finally:
                os.chdir(here)
        self.assertTrue(names["orbit"].stable)


if __name__ == "__main__":
    unittest.main()
