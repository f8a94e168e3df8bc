// SPDX-License-Identifier: Zlib
#include "Output/ProgressBar.h"
#include "commands/PreparedRun.h"
#include "gallery/GalleryPage.h"

#include <filesystem>
#include <iostream>
#include <iterator>
#include <stdexcept>

namespace samples {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFilmed = "falling-plate"; ///< films take longest: one shows their kind

void makeFolder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw std::invalid_argument("--gallery " + folder + ": is no folder and cannot be made one");
}

/// Text of the page on a scene that leaves its files in a folder; the line runs it.
struct GalleryRun {
    GalleryItem item;
    CommandLine line;

    GalleryRun(const SampleEntry& entry, const CommandLine& common) : line(common) {
        line.gallery.clear();
        line.run = item.name = entry.name;
        line.size = "1280x720"; // of pictures and of the film
        item.description = entry.description;
        item.figure = entry.figure;
        item.title = PreparedRun(entry.name, line).plot("").title;
        const std::string stem = common.gallery + "/" + entry.name;
        line.csv = stem + ".csv";
        line.plot = stem + "-plot.svg";
        line.png = stem + ".png";
        line.glb = stem + ".glb";
        line.loop = stem + "-loop.mp4";
        if (entry.name == kFilmed) line.mp4 = stem + ".mp4";
    }

    void run() {
        std::string* const names[] = {&item.csv, &item.plot, &item.picture, &item.film, &item.loop, &item.glb};
        const std::string files[] = {line.csv, line.plot, line.png, line.mp4, line.loop, line.glb};
        std::error_code ignored; // a file that is not there has the least time
        fs::file_time_type former[std::size(files)];
        for (std::size_t i = 0; i < std::size(files); ++i)
            former[i] = fs::last_write_time(files[i], ignored);
        item.summary = runAndWrite(line);
        for (std::size_t i = 0; i < std::size(files); ++i) {
            if (!fs::exists(files[i], ignored)) continue;
            // One from an earlier gallery would be shown as this run's.
            if (fs::last_write_time(files[i], ignored) == former[i])
                fs::remove(files[i]);
            else
                *names[i] = fs::path(files[i]).filename().string();
        }
    }
};

} // namespace

void galleryCommand(const CommandLine& line) {
    setThreads(line.threads);
    makeFolder(line.gallery);
    ambient::OutputFile page(line.gallery + "/index.html");
    std::vector<GalleryItem> items;
    const std::vector<SampleEntry>& entries = sampleEntries();
    ambient::ProgressBar bar("gallery", !line.quiet);
    for (const SampleEntry& entry : entries) {
        GalleryRun scene(entry, line);
        // Hints about missing programs once, with the first scene, which wants everything.
        scene.line.quiet = line.quiet || !items.empty();
        scene.run();
        items.push_back(scene.item);
        bar.update(double(items.size()) / double(entries.size()));
    }
    page.write(galleryHtml(items));
    page.commit();
    std::cout << "wrote " << line.gallery << "/index.html\n" << std::flush;
}

} // namespace samples
