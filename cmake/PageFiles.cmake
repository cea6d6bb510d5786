# SPDX-License-Identifier: Apache-2.0
# Scripts and styles of pages are files of their own, embedded when the program is built.
#
# carom_page_files(TARGET HEADER NAMESPACE FILES...): for each FILE, name.ext, the function NAMESPACE::name_ext() of HEADER.
function(carom_page_files target header namespace)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${target}_page_files.cpp)
  list(JOIN ARGN "," names)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DOUT=${source} -DHEADER=${header} -DNAMESPACE=${namespace} -DFILES=${names}
            -P ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    DEPENDS ${ARGN} ${CMAKE_SOURCE_DIR}/cmake/EmbedFiles.cmake
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
  set_source_files_properties(${source} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
