# SPDX-License-Identifier: Zlib
# The packages of a build for another system: Debian has no libraries for such systems. Header-only ones are the host's;
# Bullet, tinyxml2 and GoogleTest are compiled from their Debian source packages. third_party/cross/get-sources.sh
# unpacks the first two into AMBIENT_FLUID_CROSS_SOURCES; GoogleTest's package installs its sources.
set(AMBIENT_FLUID_CROSS_SOURCES "${PROJECT_SOURCE_DIR}/build/cross-sources" CACHE PATH "Sources that third_party/cross/get-sources.sh unpacked")
set(ambient_bullet "${AMBIENT_FLUID_CROSS_SOURCES}/bullet/src")
set(ambient_tinyxml2 "${AMBIENT_FLUID_CROSS_SOURCES}/tinyxml2")
foreach(source IN ITEMS "${ambient_bullet}/btBulletDynamicsAll.cpp" "${ambient_tinyxml2}/tinyxml2.cpp")
    if(NOT EXISTS "${source}")
        message(FATAL_ERROR "${source} is missing: third_party/cross/get-sources.sh ${AMBIENT_FLUID_CROSS_SOURCES}")
    endif()
endforeach()

# Sources of others, compiled as they are and without their warnings. Those of Bullet include all others: three units.
function(ambient_foreign_library target include)
    add_library(${target} STATIC ${ARGN})
    target_include_directories(${target} SYSTEM PUBLIC "${include}")
    # g++ fuses multiplications with additions if the processor can, as on ARM: the bits would differ from other
    # platforms.
    target_compile_options(${target} PRIVATE -w -ffp-contract=off)
    set_target_properties(${target} PROPERTIES UNITY_BUILD OFF)
    if(NOT EMSCRIPTEN)
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
endfunction()
ambient_foreign_library(
    AmbientBullet "${ambient_bullet}" "${ambient_bullet}/btLinearMathAll.cpp" "${ambient_bullet}/btBulletCollisionAll.cpp"
    "${ambient_bullet}/btBulletDynamicsAll.cpp"
)
if(AMBIENT_FLUID_DOUBLE_PRECISION)
    target_compile_definitions(AmbientBullet PUBLIC BT_USE_DOUBLE_PRECISION)
endif()
add_library(BulletPhysics::Dynamics ALIAS AmbientBullet)
file(STRINGS "${ambient_bullet}/LinearMath/btScalar.h" version REGEX "#define[ \t]+BT_BULLET_VERSION[ \t]+[0-9]+")
if(version MATCHES "([0-9]+)([0-9][0-9])$")
    set(BulletPhysics_VERSION "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
endif()
ambient_foreign_library(AmbientTinyXml2 "${ambient_tinyxml2}" "${ambient_tinyxml2}/tinyxml2.cpp")
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
if(AMBIENT_FLUID_BUILD_TOOLS)
    ambient_host_headers(CLI11::CLI11 CLI/CLI.hpp CLI)
    ambient_host_headers(fmt::fmt fmt/format.h fmt)
    ambient_host_headers(spdlog::spdlog spdlog/spdlog.h spdlog)
    set_property(TARGET spdlog::spdlog APPEND PROPERTY INTERFACE_LINK_LIBRARIES fmt::fmt)
    set_property(TARGET spdlog::spdlog APPEND PROPERTY INTERFACE_COMPILE_DEFINITIONS SPDLOG_FMT_EXTERNAL FMT_HEADER_ONLY)
endif()

if(AMBIENT_FLUID_BUILD_TESTS)
    set(ambient_gtest /usr/src/googletest/googletest)
    if(NOT EXISTS "${ambient_gtest}/src/gtest-all.cc")
        message(FATAL_ERROR "${ambient_gtest} is missing (Debian: third_party/install.sh --cross)")
    endif()
    find_package(Threads REQUIRED)
    ambient_foreign_library(AmbientGTest "${ambient_gtest}/include" "${ambient_gtest}/src/gtest-all.cc")
    target_include_directories(AmbientGTest PRIVATE "${ambient_gtest}")
    target_compile_features(AmbientGTest PUBLIC cxx_std_17)
    target_link_libraries(AmbientGTest PUBLIC Threads::Threads)
    add_library(GTest::gtest ALIAS AmbientGTest)
    ambient_foreign_library(AmbientGTestMain "${ambient_gtest}/include" "${ambient_gtest}/src/gtest_main.cc")
    target_link_libraries(AmbientGTestMain PUBLIC AmbientGTest)
    add_library(GTest::gtest_main ALIAS AmbientGTestMain)
endif()

# OpenMP's functions for a browser, which has no threads here.
if(EMSCRIPTEN)
    add_library(OpenMP::OpenMP_CXX INTERFACE IMPORTED GLOBAL)
    target_include_directories(OpenMP::OpenMP_CXX SYSTEM INTERFACE "${PROJECT_SOURCE_DIR}/third_party/web/include")
endif()
