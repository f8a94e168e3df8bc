# SPDX-License-Identifier: Zlib
# minizip::minizip (writes .zip files, zlib), for co-simulation units, and optional: without it the tool writes none.
if(TARGET minizip::minizip)
    return()
endif()
find_path(MINIZIP_INCLUDE_DIR minizip/zip.h)
find_library(MINIZIP_LIBRARY minizip)
find_package(ZLIB)
mark_as_advanced(MINIZIP_INCLUDE_DIR MINIZIP_LIBRARY)
if(MINIZIP_INCLUDE_DIR AND MINIZIP_LIBRARY AND TARGET ZLIB::ZLIB)
    add_library(minizip::minizip INTERFACE IMPORTED)
    target_include_directories(minizip::minizip SYSTEM INTERFACE "${MINIZIP_INCLUDE_DIR}")
    target_link_libraries(minizip::minizip INTERFACE "${MINIZIP_LIBRARY}" ZLIB::ZLIB)
endif()
