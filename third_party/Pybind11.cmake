# SPDX-License-Identifier: Zlib
# pybind11::module (pybind11, BSD-3-Clause) and Python's headers, for the Python package only. If something is missing,
# AMBIENT_FLUID_PYTHON_MISSING names it, and the package is not built.
if(TARGET pybind11::module)
    return()
endif()
# Debian's Python first: python3-numpy belongs to this Python.
find_program(AMBIENT_FLUID_PYTHON NAMES python3 HINTS /usr/bin)
mark_as_advanced(AMBIENT_FLUID_PYTHON)
set(AMBIENT_FLUID_PYTHON_MISSING "")
if(NOT AMBIENT_FLUID_PYTHON)
    set(AMBIENT_FLUID_PYTHON_MISSING "python3")
    return()
endif()
set(Python_EXECUTABLE "${AMBIENT_FLUID_PYTHON}")
find_package(Python 3.9 COMPONENTS Interpreter Development.Module QUIET)
if(NOT Python_Development.Module_FOUND)
    set(AMBIENT_FLUID_PYTHON_MISSING "the headers of ${AMBIENT_FLUID_PYTHON} (Debian: python3-dev)")
    return()
endif()
find_package(pybind11 2.10 CONFIG QUIET)
if(NOT pybind11_FOUND)
    set(AMBIENT_FLUID_PYTHON_MISSING "pybind11 (Debian: pybind11-dev)")
endif()
