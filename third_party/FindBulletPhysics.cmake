# SPDX-License-Identifier: Zlib
# Finds Bullet's rigid-body libraries in one floating-point precision.
#
# Input     BulletPhysics_DOUBLE_PRECISION  ON: btScalar is double; OFF (default): float
#           BulletPhysics_ROOT or CMAKE_PREFIX_PATH  where else to look
# Output    BulletPhysics::Dynamics   link to this: headers, BulletDynamics, BulletCollision, LinearMath and the precision definition
#           BulletPhysics_VERSION     from btScalar.h, such as 3.24
#           BulletPhysics_PRECISION   float32 or float64
#
# Neither CMake's FindBullet (float32 only) nor Bullet's own package file (relative include folder, libraries that do not
# exist) serves both precisions. Taken in this order: Bullet's CMake targets (from a package manager or add_subdirectory),
# then the -float64 names of Debian, then the plain names. A wrong precision would only show as link errors in the user's
# program, so a small link test refuses it here.
include(FindPackageHandleStandardArgs)

if(BulletPhysics_DOUBLE_PRECISION)
    set(BulletPhysics_PRECISION float64)
    set(_bp_suffix -float64)
    set(_bp_definition BT_USE_DOUBLE_PRECISION)
    set(_bp_config BulletConfig-float64.cmake)
else()
    set(BulletPhysics_PRECISION float32)
    set(_bp_suffix "")
    set(_bp_definition "")
    set(_bp_config "")
endif()

if(TARGET BulletPhysics::Dynamics)
    get_target_property(_bp_have BulletPhysics::Dynamics INTERFACE_COMPILE_DEFINITIONS)
    if("BT_USE_DOUBLE_PRECISION" IN_LIST _bp_have)
        set(_bp_have float64)
    else()
        set(_bp_have float32)
    endif()
    if(NOT _bp_have STREQUAL BulletPhysics_PRECISION)
        set(BulletPhysics_FOUND FALSE)
        set(BulletPhysics_NOT_FOUND_MESSAGE
            "This project already uses Bullet in ${_bp_have}, but ${BulletPhysics_PRECISION} is asked for now. One program can hold only one precision."
        )
    else()
        set(BulletPhysics_FOUND TRUE)
    endif()
    if(NOT BulletPhysics_FOUND AND BulletPhysics_FIND_REQUIRED)
        message(FATAL_ERROR "${BulletPhysics_NOT_FOUND_MESSAGE}")
    endif()
    return()
endif()

# _bp_libraries: libraries to link, targets or files. _bp_include: the folder of btBulletDynamicsCommon.h.
set(_bp_parts BulletDynamics BulletCollision LinearMath)
if(NOT TARGET BulletDynamics AND NOT TARGET BulletDynamics${_bp_suffix})
    find_package(Bullet CONFIG QUIET CONFIGS ${_bp_config} BulletConfig.cmake)
endif()
set(_bp_libraries "")
set(_bp_include "")
foreach(_bp_part IN LISTS _bp_parts)
    foreach(_bp_name IN ITEMS ${_bp_part}${_bp_suffix} ${_bp_part})
        if(TARGET ${_bp_name})
            list(APPEND _bp_libraries ${_bp_name})
            break()
        endif()
    endforeach()
endforeach()

set(_bp_built_here FALSE)
if(_bp_libraries)
    list(GET _bp_libraries 0 _bp_name)
    get_target_property(_bp_imported ${_bp_name} IMPORTED)
    if(NOT _bp_imported)
        # Bullet's sources are part of this build: there is nothing to link with yet, but its definitions can be read.
        set(_bp_built_here TRUE)
        get_target_property(_bp_source ${_bp_name} SOURCE_DIR)
        get_filename_component(_bp_include "${_bp_source}/.." ABSOLUTE)
        get_directory_property(_bp_defined DIRECTORY "${_bp_source}" COMPILE_DEFINITIONS)
        list(FILTER _bp_defined INCLUDE REGEX "^BT_")
        set(_bp_definition ${_bp_defined}) # its headers must be read as its sources were
    else()
        get_target_property(_bp_include ${_bp_name} INTERFACE_INCLUDE_DIRECTORIES)
    endif()
endif()
if(NOT _bp_include)
    find_path(
        BulletPhysics_INCLUDE_DIR btBulletDynamicsCommon.h
        HINTS ${BULLET_ROOT_DIR}
        PATH_SUFFIXES include/bullet bullet
    )
    mark_as_advanced(BulletPhysics_INCLUDE_DIR)
    set(_bp_include "${BulletPhysics_INCLUDE_DIR}")
