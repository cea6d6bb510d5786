# SPDX-License-Identifier: Apache-2.0
# The target headers_alone reads every header by itself, twice, without precompiled headers or unity batches: what a header
# uses and does not include is found here (make lint). Nothing is written, so it reads them all each time.
function(carom_headers_alone)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR} src/carom/*.hpp papers/*.hpp apps/*.hpp)
  set(sources "")
  foreach(header IN LISTS headers)
    set(source ${CMAKE_BINARY_DIR}/headers_alone/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  list(GET CAROM_MODULES -1 last_module)
  add_library(headers_alone OBJECT EXCLUDE_FROM_ALL ${sources})
  target_include_directories(headers_alone PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(headers_alone PRIVATE carom::${last_module})
  target_compile_options(headers_alone PRIVATE -fsyntax-only)
  set_target_properties(headers_alone PROPERTIES UNITY_BUILD OFF DISABLE_PRECOMPILE_HEADERS ON EXPORT_COMPILE_COMMANDS OFF)
endfunction()
