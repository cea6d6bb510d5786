# SPDX-License-Identifier: Apache-2.0
# What nearly every source includes, read once. A source still says what it includes: `make lint` compiles every header
# alone, and -DCAROM_PCH=OFF shows what a source has left out.
#
# carom_headers(NAME [OPTIONS options...] HEADERS headers... [LINK targets...]): the precompiled headers NAME;
# carom_use_headers(TARGET NAME): TARGET reads them. Both must be compiled with the same options.
function(carom_headers name)
  cmake_parse_arguments(PCH "" "" "OPTIONS;HEADERS;LINK" ${ARGN})
  if(NOT CAROM_PCH)
    return()
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp CONTENT "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${PCH_LINK})
  target_compile_options(${name} PRIVATE ${PCH_OPTIONS})
  target_compile_definitions(${name} PRIVATE CAROM_VERSION="${PROJECT_VERSION}")
  target_precompile_headers(${name} PRIVATE ${PCH_HEADERS})
endfunction()

function(carom_use_headers target name)
  if(CAROM_PCH)
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# carom_batch(TARGET [SIZE]): its sources are compiled SIZE at a time (8 if not given), as one text, so that what they all
# include is read once. Not for what instantiates engines: there the time goes into code, and a change should compile little.
function(carom_batch target)
  set(size 8)
  if(ARGC GREATER 1)
    set(size ${ARGV1})
  endif()
  if(CAROM_BATCHES)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
  endif()
endfunction()

# carom_optimise_lightly(TARGET): for what does not compute at length.
function(carom_optimise_lightly target)
  target_compile_options(${target} PRIVATE ${CAROM_LIGHT})
  carom_use_headers(${target} carom_light_headers)
  carom_batch(${target})
endfunction()

# carom_module(NAME [LIGHT] [BATCH] [LINK targets...]): the library of src/carom/NAME. It links every module declared before
# it, so a cycle cannot be written down; a module without .cpp files is header-only. LIGHT: see carom_optimise_lightly, BATCH:
# carom_batch.
set(CAROM_MODULES "" CACHE INTERNAL "modules in dependency order")

function(carom_module name)
  cmake_parse_arguments(MODULE "LIGHT;BATCH" "" "LINK" ${ARGN})
  set(dir ${CMAKE_CURRENT_SOURCE_DIR}/src/carom/${name})
  file(GLOB sources CONFIGURE_DEPENDS ${dir}/*.cpp)
  set(earlier "")
  foreach(module IN LISTS CAROM_MODULES)
    list(APPEND earlier carom_${module})
  endforeach()
  if(sources)
    add_library(carom_${name} STATIC ${sources})
    if(MODULE_LIGHT)
      carom_optimise_lightly(carom_${name})
    else()
      carom_use_headers(carom_${name} carom_library_headers)
    endif()
    if(MODULE_BATCH)
      carom_batch(carom_${name})
    endif()
    set(scope PUBLIC)
  else()
    add_library(carom_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(carom::${name} ALIAS carom_${name})
  target_include_directories(carom_${name} ${scope} $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/src>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_compile_features(carom_${name} ${scope} cxx_std_20)
  # Whoever includes the headers computes the same bits as the library only without fused multiply-adds.
  target_compile_options(carom_${name} ${scope} $<INSTALL_INTERFACE:-ffp-contract=off>)
  target_compile_definitions(carom_${name} ${scope} $<INSTALL_INTERFACE:EIGEN_STACK_ALLOCATION_LIMIT=1048576>)
  set_target_properties(carom_${name} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS carom_${name} EXPORT carom ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  target_compile_definitions(carom_${name} ${scope} CAROM_VERSION="${PROJECT_VERSION}")
  target_link_libraries(carom_${name} ${scope} ${earlier} ${MODULE_LINK})
  set(CAROM_MODULES ${CAROM_MODULES} ${name} CACHE INTERNAL "modules in dependency order")
endfunction()

# carom_test(NAME SOURCES... [LINK targets...]): one GoogleTest program, every TEST its own ctest entry.
function(carom_test name)
  cmake_parse_arguments(TEST "" "TIMEOUT;TIER" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  target_link_libraries(${name} PRIVATE ${TEST_LINK} GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  # Tests instantiate the engine again and again: they build in half the time and run hardly slower.
  target_compile_options(${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  # Only with the definitions that the modules bring does gcc take the precompiled headers.
  if(TEST_LINK)
    carom_use_headers(${name} carom_test_headers)
  endif()
  carom_batch(${name} 4)
  if(NOT TEST_TIMEOUT)
    set(TEST_TIMEOUT 300)
  endif()
  if(NOT TEST_TIER)
    set(TEST_TIER short)
  endif()
  # Short tests draw the same random cases each time; the long ones look for new ones.
  set(fixed "")
  if(TEST_TIER STREQUAL "short")
    set(fixed ENVIRONMENT RC_PARAMS=seed=1)
  endif()
  gtest_discover_tests(${name} PROPERTIES TIMEOUT ${TEST_TIMEOUT} LABELS ${TEST_TIER} ${fixed} DISCOVERY_TIMEOUT 60)
endfunction()
