// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

namespace ambient {

/// Single steps of the low-order methods of Integrators.h. Each returns the state `h` [s] later.

/// Momentum first, then the pose with the new momentum's twist. [Padilla2025, alg. 2]
FluidBodyState symplecticEulerStep(const KirchhoffEquations& equations, const FluidBodyState& s, double h,
                                   const Wrench& user);

/// Lie-Poisson midpoint rule in the body frame, (mu1 - mu0)/h = ad*(Y) mu_m + F_m with mu_m their mean, Y = K^-1 mu_m,
/// and the pose moved by the Cayley map of Y: energy, |p|^2, l.p and all six spatial momenta of free motion are kept
/// exactly, because each is a quadratic invariant or is transported by the same Cayley map.
/// \param evaluations is increased by the number of load evaluations
FluidBodyState implicitMidpointStep(const KirchhoffEquations& equations, const FluidBodyState& s, double h,
                                    const Wrench& user, int& evaluations);

/// First-order step that survives any stiffness: dissipative forces may stop the body but not throw it back or feed
/// it (their impulse is cut at the least energy it can reach, and never raises it), the others follow, and free motion
/// conserves energy. Its length is limited by longestDampedStep.
FluidBodyState dampedStep(const KirchhoffEquations& equations, const FluidBodyState& s, double h, const Wrench& user);

/// Motion for `duration` [s] without any load, in steps of longestDampedStep: keeps energy and spatial momentum as the
/// midpoint rule does. Where axes are locked the momentum is that of the free ones and energy never grows.
FluidBodyState freeMotion(const KirchhoffEquations& equations, const FluidBodyState& s, double duration);

/// The same for a body whose surroundings are known where it starts: nothing is asked of the medium unless the motion
/// needs several steps.
/// \param inertia K there, about the centre of mass, body axes
/// \param frameVelocity mean velocity of the medium in the step, world axes [m/s]
FluidBodyState freeMotion(const KirchhoffEquations& equations, const InvertibleInertia& inertia,
                          const Vector3& frameVelocity, const FluidBodyState& s, double duration);

/// Step [s] in which the body turns, or moves relative to its length, by a quarter: there the midpoint
/// iteration nearly always settles.
double longestDampedStep(const KirchhoffEquations& equations, const FluidBodyState& s);

/// First-order step with one evaluation of the forces, the cheapest that floats: dissipative forces as in dampedStep,
/// the pose moved by the exponential map, and the kinetic energy kept from growing in the free motion. Needs the
/// inertia where the body ends.
FluidBodyState dampedEulerStep(const KirchhoffEquations& equations, const FluidBodyState& s, double h,
                               const Wrench& user);

/// Step [s] in which the body turns by half a radian or bobs by one at most: half of what dampedEulerStep survives.
double longestDampedEulerStep(const KirchhoffEquations& equations, const FluidBodyState& s);

} // namespace ambient
