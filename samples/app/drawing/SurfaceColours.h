// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "drawing/ColourMap.h"
#include "interface/RunRecord.h"

#include <array>
#include <optional>
#include <vector>

namespace samples {

/// \file
/// Flow on the surface of a body, by the rule of [Padilla2025, eqs. 16 and 17]: slip and attachment. The rule shows the
/// motion of a body through its medium with any force model; the pressure of `default` does not depend on the rule.

/// The flow past a body at a sample, mesh frame. Nothing in vacuum and for a body outside the fluid.
std::optional<ambient::RelativeFlow> flowAt(const RunRecord& record, int body, const BodySample& sample);

/// Slip speed of each vertex of the body's mesh along the surface through the fluid [m/s]: the mean over the adjacent
/// faces by area, 0 in separated flow. All 0 without flow.
std::vector<double> slipSpeeds(const RunRecord& record, int body, const BodySample& sample);

/// Value for the upper end of a map of slip speeds for the whole run [m/s]: a round number, no smaller than the largest
/// slip speed in all but one frame in fifty. 0 without slip.
double slipScale(const RunRecord& record);

/// Screen colours of these speeds by ColourMap::sequential(), from 0 to the scale.
std::vector<Rgb> slipColours(const std::vector<double>& speeds, double scale);

/// Title of the legend of these colours, with the unit.
constexpr const char* kSlipTitle = "slip speed [m/s]";

/// The lines of flow separation on the surface: pieces of closed loops, world frame [m]. Empty without flow.
std::vector<std::array<ambient::Vector3, 2>> separationLineAt(const RunRecord& record, int body,
                                                              const BodySample& sample);

} // namespace samples
