# SPDX-License-Identifier: Zlib
# cmake -DBUILD_DIRS="DIR;..." -DSCRATCH=DIR [-DPRECISIONS="float32;float64"] -P RunConsumer.cmake
#
# Installs the given builds into one fresh prefix, then configures, builds and runs the project beside this script
# against it: once per precision through find_package (without PRECISIONS: once, without naming one), and, if pkg-config
# exists, once per installed precision through pkg-config, in C++ and in C. With SOURCE, a source tree, the tree is also
# configured as a part of that project, and the project's own files are compiled. Every failure ends the script with an
# error.
cmake_minimum_required(VERSION 3.22)

function(run what)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message("${output}")
        message(FATAL_ERROR "${what} failed: ${code}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

# Reads one entry of a build's cache, to compile the consumer as the library was compiled (sanitizers must match).
function(cached build name result)
    file(STRINGS "${build}/CMakeCache.txt" line REGEX "^${name}:")
    string(FIND "${line}" "=" equals)
    math(EXPR begin "${equals} + 1")
    string(SUBSTRING "${line}" ${begin} -1 value)
    set(${result} "${value}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${SCRATCH}")
foreach(build IN LISTS BUILD_DIRS)
    run("Installing ${build}" "${CMAKE_COMMAND}" --install "${build}" --prefix "${SCRATCH}/prefix")
endforeach()
list(GET BUILD_DIRS 0 build)
cached("${build}" CMAKE_CXX_COMPILER compiler)
cached("${build}" CMAKE_CXX_FLAGS flags)
cached("${build}" CMAKE_BUILD_TYPE type)
cached("${build}" CMAKE_GENERATOR generator)
cached("${build}" CMAKE_INSTALL_LIBDIR libdir)
set(project "${CMAKE_CURRENT_LIST_DIR}/project")

if(NOT PRECISIONS)
    set(PRECISIONS unnamed)
endif()
foreach(precision IN LISTS PRECISIONS)
    set(folder "${SCRATCH}/find_package-${precision}")
    string(REPLACE "unnamed" "" component "${precision}")
    run("Configuring the consumer (${precision})"
        "${CMAKE_COMMAND}" -S "${project}" -B "${folder}" -G "${generator}" "-DCMAKE_PREFIX_PATH=${SCRATCH}/prefix"
        "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_BUILD_TYPE=${type}" "-DPRECISION=${component}"
    )
    run("Building the consumer (${precision})" "${CMAKE_COMMAND}" --build "${folder}")
    foreach(program IN ITEMS consumer c-consumer)
        run("Running the ${program} (${precision})" "${folder}/${program}")
        message("find_package, ${precision}: ${output}")
    endforeach()
endforeach()

if(SOURCE)
    set(folder "${SCRATCH}/add_subdirectory")
    run("Configuring the consumer as one project"
        "${CMAKE_COMMAND}" -S "${project}" -B "${folder}" -G Ninja "-DAMBIENT_FLUID_SOURCE=${SOURCE}"
        "-DCMAKE_CXX_COMPILER=${compiler}" "-DCMAKE_CXX_FLAGS=${flags}" "-DCMAKE_BUILD_TYPE=Debug"
    )
    run("Compiling the consumer as one project"
        "${CMAKE_COMMAND}" --build "${folder}" --target CMakeFiles/consumer.dir/main.cpp.o CMakeFiles/c-consumer.dir/main.c.o
    )
    message("add_subdirectory: configured, and both programs compiled without a warning")
endif()

find_program(pkgConfig pkg-config)
find_program(cCompiler NAMES cc gcc clang)
file(GLOB packages "${SCRATCH}/prefix/${libdir}/pkgconfig/*AmbientFluid*.pc")
list(FILTER packages EXCLUDE REGEX "/AmbientFluid.pc$")
if(NOT packages)
    message(FATAL_ERROR "No pkg-config file was installed in ${SCRATCH}/prefix/${libdir}/pkgconfig")
endif()
set(ENV{PKG_CONFIG_PATH} "${SCRATCH}/prefix/${libdir}/pkgconfig")
foreach(file IN LISTS packages)
    if(NOT pkgConfig)
        break()
    endif()
    get_filename_component(package "${file}" NAME_WLE)
    run("pkg-config ${package}" "${pkgConfig}" --cflags --libs ${package})
    separate_arguments(packageFlags UNIX_COMMAND "${output}")
    separate_arguments(compilerFlags UNIX_COMMAND "${flags}")
    set(program "${SCRATCH}/pkg-config-${package}")
    if(package MATCHES "FluidC")
        set(command "${cCompiler}" -std=c99 ${compilerFlags} "${project}/main.c")
    else()
        set(command "${compiler}" -std=c++17 ${compilerFlags} "${project}/main.cpp")
    endif()
    run("Compiling with ${package}.pc" ${command} -o "${program}" ${packageFlags} "-Wl,-rpath,${SCRATCH}/prefix/${libdir}")
    run("Running with ${package}.pc" "${program}")
    message("pkg-config, ${package}: ${output}")
endforeach()
