// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_template.hpp"

namespace carom {

namespace {

constexpr std::string_view tumbler =
    R"toml(# A mechanism by its bodies. Change what is here: `carom check FILE` says whether it is understood, `carom run FILE` runs it,
# `carom check FILE --picture sketch.svg` draws its start. A text that is one number and a unit is a quantity ("25 Hz");
# every other text is an expression in SI units. Wherever a number can stand, an expression of the parameters can.

carom = "model 1"
title = "A pendulum, a box and a ball on a shaken plate"
gravity = 9.81                     # along -y, or [gx, gy]; this is the parameter g

[parameters]                       # what --set and --vary may change
f = "5 Hz"
A = { value = "2 mm", unit = "m", meaning = "amplitude of the plate" }
l = { value = 0.2, unit = "m", meaning = "length of the pendulum" }
e = { value = 0.4, min = 0, max = 1, meaning = "restitution" }
mu = { value = 0.3, min = 0, meaning = "friction" }

[[body]]
name = "box"
mass = "100 g"                     # and inertia, or both from density (kg/m^2) and shapes; here inertia from the shapes
position = [0, "4 cm"]             # of the body's frame, in the world, at the start
angle = "10 deg"
velocity = [0, 0]
spin = 0
# com = [0, 0]                     # centre of mass in the frame; that of the shapes if they have an area
shape = [ { box = ["6 cm", "3 cm"] } ]   # disc = r, capsule = [distance of centres, r], polygon = [[x, y], ...] (convex),
                                   # point = [x, y]; each with at = [x, y], angle and a name

[[body]]
name = "ball"
density = "50 kg/m^2"
position = ["8 cm", "10 cm"]
shape = [ { disc = "1 cm" } ]

[[body]]
name = "bob"
mass = "50 g"
inertia = "1e-5 kg m^2"
position = ["-0.1 - l*sin(0.5)", "l + 0.03 - l*cos(0.5)"]
angle = -0.5
shape = [ { disc = "1 cm", name = "head" } ]

[[body]]
name = "plate"                     # no mass: moved as it is told, and its work is booked; without motion: at rest
motion = { y = "A*sin(2*pi*f*t)" } # x, y, angle
shape = [ { line = [[-1, 0], [1, 0]] } ]   # also outline = [[x, y], ...], arc = { radius, from, to }; solid is to the right
# belt = 0.1                       # velocity of its surface along the tangent

[[joint]]
name = "pivot"
kind = "hinge"                     # hinge, slider (with axis), weld: at in the world at the start; rod, rope: two places
bodies = ["ground", "bob"]         # "ground" is the world
at = [-0.1, "l + 0.03"]
c = "1e-5 N m s/rad"               # damper; k with rest: spring; friction; limits = [low, high] with e; motor; torque

[[spring]]
name = "string"
bodies = ["ground", "bob"]
at = [["-30 cm", "5 cm"], "bob.head"]   # a place on each, in its own frame, or a named point
k = "2 N/m"
# rest = 0.2                       # as at the start if absent
# c = 0.1
# tension = "k*max(length - rest, 0)"   # a law of one's own

[contacts]                         # what touches what
all = true                         # every pair that no joint connects; or pairs = [["ball", "plate"]]
e = "e"
mu = "mu"

[[contact]]                        # for some; the last that matches wins; * stands for anything
between = ["ball", "plate"]
e = 0.7
# touch = false

[section]                          # what orbit, bifurcation and basins look at
period = "1/f"
free = ["box.x", "ball.x", "ball.angle"]

[observables]                      # bird.x, bird.angle, bird.beak.x, hip.angle, tail.length, each also with _dot
swing = { max = "pivot.angle", unit = "rad", meaning = "of the pendulum" }
height = { max = "ball.y", unit = "m" }
hits = { count = "ball/plate impact" }
load = { max = "'box/plate:1.force'", unit = "N" }
)toml";

}  // namespace

std::string_view bodies_template() { return tumbler; }

}  // namespace carom
