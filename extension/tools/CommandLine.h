// SPDX-License-Identifier: Zlib
#pragma once

#include "ToolCommands.h"

#include <CLI/CLI.hpp>

namespace ambient {

/// The parsed command line of `ambient`.
struct CommandLine {
    CheckOptions check;
    AddedMassCommandOptions addedMass;
    StokesOptions stokes;
    HydrostaticsOptions hydrostatics;
    RadiationOptions radiation;
    PolarOptions polar;
    SwimOptions swim;
    RobotOptions robot;
    SimulateOptions simulate;
    FmuOptions fmu;
    std::vector<std::string> with, at; ///< of added-mass, as given; paired in addedMass.others
    int threads = 0;                   ///< 0: as many as there are cores
};

/// The subcommands of `ambient`. They belong to the App of their declaration.
struct Commands {
    const CLI::App *check, *addedMass, *stokes, *hydrostatics, *radiation, *polar, *swim, *robot, *simulate, *fmu;
};

/// Gives an App the name, the subcommands and the options of `ambient`; its manual page is made from them.
/// \param line filled by the App's parse(), which it must outlive
Commands declareCommandLine(CLI::App& app, CommandLine& line);

} // namespace ambient
