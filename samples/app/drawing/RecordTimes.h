// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotSpec.h"

#include <vector>

namespace samples {

/// A body of a record at any time within the run: between two frames the path is straight and the turn even. Outside,
/// the first or the last frame.
BodySample sampleAt(const RunRecord& record, int body, double time);

/// The last time in the picture [s]: the end of the run, or the last landing if the picture ends there.
double lastShownTime(const RunRecord& record, const PlotSpec& spec);

/// One of the times at which a multi-exposure shows a body.
struct SceneExposure {
    int frame = 0;
    bool isFaint = false; ///< the next exposure covers most of the body, or of another link of it
};

/// The exposures of every body in a multi-exposure, by time. Bodies have common times: those that the specification
/// names, or those of the plot of the run without times at which most moving bodies would cover what was drawn of them
/// before; the first and the last are always among them. Bodies that take turns have times of their own, but links of
/// one articulated body common ones. A body that lands ends with its landing, and one that rests is shown once.
/// \param enlargement of the bodies as drawn
std::vector<std::vector<SceneExposure>> sceneExposures(const RunRecord& record, const PlotSpec& spec,
                                                       double enlargement);

} // namespace samples
