// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Framing.h"
#include "drawing/RecordDrawing.h"
#include "graphics/OffscreenRenderer.h"

#include <optional>

namespace samples {

/// Content and size of a picture of a run.
struct StillOptions {
    PictureSize size{1920, 1080};
    ShowOptions show;
    std::optional<double> time; ///< of the moment to show, or the end of the run before it [s]; default: a
                                ///< multi-exposure of the whole run
};

/// A drawing and its camera.
struct StagedDrawing {
    Drawing drawing;
    Camera camera;
};

/// The picture of a run as data: of the whole run, or a close-up of one moment.
StagedDrawing stagedStill(const RunRecord& record, const PlotSpec& spec, const StillOptions& options);

/// The bytes of the picture as a PNG file. Equal arguments give equal bytes on one machine.
/// \param renderer of options.size
std::string stillPng(const RunRecord& record, const PlotSpec& spec, const StillOptions& options,
                     OffscreenRenderer& renderer);

} // namespace samples
