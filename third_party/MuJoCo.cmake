# SPDX-License-Identifier: Zlib
# mujoco::mujoco (Apache-2.0), for tests of files that it reads and for benchmarks beside it; optional: no target where there is none.
# The folder AMBIENT_FLUID_MUJOCO comes first: it holds include/mujoco/mujoco.h and libmujoco.so.*, as the package of PyPI does, which
# tests/benchmarks/mujoco.sh installs below build/mujoco. Then follows the system's library.
if(TARGET mujoco::mujoco)
    return()
endif()
set(AMBIENT_FLUID_MUJOCO "" CACHE PATH "Folder of MuJoCo's library and its include; empty: that of tests/benchmarks/mujoco.sh, else the system's")
set(ambient_mujoco "${AMBIENT_FLUID_MUJOCO}")
if(NOT ambient_mujoco)
    file(GLOB ambient_mujoco LIST_DIRECTORIES true "${PROJECT_SOURCE_DIR}/build/mujoco/lib/python3*/site-packages/mujoco")
    list(SORT ambient_mujoco COMPARE NATURAL ORDER DESCENDING)
    list(APPEND ambient_mujoco "") # there may be none
    list(GET ambient_mujoco 0 ambient_mujoco)
endif()
if(ambient_mujoco)
    file(GLOB ambient_mujoco_library "${ambient_mujoco}/libmujoco.so*" "${ambient_mujoco}/lib/libmujoco.so*")
    list(SORT ambient_mujoco_library COMPARE NATURAL)
    list(APPEND ambient_mujoco_library "")
    list(GET ambient_mujoco_library 0 ambient_mujoco_library)
    set(ambient_mujoco_include "${ambient_mujoco}/include")
    if(AMBIENT_FLUID_MUJOCO AND NOT (ambient_mujoco_library AND EXISTS "${ambient_mujoco_include}/mujoco/mujoco.h"))
        message(FATAL_ERROR "AMBIENT_FLUID_MUJOCO: ${AMBIENT_FLUID_MUJOCO} has no libmujoco.so and include/mujoco/mujoco.h")
    endif()
endif()
if(NOT ambient_mujoco_library)
    find_library(AMBIENT_MUJOCO_LIBRARY NAMES mujoco)
    find_path(AMBIENT_MUJOCO_INCLUDE NAMES mujoco/mujoco.h)
    mark_as_advanced(AMBIENT_MUJOCO_LIBRARY AMBIENT_MUJOCO_INCLUDE)
    set(ambient_mujoco_library "${AMBIENT_MUJOCO_LIBRARY}")
    set(ambient_mujoco_include "${AMBIENT_MUJOCO_INCLUDE}")
endif()
if(ambient_mujoco_library AND ambient_mujoco_include)
    add_library(mujoco::mujoco UNKNOWN IMPORTED)
    set_target_properties(
        mujoco::mujoco PROPERTIES IMPORTED_LOCATION "${ambient_mujoco_library}" INTERFACE_INCLUDE_DIRECTORIES "${ambient_mujoco_include}"
    )
endif()
