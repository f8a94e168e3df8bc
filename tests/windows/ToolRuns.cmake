# SPDX-License-Identifier: Zlib
# The tool reads and writes files, by paths with a leading slash and with spaces. RUN: the program, with its emulator. SCRATCH: a folder.
set(folder "${SCRATCH}/a cube ü木")
file(REMOVE_RECURSE "${SCRATCH}")
file(WRITE "${folder}/cube.obj" "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
file(WRITE "${folder}/world.json" "{\"seconds\": 0.1, \"dt\": 0.01, \"medium\": {\"fluid\": \"water\"}, \"bodies\": [{\"shape\": {\"type\": \"mesh\", \"file\": \"cube.obj\"}, \"density\": 500}]}")
execute_process(
    COMMAND ${RUN} check "${folder}/cube.obj" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors
)
if(NOT result EQUAL 0 OR NOT output MATCHES "cube.obj")
    message(FATAL_ERROR "check: exit ${result}\n${output}${errors}")
endif()
execute_process(
    COMMAND ${RUN} check "${folder}/cub.obj" RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors
)
if(NOT result EQUAL 2 OR NOT errors MATCHES "cub.obj: no such file")
    message(FATAL_ERROR "check of a missing file: exit ${result}\n${output}${errors}")
endif()
execute_process(
    COMMAND ${RUN} simulate "${folder}/world.json" --csv "${folder}/result.csv"
    RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors
)
if(NOT result EQUAL 0 OR NOT EXISTS "${folder}/result.csv")
    message(FATAL_ERROR "simulate: exit ${result}\n${output}${errors}")
endif()
