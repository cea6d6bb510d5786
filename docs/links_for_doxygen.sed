# SPDX-License-Identifier: Apache-2.0
# Links of the pages as doxygen finds them: it knows pictures and other files by their names, headers by their paths.
s|\](\(\.\./\)*\(docs/\)\{0,1\}images/\([^)]*\))|](\3)|g
s|\](\(\.\./\)*\(src/carom/[^)]*\.hpp\))|](@ref \2)|g
s|\](\(\.\./\)*examples/\([^)]*\))|](\2)|g
s|\](\(\.\./\)*\(docs/\)\{0,1\}references\.bib)|](references.bib)|g
