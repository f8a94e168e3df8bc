// SPDX-License-Identifier: Zlib
#include "CommandLine.h"
#include "MeshImport/FrameImport.h"
#include "MeshImport/MeshImport.h"
#include "Output/ConsoleErrors.h"
#include "Output/UnfinishedFiles.h"

#include <omp.h>

#include <cstdio>

namespace {

using namespace ambient;

void setThreads(int threads, bool given) {
    if (!given) return;
    if (threads < 1 || threads > 1024)
        throw InputError("--threads: " + std::to_string(threads) + " is not in the range 1 to 1024");
    omp_set_num_threads(threads);
}

} // namespace

int main(int argc, char** argv) {
    ambient::logAs("ambient");
    removeUnfinishedFilesOnSignals();
    CommandLine line;
    CLI::App app;
    const Commands commands = declareCommandLine(app, line);
    try {
        app.parse(argc, argv);
        setThreads(line.threads, commands.addedMass->count("--threads") + commands.stokes->count("--threads") +
                                         commands.radiation->count("--threads") + commands.polar->count("--threads") +
                                         commands.swim->count("--threads") + commands.robot->count("--threads") +
                                         commands.simulate->count("--threads") + commands.fmu->count("--threads") >
                                     0);
        if (commands.check->parsed())
            runCheck(line.check);
        else if (commands.addedMass->parsed())
            runAddedMass(line.addedMass);
        else if (commands.stokes->parsed())
            runStokes(line.stokes);
        else if (commands.hydrostatics->parsed())
            runHydrostatics(line.hydrostatics);
        else if (commands.radiation->parsed())
            runRadiation(line.radiation);
        else if (commands.polar->parsed())
            runPolar(line.polar);
        else if (commands.swim->parsed())
            runSwim(line.swim);
        else if (commands.robot->parsed())
            runRobot(line.robot);
        else if (commands.simulate->parsed())
            runSimulate(line.simulate);
        else if (commands.fmu->parsed())
            runFmu(line.fmu);
        else
            throw InputError("nothing to do: give a subcommand, check, added-mass, stokes, hydrostatics, "
                             "radiation, polar, swim, robot, simulate or fmu");
        return std::fflush(stdout) == 0 ? 0 : fail("standard output cannot be written", 1);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error) : fail(error.what(), 2);
    } catch (const InputError& error) {
        return fail(error.what(), 2);
    } catch (const MeshImportError& error) {
        return fail(error.what(), 2);
    } catch (const FrameImportError& error) {
        return fail(error.what(), 2);
    } catch (const std::invalid_argument& error) {
        return fail(error.what(), 2);
    } catch (const std::exception& error) {
        return fail(error.what(), 1);
    }
}
