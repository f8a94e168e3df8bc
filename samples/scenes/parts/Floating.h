// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"
#include "interface/Parameters.h"
#include "interface/SceneContext.h"

#include <functional>
#include <limits>

namespace samples {

/// \file
/// Common parts of scenes at a water surface. The surface without waves is z = 0.

/// Water of 998.2 kg/m3 under air, at rest.
std::shared_ptr<const ambient::FluidMedium> waterUnderAir();

/// The parameters `height`, `length` and `wind` with these defaults of the first two.
std::vector<Parameter> waveParameters(double height, double length);

/// Water under air with Gerstner waves of the values of waveParameters(), and the flow below them: one wave along x, or
/// the sea of the wind. Without height and wind as waterUnderAir().
/// \throws std::invalid_argument, one line, if the waves would break
std::shared_ptr<const ambient::FluidMedium> wavesUnderAir(const ParameterValues& values);

/// The fluid side of a recorded body.
ambient::FluidBody fluidBodyOf(const RecordedBody& body);

/// How much of a body is in which medium in a frame; the run has a medium.
ambient::Immersion immersionOf(const RunRecord& record, int frame, int body = 0);

/// Volume under water over that of Archimedes' law with the air's lift: 1 for a body afloat at rest.
/// \throws std::invalid_argument if the run's medium is not divided by a surface
double relativeDraft(const RunRecord& record, int frame, int body = 0);

/// Bodies of a frame in a medium with a surface, from this x on [m].
struct Afloat {
    int count = 0;
    double meanDraft = 0.0; ///< of relativeDraft(); 0 if there are none
};
Afloat afloatIn(const RunRecord& record, int frame, double fromX = -std::numeric_limits<double>::infinity());

/// The height of the centre of mass at which a body so turned displaces its weight at time 0 and x = y = 0 [m].
/// \param medium divided
/// \throws std::invalid_argument if the body sinks or flies
double floatingHeight(const ambient::FluidBody& body, const ambient::FluidMedium& medium,
                      const ambient::Quaternion& worldFromBody);

/// The floating height of a body in the pose of its release, with its model.
double floatingHeight(const BodySpec& body, const ambient::FluidMedium& medium);

/// Kinetic energy of all bodies and the water around them, and the potential energy of bodies, water and air [J]. For
/// still water only.
double energyInStillWater(const RunRecord& record, int frame);

/// How a floating body answers to a small heel in still water.
struct RollStability {
    double metacentricHeight = 0.0; ///< GM [m]; below 0 the body capsizes
    double inertia = 0.0;           ///< of the body alone, about the axis through its centre of mass [kg m^2]
    double addedInertia = 0.0;      ///< of the water, if the body is free in all other motions [kg m^2]
    double period = 0.0;            ///< 2 pi sqrt((I + A44) / (m g GM)) [s]; 0 if the body capsizes
};
/// \param axis of the roll: horizontal, unit, world frame
RollStability rollStability(const ambient::FluidBody& body, const ambient::FluidMedium& medium,
                            const ambient::Quaternion& worldFromBody, const ambient::Vector3& axis);

/// Times between two upward zero crossings of `value`, from `fromFrame` on [s]: interpolated linearly.
std::vector<double> periodsOf(const RunRecord& record, int fromFrame,
                              const std::function<double(const BodySample&)>& value);

} // namespace samples
