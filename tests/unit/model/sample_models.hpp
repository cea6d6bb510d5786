// SPDX-License-Identifier: Apache-2.0
// Model files that use every part of the format.
#pragma once

#include <string>

namespace carom::test {

// The frame, equations and contacts.
inline const std::string table_model = R"toml(carom = "model 1"
title = "A ball on a shaken table"
gravity = 9.81
law = "energetic"

[parameters]
Gamma = 1.2
f = "25 Hz"
A = "Gamma*g/(2*pi*f)^2"
mu = { value = 0.3, min = 0, max = "2*1", unit = "", meaning = "friction between table and ball" }
h0 = { value = "1 mm", unit = "m" }
m = "10 g"
a = [0.1, "A/2", 1_000]
b = { value = [1, 2], meaning = "a list with a meaning" }

[let]
omega = "2*pi*f"
half = 0.5

[table.lift]
points = [[0, 0], [1, "h0"], [6, 0]]

[preset.high]
Gamma = 2
[preset.a-low]
summary = "nearly at rest"
Gamma = 0.1
x_dot = "1 mm/s"
a = [1, "2*f"]

[coordinates]
y = "h0"
x = 0
w = { for = "i = 1:len(a)", start = "2*i", unit = "m", meaning = "beads" }

[rates]
y = "-A"
"w[2]" = 1

[equations]
kinetic = """
m/2*(x_dot^2
     + y_dot^2)"""
force.y = "-0.1*y_dot"
potential = 'm*g*y'
"force.x" = "-0.1*x_dot"

[[contact]]
name = "table"
gap  = "y - A*sin(omega*t)"
slip = "x_dot"
e = 0.5
eps_T = 0.1
mu = "mu"
mu_s = 0.4
mu_i = 0.2
mu_s_i = 0.25
k = 1.0
eta = 1.5
roll = "1 mm"
turn = "x_dot/h0"
only = "x < 1"

[[contact]]
for = { i = [1, "len(a)"] }
name = "bead{i}"
load = "m*g"
slide = "w[i]"
mu = inf

[numerics]
closing_speed = "0.01*A*omega"
scale = { length = "h0", time = "1/f" }

[drawing]
anything = { goes = [1, 2] }
)toml";

// A hybrid system: states, events, a section by an event.
inline const std::string walker_model = R"toml(carom = "model 1"
title = "The simplest walker"
gravity = [0.1, "-9.81"]

[parameters]
tau = 0.1

[coordinates]
theta = 0.2
phi = 0.4

[rates]
theta = -0.2

[equations]
kinetic = "theta_dot^2/2 + 1e-6*phi_dot^2"
potential = "cos(theta)"
force = { phi = "sin(theta)", theta = 0 }

[states]
z = { start = 0, rate = "(theta - z)/tau" }
stance = 1

[[event]]
name = "heel"
when = "phi - 2*theta"
direction = 1
only = "theta < -0.05"
set = { theta = "-theta", phi = "-2*theta", theta_dot = "cos(2*theta)*theta_dot" }

[[event]]
name = "tick"
every = "10 ms"
[event.set]
stance = "-stance"
z = 0

[[event]]
name = "fall"
on = "heel"
stop = true

[section]
event = "heel"
only = "stance > 0"
free = ["theta"]
modulo = { phi = "2*pi" }

[observables]
steps = { count = "heel" }
)toml";

// A driven system with measures, and a section by a crossing.
inline const std::string measured_model = R"toml(carom = "model 1"
[coordinates]
x = 0
y = 1
[equations]
kinetic = "(x_dot^2 + y_dot^2)/2"
[[contact]]
name = "table"
gap = "y"
[section]
crossing = "y_dot"
direction = -1
[observables]
height = { max = "y", unit = "mm", meaning = "highest point" }
depth = { min = "y" }
drift = { mean = "x_dot", over = "10 periods" }
landing = { mean = "y_dot", at = "table impact, before" }
place = { last = "x", over = 2 }
hits = { count = "table impact" }
t_rest = { time = "table chatter_limit" }
)toml";

}  // namespace carom::test
