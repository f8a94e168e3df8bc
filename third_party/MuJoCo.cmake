# SPDX-License-Identifier: Zlib
# mujoco::mujoco (Apache-2.0), for a test of files that it reads and for a benchmark beside it; optional: no target where it is
# not installed
if(TARGET mujoco::mujoco)
    return()
endif()
find_library(AMBIENT_MUJOCO_LIBRARY NAMES mujoco)
find_path(AMBIENT_MUJOCO_INCLUDE NAMES mujoco/mujoco.h)
mark_as_advanced(AMBIENT_MUJOCO_LIBRARY AMBIENT_MUJOCO_INCLUDE)
if(AMBIENT_MUJOCO_LIBRARY AND AMBIENT_MUJOCO_INCLUDE)
    add_library(mujoco::mujoco UNKNOWN IMPORTED)
    set_target_properties(
        mujoco::mujoco PROPERTIES IMPORTED_LOCATION "${AMBIENT_MUJOCO_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES
                                                                                "${AMBIENT_MUJOCO_INCLUDE}"
    )
endif()
