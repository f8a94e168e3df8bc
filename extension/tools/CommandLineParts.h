// SPDX-License-Identifier: Zlib
#pragma once

#include "CommandLine.h"

namespace ambient {

/// \file
/// Options that several commands have, and commands that are declared in files of their own.

inline void declareMesh(CLI::App& command, std::string& path) {
    command.add_option("mesh", path, "OBJ, STL, PLY, glTF or Collada file")->required()->type_name("MESH");
}

inline void declareThreads(CLI::App& command, CommandLine& line) {
    command.add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
}

inline void declareSheetThickness(CLI::App& command, double& thickness) {
    command
        .add_option("--sheet-thickness", thickness,
                    "An open mesh is a sheet of this thickness [m]; default 0, an open mesh is refused")
        ->type_name("T");
}

inline void declareWrap(CLI::App& command, bool& wrap) {
    command.add_flag("--wrap", wrap, "Close an open or broken mesh on a grid of 256 cells, which cuts edges by a cell");
}

inline void declareScale(CLI::App& command, double& scale) {
    command.add_option("--scale", scale, "Multiply the coordinates, default 1 (the file is in metres)")->type_name("S");
}

inline void declareQuiet(CLI::App& command, bool& quiet) {
    command.add_flag("--quiet", quiet, "Show no progress and no remarks");
}
inline void declareUsual(CLI::App& command, CommandLine& line, bool& quiet) {
    declareThreads(command, line);
    declareQuiet(command, quiet);
}

inline void declareSearchPath(CLI::App& command, std::string& folders) {
    command.add_option("--search-path", folders, "Folders of the packages and models of robots, separated by ':'")
        ->type_name("DIRS");
}

inline void declareRobots(CLI::App& command, RobotFileOptions& o) {
    declareSearchPath(command, o.searchPath);
    command.add_option("--xacro", o.arguments, "Arguments of robots in xacro: NAME:=VALUE, separated by blanks")
        ->type_name("ARGS");
}

/// How a body floats at rest.
CLI::App* declareHydrostatics(CLI::App& app, CommandLine& line);
/// A floating body in waves.
CLI::App* declareRadiation(CLI::App& app, CommandLine& line);

} // namespace ambient
