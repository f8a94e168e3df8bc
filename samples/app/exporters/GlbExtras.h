// SPDX-License-Identifier: Zlib
#pragma once

#include "exporters/GlbFile.h"

#include <nlohmann/json.hpp>

namespace samples {

/// Content of `extras` of the glTF scene: scene, model, solver, step, parameters with units, medium, ground, meaning of
/// the colours, enlargement of the bodies.
nlohmann::ordered_json glbExtras(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options,
                                 double slipScale, double enlargement);

} // namespace samples
