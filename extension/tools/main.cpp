// SPDX-License-Identifier: Zlib
#include "ConsoleErrors.h"
#include "MeshImport/MeshImport.h"
#include "ToolCommands.h"

#include <CLI/CLI.hpp>
#include <omp.h>

#include <cstdio>

namespace {

using namespace ambient;

/// What the command line asks for.
struct CommandLine {
    CheckOptions check;
    AddedMassCommandOptions addedMass;
    int threads = 0; ///< 0: as many as there are cores
};

CLI::App* declareCheck(CLI::App& app, CheckOptions& options) {
    CLI::App* check =
        app.add_subcommand("check", "Is a mesh closed, oriented, manifold, of one piece? How large is it?");
    check->add_option("mesh", options.path, "OBJ, STL, PLY or glTF file")->required()->type_name("MESH");
    check->add_flag("--json", options.json, "Print the report as JSON");
    return check;
}

CLI::App* declareAddedMass(CLI::App& app, CommandLine& line) {
    AddedMassCommandOptions& o = line.addedMass;
    CLI::App* command = app.add_subcommand("added-mass", "The 6x6 added mass of a mesh in an unbounded fluid");
    command->add_option("mesh", o.path, "OBJ, STL, PLY or glTF file")->required()->type_name("MESH");
    command->add_option("--fluid-density", o.fluidDensity, "[kg/m^3], default 1000")->type_name("RHO");
    command->add_option("--scale", o.scale, "Multiply the coordinates, default 1 (the file is in metres)")
        ->type_name("S");
    command->add_option("--method", o.method, "auto (default), dense or collocation")->type_name("NAME");
    command->add_option("--about", o.about, "Reference point: centroid (default), origin or X,Y,Z [m]")
        ->type_name("POINT");
    command->add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
    command->add_option("--format", o.format, "table (default) or json")->type_name("NAME");
    command->add_flag("--quiet", o.quiet, "Show no progress and no remarks");
    command->add_flag("--repair", o.repair, "Also turn a mesh that is inside out");
    return command;
}

void setThreads(int threads, bool given) {
    if (!given) return;
    if (threads < 1 || threads > 1024)
        throw InputError("--threads: " + std::to_string(threads) + " is not in the range 1 to 1024");
    omp_set_num_threads(threads);
}

} // namespace

int main(int argc, char** argv) {
    ambient::logAs("ambient");
    CommandLine line;
    CLI::App app("Meshes as bodies in a fluid: checks them and computes their added mass.", "ambient");
    app.require_subcommand(0, 1);
    const CLI::App* check = declareCheck(app, line.check);
    const CLI::App* addedMass = declareAddedMass(app, line);
    try {
        app.parse(argc, argv);
        setThreads(line.threads, addedMass->count("--threads") > 0);
        if (check->parsed())
            runCheck(line.check);
        else if (addedMass->parsed())
            runAddedMass(line.addedMass);
        else
            throw InputError("nothing to do: give a subcommand, check or added-mass");
        return std::fflush(stdout) == 0 ? 0 : fail("standard output cannot be written", 1);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error) : fail(error.what(), 2);
    } catch (const InputError& error) {
        return fail(error.what(), 2);
    } catch (const MeshImportError& error) {
        return fail(error.what(), 2);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}
