// SPDX-License-Identifier: Zlib
#include "Output/ProgressBar.h"
#include "commands/GalleryRun.h"
#include "commands/PreparedRun.h"
#include "gallery/GalleryPage.h"

#include <omp.h>

#include <filesystem>
#include <iostream>

namespace samples {

void galleryCommand(const CommandLine& line) {
    setThreads(line.threads);
    makeGalleryFolder(line.gallery);
    ambient::OutputFile page(line.gallery + "/index.html");
    ambient::ProgressBar bar("gallery", !line.quiet);
    const std::string program = std::filesystem::read_symlink("/proc/self/exe");
    page.write(galleryHtml(runGallery(sampleEntries(), line.gallery, program, omp_get_max_threads(), line.quiet,
                                      [&](double fraction) { bar.update(fraction); })));
    page.commit();
    std::cout << "wrote " << line.gallery << "/index.html\n" << std::flush;
}

} // namespace samples
