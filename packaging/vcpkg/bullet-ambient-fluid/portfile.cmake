# SPDX-License-Identifier: Zlib
# The sources are the tree around this overlay port.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_features(
    OUT_FEATURE_OPTIONS FEATURE_OPTIONS
    FEATURES
        double-precision AMBIENT_FLUID_DOUBLE_PRECISION
        tools AMBIENT_FLUID_BUILD_TOOLS
)
string(TOUPPER "${VCPKG_LIBRARY_LINKAGE}" linkage)
if(linkage STREQUAL "DYNAMIC")
    set(linkage SHARED)
endif()

vcpkg_cmake_configure(
    SOURCE_PATH "${SOURCE_PATH}"
    OPTIONS
        ${FEATURE_OPTIONS}
        -DAMBIENT_FLUID_C_TYPE=${linkage}
        -DAMBIENT_FLUID_BUILD_PYTHON=OFF
        -DAMBIENT_FLUID_BUILD_SAMPLES=OFF
        -DAMBIENT_FLUID_BUILD_TESTS=OFF
        -DAMBIENT_FLUID_BUILD_BENCHMARKS=OFF
        -DAMBIENT_FLUID_WARNINGS_AS_ERRORS=OFF
)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME BulletAmbientFluid CONFIG_PATH lib/cmake/BulletAmbientFluid)
vcpkg_fixup_pkgconfig()
if("tools" IN_LIST FEATURES)
    vcpkg_copy_tools(TOOL_NAMES ambient AUTO_CLEAN)
endif()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
