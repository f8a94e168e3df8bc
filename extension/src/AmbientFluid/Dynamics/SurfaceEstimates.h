// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// \file
/// Estimates of the motion near a water surface, for the choice of steps.

/// Upper bound of the angular frequencies of heave, roll and pitch of a convex body in the water surface [rad/s].
/// The inertia is that of the evaluation. 0 if no surface divides the medium, or the body is below the surface.
double largestBobbingRate(const KirchhoffMotion& motion, const Evaluation& at);

/// Whether a surface that does not cut the body now may do so within `duration` [s].
/// Judged by the body's bounding sphere. \param speed of the centre of mass, absolute [m/s]
bool mayMeetSurface(const KirchhoffMotion& motion, const Evaluation& at, double speed, double duration);

/// Whether the body may come into fluid of another density within `duration` [s], or is in fluid of several.
/// Samples 14 points about the body at the end of that time. \param speed as of mayMeetSurface()
bool mayMeetOtherDensity(const KirchhoffMotion& motion, const Evaluation& at, double speed, double duration);

} // namespace ambient
