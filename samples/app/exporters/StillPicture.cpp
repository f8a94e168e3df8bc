// SPDX-License-Identifier: Zlib
#include "exporters/StillPicture.h"

#include <algorithm>
#include <cmath>

namespace samples {

namespace {

constexpr double kRoomForArrows = 2.0;

/// The run up to a time [s].
RunRecord beginningOf(const RunRecord& record, double end) {
    RunRecord beginning = record;
    const double frames = std::min(std::floor(end / record.timeStep + 1e-6) + 1.0, double(record.frameCount()));
    beginning.samples.resize(static_cast<std::size_t>(frames) * record.bodies.size());
    return beginning;
}

} // namespace

StagedDrawing stagedStill(const RunRecord& record, const PlotSpec& spec, const StillOptions& options) {
    if (spec.pictureEnd && !options.time) {
        PlotSpec whole = spec;
        whole.pictureEnd.reset();
        return stagedStill(beginningOf(record, *spec.pictureEnd), whole, options);
    }
    ShowOptions show = options.show;
    const RecordDrawing drawing(record, spec);
    const int legends = drawing.legendCount(show);
    if (options.time) {
        const double time = std::min(*options.time, record.last().time);
        Camera camera = frameMoment(record, spec, time, options.size, legends);
        if (show.forces || show.wings || show.velocity) camera.distance *= kRoomForArrows;
        return {drawing.moment(time, show, {camera, options.size}), camera};
    }
    Shot shot = frameRun(record, spec, options.size, legends);
    if (show.forces || show.wings || show.velocity) shot.camera.distance *= kRoomForArrows;
    show.enlargement = shot.enlargement;
    return {drawing.exposures(show, {shot.camera, options.size}), shot.camera};
}

std::string stillPng(const RunRecord& record, const PlotSpec& spec, const StillOptions& options,
                     OffscreenRenderer& renderer) {
    const StagedDrawing staged = stagedStill(record, spec, options);
    return pngOf(renderer.draw(staged.drawing, staged.camera));
}

} // namespace samples
