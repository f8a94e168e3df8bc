// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

struct SampleEntry;

/// Command line of ambient-samples; numbers are still text.
struct CommandLine {
    bool list = false, json = false, headless = false, wrenches = false, quiet = false;
    std::string run, compare;          ///< names of scenes
    std::string world;                 ///< a file; the scene of this name runs with it
    std::string validate;              ///< a folder
    std::string gallery;               ///< a folder
    std::string addedMass, integrator; ///< names; empty: by default
    std::string model, solver, csv, plot, png, mp4, loop, glb, joints, skeleton;
    std::string seconds, dt, threads;
    std::string at, speed, size, show, view; ///< of pictures and films
    std::string screenshots;                 ///< a folder for pictures of the window
    std::vector<std::string> assignments;
};

/// \name Commands of ambient-samples
/// Results go to standard output and to the files named on the command line.
/// \throws std::invalid_argument, one line, for errors of the user: before any work starts and any file is left.
/// \throws std::runtime_error if a file could not be written or the picture not be drawn.
/// @{

/// Without --headless: a window with the named scene, or the list of scenes.
/// \throws std::invalid_argument if there is no display, naming the headless options
void viewCommand(const CommandLine& line);

/// `--run NAME --headless`: one scene with one model. Writes the named files and returns the text; does not read the
/// name.
std::string runAndWrite(const SampleEntry& entry, const CommandLine& line);

/// `--gallery DIR`: every scene with its pictures, film, data and 3D file, and a page with them.
void galleryCommand(const CommandLine& line);

/// `--compare NAME`: one scene with every model, in one picture and one table.
void compareCommand(const CommandLine& line);

/// `--validate DIR`: the validation page.
void validateCommand(const CommandLine& line);
/// @}

} // namespace samples
