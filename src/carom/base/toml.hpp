// toml++ for texts that anybody may have written.
//
// toml++ 3.3 asserts what its parser may assume about the next character. A table header such as `[=]` breaks one of
// these assumptions before the parser's own check of the same character refuses it in words: with assertions the
// program ends, and a compiler that believes assumptions may drop the check. Without them every text is read or refused.
#pragma once

#include <toml++/impl/preprocessor.h>

#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(expression) static_assert(true)

#include <toml++/toml.h>
