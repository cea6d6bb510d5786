// SPDX-License-Identifier: Apache-2.0
#include "carom/model/model_template.hpp"

namespace carom {

namespace {

constexpr std::string_view ball_on_a_table =
    R"toml(# A mechanism by its equations. Change what is here: `carom check FILE` says whether it is understood, `carom run FILE`
# runs it. A text that is one number and a unit is a quantity ("25 Hz"); every other text is an expression in SI units.
# Expressions know + - * / ^, pi, t, inf, sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt hypot abs sign min
# max floor mod, if(condition, a, b), sum(k, 1, len(a), a[k]), < <= > >= == !=, and, or, not.

carom = "model 1"
title = "A ball on a shaken table"
gravity = 9.81                     # along -y, or [gx, gy]; this is the parameter g
law = "energetic"                  # of impacts; or poisson, newton

[parameters]                       # what --set and --vary may change
Gamma = { value = 1.2, min = 0, meaning = "peak acceleration of the table over g" }
f = "25 Hz"
A = "Gamma*g/(2*pi*f)^2"           # follows from the others unless it is set
m = "10 g"
h0 = { value = "1 mm", unit = "m", meaning = "height of the ball at the start" }
v = { value = 0, unit = "m/s", meaning = "velocity of the table's surface along x" }
c = 0.01
e = { value = 0.5, min = 0, max = 1, meaning = "restitution between table and ball" }
mu = { value = 0.3, min = 0, max = 2, meaning = "friction between table and ball" }
# a = [0.1, 0.02]                  # a list: a[1], len(a)

[let]                              # names for expressions
omega = "2*pi*f"

# [table.lift]                     # a function of one variable, lift(s): a cubic spline through points
# points = [[0, 0], [1, 0.01], [6, 0]]

[preset.high]                      # --preset high
summary = "the ball jumps over a period of the table"
Gamma = 2

[coordinates]                      # in this order, with their starts
x = { start = 0, unit = "m" }
y = { start = "h0", unit = "m", meaning = "height of the ball's lowest point" }
# z = { for = "i = 1:n", start = "0.1*i" }   # n of them: z[1] to z[n], in sums z[i]

[rates]                            # their rates at the start, 0 if absent; in expressions the rate of x is x_dot
x = 0

[equations]
kinetic = "m/2*(x_dot^2 + y_dot^2)"
potential = "m*g*y"
force.x = "-c*x_dot"               # what is not in the potential

[[contact]]                        # any number of them; for = "i = 1:n" with name = "wall{i}" makes n
name = "table"
gap = "y - A*sin(omega*t)"         # the distance; or load = "…", the normal force of a contact that is always closed
slip = "x_dot - v"                 # tangential velocity; or slide = "x", a place whose rate it is; neither: no friction
e = "e"                            # also eps_T (tangential restitution of Poisson's law)
mu = "mu"                          # may depend on slip; also mu_s (static), mu_i and mu_s_i (in impacts)
# k = 1                            # stiffness and …
# eta = 1                          # … exponent of the compliance in multiple impacts
# roll = "1 mm"                    # rolling resistance, with turn = "theta_dot"
# only = "x < 1"                   # where the contact exists
# along_path = false               # true: friction of impacts by Newton's and Poisson's laws along the path of the impulse

# [states]                         # of first order, or constant between events
# mean_height = { start = 0, rate = "(y - mean_height)/0.1" }
# bounces = 0

# [[event]]                        # something of one's own that happens
# name = "count"
# on = "table impact"              # or when = "y - 0.01", with direction = 1, -1 or 0; or every = "10 ms"
# only = "y_dot < 0"               # by the values before
# set = { bounces = "bounces + 1" }  # all from the values before; a long one as a table [event.set]
# stop = false                     # true ends the run

[section]                          # what orbit, bifurcation and basins look at
period = "1/f"                     # or crossing = "y_dot" with direction = -1; or event = "table impact"; only = "…" filters
free = ["x"]                       # may grow from period to period
# modulo = { angle = "2*pi" }      # comes back modulo this

[observables]                      # what run reports: max, min, mean, last; count and time of events
height = { max = "y", unit = "m", meaning = "highest point" }
drift = { mean = "x_dot", over = "10 periods", unit = "m/s" }
landing = { mean = "y_dot", at = "table impact, before", unit = "m/s" }
hits = { count = "table impact" }
first_hit = { time = "table impact" }

[numerics]                         # can be left out
closing_speed = "0.01*A*omega"     # impacts slower than this close their contact; 0 if absent
# closing_duration = "0.5 ms"      # … by the free motion, if it takes no longer
scale = { length = "h0", time = "1/f" }

# [drawing]                        # how it looks in films: carom run FILE --film motion.html
# disc = [{ at = ["x", "y"], radius = "1 cm" }]
)toml";

}  // namespace

std::string_view equations_template() { return ball_on_a_table; }

}  // namespace carom
