# SPDX-License-Identifier: Zlib
# ode::ode (BSD or LGPL-2.1), another physics engine, for a sample and its tests; optional: no target unless installed
if(TARGET ode::ode)
    return()
endif()
find_library(AMBIENT_ODE_LIBRARY NAMES ode)
find_path(AMBIENT_ODE_INCLUDE NAMES ode/ode.h)
mark_as_advanced(AMBIENT_ODE_LIBRARY AMBIENT_ODE_INCLUDE)
if(AMBIENT_ODE_LIBRARY AND AMBIENT_ODE_INCLUDE)
    add_library(ode::ode UNKNOWN IMPORTED)
    set_target_properties(
        ode::ode PROPERTIES IMPORTED_LOCATION "${AMBIENT_ODE_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${AMBIENT_ODE_INCLUDE}"
    )
endif()
