// SPDX-License-Identifier: Zlib
// ambient-first-picture DIR: picture, curves, table and 3D file of the gallery's first scene. Without the other scenes
// and the window: the first build links this program long before ambient-samples (samples/run.sh).
#include "Output/ConsoleErrors.h"
#include "Output/OutputFile.h"
#include "commands/GalleryRun.h"

#include <csignal>

int main(int argc, char** argv) {
    ambient::logAs("ambient-first-picture");
    std::signal(SIGPIPE, SIG_IGN);
    ambient::removeUnfinishedFilesOnSignals();
    if (argc != 2) return ambient::fail("needs the folder for its files: ambient-first-picture DIR", 2);
    try {
        samples::makeGalleryFolder(argv[1]);
        samples::GalleryRun(samples::firstSample(), argv[1]).drawStill();
        return 0;
    } catch (const std::invalid_argument& error) {
        return ambient::fail(error.what(), 2);
    } catch (const std::exception& error) {
        return ambient::fail(error.what(), 1);
    }
}
