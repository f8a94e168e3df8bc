// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/MotionAtState.h"

namespace ambient {

/// \file
/// Energy read-outs of bodies that change their shape. The first one of a model may solve potential flows.

/// Kinetic energy of body and fluid in the medium's frame with that of the change of shape [J]:
/// T = Y . (mu + sigma) / 2 + E0, with E0 of BodyDeformation::energy(). kineticEnergy() for a rigid body.
/// NaN if the deformation has no energy, or the medium varies over the body.
double kineticEnergyOfShape(const KirchhoffMotion& motion, const FluidBodyState& state);

/// Power that the body's own muscles or motors give, in a uniform medium [W]:
///     P = dT/dt - sum f_i . u_i - weight . v
/// with the force f_i and the velocity u_i of each face relative to the medium, u = v + w x c + r'. It may be negative:
/// the muscles then take energy in. Contacts and joints are not included, and neither is the work of a change of volume
/// against the pressure at the centre of volume. NaN as kineticEnergyOfShape(), and with locked axes.
/// \param interval rates of the shape are differences over it; they end at the state's time [s]
/// \param userWrench of the motion, about the centre of mass, world axes; its power is not the muscles'
double actuatorPower(const KirchhoffMotion& motion, const FluidBodyState& state, double interval = 1e-5,
                     const Wrench& userWrench = {});

} // namespace ambient
