# SPDX-License-Identifier: Zlib
# openvdb::openvdb (sparse distance grids, MPL-2.0), for the tool and the samples only, and optional: without OpenVDB
# they cannot join pieces or wrap open meshes, and say so. The package's own module requires far more packages than
# these three libraries. CMAKE_DISABLE_FIND_PACKAGE_OpenVDB leaves OpenVDB out, as for modules of packages.
if(TARGET openvdb::openvdb OR CMAKE_DISABLE_FIND_PACKAGE_OpenVDB)
    return()
endif()
find_path(OPENVDB_INCLUDE_DIR openvdb/openvdb.h)
find_library(OPENVDB_LIBRARY openvdb)
find_library(TBB_LIBRARY tbb)
find_library(IMATH_LIBRARY NAMES Imath Imath-3_1)
mark_as_advanced(OPENVDB_INCLUDE_DIR OPENVDB_LIBRARY TBB_LIBRARY IMATH_LIBRARY)
if(OPENVDB_INCLUDE_DIR AND OPENVDB_LIBRARY AND TBB_LIBRARY AND IMATH_LIBRARY)
    add_library(openvdb::openvdb INTERFACE IMPORTED)
    target_include_directories(openvdb::openvdb SYSTEM INTERFACE "${OPENVDB_INCLUDE_DIR}")
    target_link_libraries(openvdb::openvdb INTERFACE "${OPENVDB_LIBRARY}" "${TBB_LIBRARY}" "${IMATH_LIBRARY}")
endif()
