# SPDX-License-Identifier: Zlib
# The packages of a build for browsers: Debian has no libraries for that target. Headers come from the host; Bullet and tinyxml2 are
# compiled from their Debian source packages, which get-sources.sh unpacks into AMBIENT_FLUID_WEB_SOURCES.
set(AMBIENT_FLUID_WEB_SOURCES "${PROJECT_SOURCE_DIR}/build/web-sources" CACHE PATH "Sources that third_party/web/get-sources.sh unpacked")
set(ambient_bullet "${AMBIENT_FLUID_WEB_SOURCES}/bullet/src")
set(ambient_tinyxml2 "${AMBIENT_FLUID_WEB_SOURCES}/tinyxml2")
foreach(source IN ITEMS "${ambient_bullet}/btBulletDynamicsAll.cpp" "${ambient_tinyxml2}/tinyxml2.cpp")
    if(NOT EXISTS "${source}")
        message(FATAL_ERROR "${source} is missing: third_party/web/get-sources.sh ${AMBIENT_FLUID_WEB_SOURCES}")
    endif()
endforeach()

# Bullet's own sources that include all others: three units.
add_library(
    AmbientBullet STATIC "${ambient_bullet}/btLinearMathAll.cpp" "${ambient_bullet}/btBulletCollisionAll.cpp"
                         "${ambient_bullet}/btBulletDynamicsAll.cpp"
)
target_include_directories(AmbientBullet SYSTEM PUBLIC "${ambient_bullet}")
target_compile_options(AmbientBullet PRIVATE -w)
set_target_properties(AmbientBullet PROPERTIES UNITY_BUILD OFF)
add_library(BulletPhysics::Dynamics ALIAS AmbientBullet)

add_library(AmbientTinyXml2 STATIC "${ambient_tinyxml2}/tinyxml2.cpp")
target_include_directories(AmbientTinyXml2 SYSTEM PUBLIC "${ambient_tinyxml2}")
add_library(tinyxml2::tinyxml2 ALIAS AmbientTinyXml2)

# A header-only package of the host, without the other headers of its folder.
function(ambient_host_headers target header folder)
    find_path(
        ${folder}_HOST_INCLUDE "${header}"
        PATHS /usr/include /usr/include/eigen3
        NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED
    )
    mark_as_advanced(${folder}_HOST_INCLUDE)
    set(links "${PROJECT_BINARY_DIR}/host-headers/${folder}")
    file(MAKE_DIRECTORY "${links}")
    file(CREATE_LINK "${${folder}_HOST_INCLUDE}/${folder}" "${links}/${folder}" SYMBOLIC)
    add_library(${target} INTERFACE IMPORTED GLOBAL)
    target_include_directories(${target} SYSTEM INTERFACE "${links}")
endfunction()
ambient_host_headers(Eigen3::Eigen Eigen/Core Eigen)
ambient_host_headers(nlohmann_json::nlohmann_json nlohmann/json.hpp nlohmann)

add_library(OpenMP::OpenMP_CXX INTERFACE IMPORTED GLOBAL)
target_include_directories(OpenMP::OpenMP_CXX SYSTEM INTERFACE "${CMAKE_CURRENT_LIST_DIR}/include")
