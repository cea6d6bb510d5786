# SPDX-License-Identifier: Apache-2.0
# Reads a header as it is written here, with plain // comments, and hands it to doxygen as it wants them:
#   the block that opens a file          /** \file, its first paragraph, and the rest as it stands, equations included
#   // above a declaration               ///   (a comment with an empty line after it belongs to nothing and is left alone)
#   code;  // beside it                  ///<  and the lines that go on below it in the same column
#   struct Eigen::…                      left out: doxygen knows no Eigen
function plain(text) {
  gsub(/[\\@#&<>"%$]/, "\\\\&", text)
  return text
}
function flush_comments(documents,   i) {
  for (i = 1; i <= held; ++i) print documents ? indent[i] "/// " plain(words[i]) : indent[i] "//" words[i]
  held = 0
}
BEGIN { opening = 1; print "/** \\file" }
NR == 1 && /SPDX-License-Identifier/ { licence = 1; next }  # no words of the block that follows
opening && /^\/\/( |$)/ {
  text = substr($0, 4)
  if (NR == 1 + licence) { first = text; next }
  if (!in_rest) {
    if (text == "" || text ~ /^( |[A-Z][A-Za-z]*[.]?  )/) { print " * \\brief " plain(first); print " * \\verbatim"; in_rest = 1 }
    else { first = first " " text; next }
  }
  print text
  next
}
opening {
  opening = 0
  if (in_rest) print "\\endverbatim"
  else print " * \\brief " plain(first)
  print " */"
}
/^struct Eigen::/ { foreign = 1 }
foreign { if (/^};/) foreign = 0; next }
/^ *\/\/ / && $0 !~ /----/ {
  match($0, /\/\//)
  if (beside && RSTART == beside) { print substr($0, 1, RSTART - 1) "///< " plain(substr($0, RSTART + 3)); next }
  ++held
  indent[held] = substr($0, 1, RSTART - 1)
  words[held] = substr($0, RSTART + 3)
  next
}
{ flush_comments($0 !~ /^ *$/ && $0 !~ /^ *(#|}|namespace|return|if|for|while|switch|case)/) ; beside = 0 }
/[;,{] +\/\/ / && $0 !~ /^ *(#|})/ && $0 !~ /"[^"]*\/\// {
  match($0, /[;,{] +\/\/ /)
  at = RSTART + RLENGTH - 3
  beside = at
  print substr($0, 1, at - 1) "///< " plain(substr($0, at + 3))
  next
}
{ print }
