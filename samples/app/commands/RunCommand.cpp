// SPDX-License-Identifier: Zlib
#include "Output/JointTrack.h"
#include "Output/ProgressBar.h"
#include "commands/PictureOrders.h"
#include "commands/PreparedRun.h"
#include "exporters/CsvWriter.h"
#include "exporters/GlbFile.h"
#include "exporters/GnuplotPlot.h"

#include <spdlog/spdlog.h>

#include <iostream>
#include <stdexcept>

namespace samples {
namespace {

/// Nothing, and a hint unless quiet, if drawing is impossible: the other files are still written.
std::unique_ptr<OffscreenRenderer> rendererFor(const PictureSize& size, const std::string& path, bool quiet) {
    try {
        return std::make_unique<OffscreenRenderer>(size);
    } catch (const std::runtime_error& error) {
        if (!quiet) spdlog::warn("no {}: {}", path, error.what());
        return nullptr;
    }
}

void drawStill(const RunRecord& record, const PlotSpec& spec, const StillOptions& options, ambient::OutputFile& file,
               bool quiet) {
    const auto renderer = rendererFor(options.size, file.path(), quiet);
    if (!renderer) return;
    file.write(stillPng(record, spec, options, *renderer));
    file.commit();
}

void film(const RunRecord& record, const PlotSpec& spec, const FilmOptions& options, ambient::OutputFile& file,
          bool quiet) {
    if (!isFfmpegInstalled()) {
        if (!quiet) spdlog::warn("no {}: ffmpeg is not installed (Debian: ffmpeg)", file.path());
        return;
    }
    const auto renderer = rendererFor(options.size, file.path(), quiet);
    if (!renderer) return;
    ambient::ProgressBar bar("filming " + record.scene, !quiet);
    writeFilm(record, spec, options, *renderer, file, [&bar](double fraction) { bar.update(fraction); });
}

void writeGlb(const RunRecord& record, const PreparedRun& prepared, const PlotSpec& spec, ambient::OutputFile& file) {
    GlbOptions options;
    options.description = prepared.entry.description;
    options.figure = prepared.entry.figure;
    options.parameters = prepared.values.all();
    file.write(glbOf(record, spec, options));
    file.commit();
}

void requireJoints(const CommandLine& line, const Scene& scene) {
    if ((line.joints + line.skeleton).empty() || scene.hasMultiBodies()) return;
    throw std::invalid_argument((line.joints.empty() ? "--skeleton: " : "--joints: ") + line.run +
                                " has no articulated body");
}

void writeText(ambient::OutputFile* file, const std::string& text) {
    file->write(text);
    file->commit();
}

} // namespace

std::string runAndWrite(const SampleEntry& entry, const CommandLine& line) {
    if (line.wrenches && line.csv.empty()) throw std::invalid_argument("--wrenches needs --csv FILE");
    PreparedRun prepared(entry, line);
    requireJoints(line, *prepared.scene);
    const PictureOrders orders(line, prepared.options.duration);
    if (orders.still.show.forces || orders.still.show.wings) prepared.options.recordTerms = true;
    setThreads(line.threads);
    ResultFiles files(line, prepared);
    const RunRecord record = prepared.run(prepared.options.model, entry.name, line.quiet);
    const PlotSpec spec = prepared.plot(modelCaption(record.model), record.solver);
    if (files.wantsCsv()) files.writeCsv(csvText(record, line.wrenches));
    if (files.wantsPlot())
        files.drawPlot(
            [&](PlotFormat format, const std::string& file) { return plotScript(record, spec, format, file); },
            line.quiet);
    if (files.glb()) writeGlb(record, prepared, spec, *files.glb());
    if (files.joints()) writeText(files.joints(), jointCsv(record.joints));
    if (files.skeleton()) writeText(files.skeleton(), skeletonGlb(record.joints));
    if (files.png()) drawStill(record, spec, orders.still, *files.png(), line.quiet);
    if (files.mp4()) film(record, spec, orders.film, *files.mp4(), line.quiet);
    if (files.loop()) {
        FilmOptions loop = loopOptions(record, spec);
        loop.view = orders.film.view;
        if (orders.film.speed) loop.speed = orders.film.speed;
        film(record, spec, loop, *files.loop(), line.quiet);
    }
    return entry.name + ": " + std::to_string(record.frameCount() - 1) + " steps\n" + prepared.scene->summary(record);
}

} // namespace samples
