# cmake -DPROGRAM=... -P links_nothing_above.cmake: fails when PROGRAM loads, itself or through
# another library, Qt, VTK, Vulkan or OpenGL.
cmake_minimum_required(VERSION 3.22)
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAM}
     RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR lost)
list(LENGTH found count)
if(NOT found MATCHES "/libfftw3\\.")
  message(FATAL_ERROR "${PROGRAM} loads no FFTW: it does not use the core (${count} libraries)")
endif()
foreach(library IN LISTS found lost)
  cmake_path(GET library FILENAME name)
  if(name MATCHES "^lib(Qt[0-9]|vtk|QVTK|vulkan|OpenGL|GLX?\\.|EGL)")
    message(FATAL_ERROR "${PROGRAM} loads ${name}, which is above the core")
  endif()
endforeach()
message(STATUS "${PROGRAM} loads ${count} libraries, none above the core")
