// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"
#include "drawing/ColourMap.h"
#include "interface/RunRecord.h"

#include <array>
#include <optional>
#include <vector>

namespace samples {

/// \file
/// Flow on the surface of a body, by the rule of [Padilla2025, eqs. 16 and 17]: slip and attachment. It
/// shows how a body moves through its medium with any force model; `default` does not compute its pressure from it.

/// The flow that a body meets at a sample, mesh frame. Nothing in vacuum and for a body that the fluid does not know.
std::optional<ambient::RelativeFlow> flowAt(const RunRecord& record, int body, const BodySample& sample);

/// How fast each vertex of the body's mesh moves along its surface through the fluid [m/s]: the mean over the faces
/// about it by their areas, 0 where the flow is separated. All 0 where there is no flow.
std::vector<double> slipSpeeds(const RunRecord& record, int body, const BodySample& sample);

/// Value for the upper end of a map of slip speeds that is to serve the whole run [m/s]: a round number, no smaller
/// than the largest slip speed in all but one frame in fifty. 0 where nothing slips.
double slipScale(const RunRecord& record);

/// Screen colours of these speeds by ColourMap::sequential(), from 0 to the scale.
std::vector<Rgb> slipColours(const std::vector<double>& speeds, double scale);

/// Title of the legend of these colours, with the unit.
constexpr const char* kSlipTitle = "slip speed [m/s]";

/// Where the flow leaves the surface: pieces of closed loops, world frame [m]. Empty where there is no flow.
std::vector<std::array<ambient::Vector3, 2>> separationLineAt(const RunRecord& record, int body,
                                                              const BodySample& sample);

} // namespace samples