endif()
if(NOT _bp_libraries)
    foreach(_bp_part IN LISTS _bp_parts)
        set(_bp_variable BulletPhysics_${_bp_part}_${BulletPhysics_PRECISION}_LIBRARY)
        find_library(${_bp_variable} NAMES ${_bp_part}${_bp_suffix} ${_bp_part} NAMES_PER_DIR HINTS ${BULLET_ROOT_DIR})
        mark_as_advanced(${_bp_variable})
        if(${_bp_variable})
            list(APPEND _bp_libraries "${${_bp_variable}}")
        endif()
    endforeach()
endif()
list(LENGTH _bp_libraries _bp_count)
if(NOT _bp_count EQUAL 3)
    set(_bp_libraries "")
endif()

set(BulletPhysics_VERSION "")
foreach(_bp_folder IN LISTS _bp_include)
    if(EXISTS "${_bp_folder}/LinearMath/btScalar.h")
        file(STRINGS "${_bp_folder}/LinearMath/btScalar.h" _bp_line REGEX "#define[ \t]+BT_BULLET_VERSION[ \t]+[0-9]+")
        if(_bp_line MATCHES "BT_BULLET_VERSION[ \t]+([0-9]+)([0-9][0-9])")
            set(BulletPhysics_VERSION "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}")
        endif()
    endif()
endforeach()

# Links a call whose symbol names the precision. The result variable is not cached, so a repaired installation is
# noticed.
function(_bp_link_test definition result)
    set(source "${CMAKE_BINARY_DIR}/CMakeFiles/BulletPhysicsLinkTest.cpp")
    file(
        WRITE "${source}"
        "#include <btBulletDynamicsCommon.h>\n"
        "int main() {\n"
        "    btDbvtBroadphase pairs; btDefaultCollisionConfiguration config; btCollisionDispatcher dispatcher(&config);\n"
        "    btSequentialImpulseConstraintSolver solver;\n"
        "    btDiscreteDynamicsWorld world(&dispatcher, &pairs, &solver, &config);\n"
        "    return world.btDiscreteDynamicsWorld::stepSimulation(btScalar(0.01), 1, btScalar(0.01));\n"
        "}\n"
    )
    if(definition)
        set(definition "-D${definition}")
    endif()
    try_compile(
        _bp_links "${CMAKE_BINARY_DIR}/CMakeFiles/BulletPhysicsLinkTest" "${source}"
        CMAKE_FLAGS "-DINCLUDE_DIRECTORIES=${_bp_include}"
        COMPILE_DEFINITIONS ${definition}
        LINK_LIBRARIES ${_bp_libraries}
    )
    set(${result} ${_bp_links} PARENT_SCOPE)
    unset(_bp_links CACHE)
endfunction()

set(BulletPhysics_PRECISION_OK TRUE)
set(_bp_reason "")
if(_bp_built_here)
    set(_bp_have float32)
    if("BT_USE_DOUBLE_PRECISION" IN_LIST _bp_defined)
        set(_bp_have float64)
    endif()
    if(NOT _bp_have STREQUAL BulletPhysics_PRECISION)
        set(BulletPhysics_PRECISION_OK FALSE)
        set(_bp_reason "The Bullet built in this project is ${_bp_have}, but ${BulletPhysics_PRECISION} is asked for.")
    endif()
elseif(_bp_libraries AND _bp_include)
    _bp_link_test("${_bp_definition}" BulletPhysics_PRECISION_OK)
    if(NOT BulletPhysics_PRECISION_OK)
        if(BulletPhysics_DOUBLE_PRECISION)
            _bp_link_test("" _bp_other_links)
            set(_bp_other float32)
        else()
            _bp_link_test(BT_USE_DOUBLE_PRECISION _bp_other_links)
            set(_bp_other float64)
        endif()
        list(GET _bp_libraries 0 _bp_name)
        if(_bp_other_links)
            set(_bp_reason
                "${_bp_name} was built in ${_bp_other}, but ${BulletPhysics_PRECISION} is asked for (BulletPhysics_DOUBLE_PRECISION, AMBIENT_FLUID_DOUBLE_PRECISION)."
            )
        else()
            set(_bp_reason "A small program does not link with ${_bp_name} in either precision.")
        endif()
    endif()
endif()

find_package_handle_standard_args(
    BulletPhysics
    REQUIRED_VARS _bp_libraries _bp_include BulletPhysics_PRECISION_OK
    VERSION_VAR BulletPhysics_VERSION
    REASON_FAILURE_MESSAGE "${_bp_reason}"
)
if(BulletPhysics_FOUND)
    add_library(BulletPhysics::Dynamics INTERFACE IMPORTED)
    set_target_properties(
        BulletPhysics::Dynamics
        PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_bp_include}"
                   INTERFACE_COMPILE_DEFINITIONS "${_bp_definition}"
                   INTERFACE_LINK_LIBRARIES "${_bp_libraries}"
    )
endif()
