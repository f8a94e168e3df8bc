// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "interface/Parameters.h"
#include "interface/RunRecord.h"

#include <memory>

namespace samples {

/// \file
/// Wind towards +x over flat ground at z = 0.

/// The parameters `wind`, `gusts`, `eddy` and `seed` with these defaults of the first three.
std::vector<Parameter> windParameters(double speed, double gustShare, double eddySize);

/// The wind of the values of windParameters(): a logarithmic profile with gusts drifting along at the mean speed at
/// `driftHeight`. Their mirror images below the ground keep them from blowing through it.
/// \param roughness of the ground, see BoundaryLayerFlow [m]
std::shared_ptr<const ambient::AmbientFlow> windOf(const ParameterValues& values, double roughness, double driftHeight);

/// This wind, and an upright whirl of circulation `whirl` and core radius `core` which starts its own core upwind of
/// the origin and drifts with half of `wind`.
std::shared_ptr<const ambient::AmbientFlow> withWhirl(const std::shared_ptr<const ambient::AmbientFlow>& wind,
                                                      const ParameterValues& values);

/// The medium's velocity at a body's centre of mass; zero in vacuum [m/s].
ambient::Vector3 mediumVelocityAt(const RunRecord& record, int frame, int body = 0);

/// \name Means over all bodies in a frame
/// @{
double meanHeight(const RunRecord& record, int frame);         ///< [m]
double meanSpeedAlongWind(const RunRecord& record, int frame); ///< of the bodies, along x [m/s]
double meanWindAtBodies(const RunRecord& record, int frame);   ///< of the air at the bodies, along x [m/s]
/// @}

} // namespace samples
