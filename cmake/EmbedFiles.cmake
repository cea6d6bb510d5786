# SPDX-License-Identifier: Apache-2.0
# cmake -DOUT=… -DHEADER=… -DNAMESPACE=… -DFILES=a,b -P EmbedFiles.cmake: the texts of files as functions (PageFiles.cmake).
string(REPLACE "," ";" files "${FILES}")
set(text "#include \"${HEADER}\"\nnamespace ${NAMESPACE} {\n")
foreach(file IN LISTS files)
  file(READ ${file} content)
  get_filename_component(name ${file} NAME)
  string(REPLACE "." "_" name ${name})
  string(LENGTH "${content}" size)
  string(APPEND text "std::string_view ${name}() {\n  return R\"~file~(${content})~file~\";\n}\n")
endforeach()
string(APPEND text "}\n")
file(WRITE ${OUT} "${text}")
