// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/CrowdPoints.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ForceModel.h"

#include <memory>
#include <vector>

namespace ambient {

/// Chooses and fits the points of CrowdPoints. The columns are the faces' wrenches about the centre of volume, torques
/// over the radius, at many twists, each twist divided by the full wrench: first one factor a face, of which
/// NonNegativeSelection keeps CrowdPoints::kMost, then five a point (CrowdPoints). Bases are points of their own, with
/// the full model's numbers. Some tenths of a second.
/// \returns null if the forces are none of points: with lifting surfaces, without pressure or a Stokes resistance
std::shared_ptr<const CrowdPoints> fitCrowdPoints(const FluidBodyModel& full, const std::vector<Twist>& twists);

/// Whether the forces of a model are those of points: no lifting surfaces, no crisis, with pressure and a Stokes
/// resistance.
bool hasForcesOfPoints(const FluidBodyModel& model);

/// All faces of a model as points, with the numbers of FaceTable, then its bases.
CrowdPoints facesAsPoints(const FluidBodyModel& model);

} // namespace ambient
