// SPDX-License-Identifier: Zlib
#include "Output/ConsoleErrors.h"
#include "Output/OutputFile.h"
#include "Output/VersionText.h"
#include "commands/Commands.h"
#include "interface/SampleEntries.h"

#include <CLI/CLI.hpp>

#include <csignal>
#include <iostream>

namespace {

using samples::CommandLine;

void declarePictures(CLI::App& app, CommandLine& line) {
    app.add_option("--png", line.png, "Draw the run: a multi-exposure, or one moment with --at")->type_name("FILE");
    app.add_option("--loop", line.loop, "Write a short film to be repeated on a page: 4 s, 480x270, without text")
        ->type_name("FILE");
    app.add_option("--mp4", line.mp4, "Film the run with ffmpeg, 60 pictures a second")->type_name("FILE");
    app.add_option("--glb", line.glb, "Write an animated glTF 2.0 file")->type_name("FILE");
    app.add_option("--joints", line.joints, "Write positions, rates and torques of the joints of articulated bodies")
        ->type_name("FILE");
    app.add_option("--skeleton", line.skeleton, "Write articulated bodies as skeletons in a glTF 2.0 file")
        ->type_name("FILE");
    app.add_option("--at", line.at, "With --png: the moment to show [s]")->type_name("T");
    app.add_option("--speed", line.speed,
                   "With --mp4 or --loop: simulated time per time of the film; default: 3 to 20 s of film, or 4 s")
        ->type_name("S");
    app.add_option("--view", line.view,
                   "With --mp4 or --loop: the camera goes along with the bodies; azimuth and elevation of the eye "
                   "[deg], height of the picture [m]")
        ->type_name("A,E,H");
    app.add_option("--size", line.size, "With --png or --mp4: default 1920x1080, of films 1280x720")->type_name("WxH");
    app.add_option("--show", line.show,
                   "With --png or --mp4: what to show besides the bodies, of slip, separation, forces, added-mass, "
                   "velocity, wings, trails, labels, slices, particles; default: trails,labels,slices")
        ->type_name("LIST");
}

void declare(CLI::App& app, CommandLine& line) {
    app.set_version_flag(
        "--version", [] { return ambient::versionText("ambient-samples"); },
        "Print the version, and what a report of a bug should tell");
    app.add_flag("--list", line.list, "List the scenes with their parameters");
    app.add_flag("--json", line.json, "With --list: as JSON");
    app.add_option("--run", line.run, "Run a scene")->type_name("NAME");
    app.add_option("--world", line.world, "Run a world from a JSON file (docs/worlds.md), as a scene")
        ->type_name("FILE");
    app.add_option("--compare", line.compare, "Run a scene with every model")->type_name("NAME");
    app.add_option("--validate", line.validate, "Compute the validation page into a folder")->type_name("DIR");
    app.add_option("--gallery", line.gallery, "Run every scene and leave pictures, data and a page in a folder")
        ->type_name("DIR");
    app.add_flag("--headless", line.headless, "Run without a window, for the files below");
    app.add_option("--seconds", line.seconds, "Simulated time [s]; default: the scene's own")->type_name("T");
    app.add_option("--dt", line.dt, "Step [s]; default: the scene's own")->type_name("H");
    app.add_option("--set", line.assignments, "Change parameters of the scene")->type_name("KEY=VALUE");
    app.add_option("--model", line.model,
                   "Forces of the fluid: default, paper001; to compare with: surface2026b (the default before), "
                   "rbd "
                   "(none: vacuum), uwrbd (linear drag), "
                   "gwtf (lift and drag of plates)")
        ->type_name("NAME");
    app.add_option("--added-mass", line.addedMass,
                   "Added mass: exact, local (paper 000's estimate); default: exact, with gwtf local for bodies that "
                   "change their shape")
        ->type_name("NAME");
    app.add_option("--integrator", line.integrator,
                   "Integrator between contacts: adaptive (default), rk4, midpoint, euler, variational (paper 000's); "
                   "all but the first take one step of Bullet at a time")
        ->type_name("NAME");
    app.add_option("--solver", line.solver,
                   "Constraint solver: stock (Bullet's own), fluid (contacts and joints feel the added mass)")
        ->type_name("NAME");
    app.add_option("--csv", line.csv, "Write position, orientation and velocities")->type_name("FILE");
    app.add_option("--plot", line.plot, "Draw the run with gnuplot, as .png or .svg")->type_name("FILE");
    app.add_flag("--wrenches", line.wrenches, "With --csv: also torque and force of every term");
    declarePictures(app, line);
    app.add_option("--screenshots", line.screenshots, "Leave a picture of each panel of the window, and quit")
        ->type_name("DIR");
    app.add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
    app.add_flag("--quiet", line.quiet, "Show no progress and no hints");
}

std::string pictureOptions(const CommandLine& line) {
    return line.png + line.mp4 + line.loop + line.glb + line.joints + line.skeleton + line.at + line.speed + line.view +
           line.size + line.show;
}

/// A list runs nothing: options of a run would be ignored.
void requireOnlyList(const CommandLine& line) {
    const bool more = line.headless || line.wrenches || line.quiet || !line.assignments.empty() ||
                      !(line.model + line.addedMass + line.integrator + line.solver + line.csv + line.plot +
                        line.seconds + line.dt + line.threads)
                           .empty();
    if (more || !pictureOptions(line).empty()) throw std::invalid_argument("--list takes --json only");
}

/// The gallery shows every scene with its defaults.
void requireOnlyGallery(const CommandLine& line) {
    const std::string more =
        line.model + line.addedMass + line.integrator + line.solver + line.csv + line.plot + line.seconds + line.dt;
    if (line.wrenches || !line.assignments.empty() || !(more + pictureOptions(line)).empty())
        throw std::invalid_argument("--gallery DIR takes --threads and --quiet only");
}

/// A run in a window is not written to files.
void requireNoFiles(const CommandLine& line) {
    if (line.wrenches || !(line.csv + line.plot + pictureOptions(line)).empty())
        throw std::invalid_argument("files are written without a window: use --headless with --csv FILE, --plot FILE, "
                                    "--png FILE, --mp4 FILE or --glb FILE");
}

/// A world file is a scene from here on.
void takeWorld(CommandLine& line) {
    if (line.world.empty()) return;
    if (!line.run.empty()) throw std::invalid_argument("--world FILE and --run NAME: one thing at a time");
    samples::addWorldFile(line.world);
    line.run = line.world;
}

void obey(const CommandLine& line) {
    const std::size_t jobs = std::size_t(line.list) + !line.run.empty() + !line.compare.empty() +
                             !line.validate.empty() + !line.gallery.empty();
    if (line.json && !line.list) throw std::invalid_argument("--json goes with --list");
    if (jobs > 1)
        throw std::invalid_argument(
            "one thing at a time: --list, --run NAME, --compare NAME, --validate DIR or --gallery DIR");
    if (jobs == 0 && line.headless)
        throw std::invalid_argument("nothing to do: --list shows the scenes, --run NAME --headless runs one, "
                                    "--compare NAME runs one with every model, --validate DIR writes the validation "
                                    "page, --gallery DIR pictures of every scene");
    if (!line.screenshots.empty() &&
        (line.headless || line.list || !(line.compare + line.validate + line.gallery).empty()))
        throw std::invalid_argument("--screenshots needs the window: it goes with --run NAME or alone");
    if (line.run.empty() && jobs > 0 && !line.list && !pictureOptions(line).empty())
        throw std::invalid_argument(
            "--png, --mp4, --glb and what they show, --joints and --skeleton go with --run NAME");
    if (line.list) {
        requireOnlyList(line);
        std::cout << samples::listSamples(line.json) << std::flush;
    } else if (!line.compare.empty()) {
        samples::compareCommand(line);
    } else if (!line.validate.empty()) {
        samples::validateCommand(line);
    } else if (!line.gallery.empty()) {
        requireOnlyGallery(line);
        samples::galleryCommand(line);
    } else if (line.headless) {
        std::cout << samples::runAndWrite(samples::findSample(line.run), line) << std::flush;
    } else {
        requireNoFiles(line);
        samples::viewCommand(line);
    }
}

} // namespace

int main(int argc, char** argv) {
    ambient::logAs("ambient-samples");
    std::signal(SIGPIPE, SIG_IGN);
    ambient::removeUnfinishedFilesOnSignals();
    CommandLine line;
    CLI::App app("Scenes of rigid bodies in air and water, run in a Bullet world.", "ambient-samples");
    declare(app, line);
    try {
        app.parse(argc, argv);
        takeWorld(line);
        obey(line);
        return std::cout ? 0 : ambient::fail("standard output cannot be written", 1);
    } catch (const CLI::ParseError& error) {
        return error.get_exit_code() == 0 ? app.exit(error) : ambient::fail(error.what(), 2);
    } catch (const std::invalid_argument& error) {
        return ambient::fail(error.what(), 2);
    } catch (const std::exception& error) {
        return ambient::fail(error.what(), 1);
    }
}
