// SPDX-License-Identifier: Zlib
// Writes the manual page of `ambient` into the named file. Run by the build.
#include "Output/ConsoleErrors.h"
#include "Output/OutputFile.h"
#include "manual/ManualPage.h"

int main(int argc, char** argv) {
    ambient::logAs("ambient-manual");
    ambient::removeUnfinishedFilesOnSignals();
    if (argc != 2) return ambient::fail("give the name of the file to write", 2);
    try {
        ambient::OutputFile file(argv[1]);
        file.write(ambient::manualPage());
        file.commit();
        return 0;
    } catch (const std::exception& error) {
        return ambient::fail(error.what(), 1);
    }
}
