// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// \file
/// Single steps of the low-order methods of Integrators.h. Each returns the state `h` [s] later.
/// `buffers.now` holds the evaluation of the start; `buffers.next` is overwritten.

/// Symplectic Euler step: first the momentum, then the pose with the twist of the new momentum.
/// [Padilla2025, alg. 2]
FluidBodyState symplecticEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                                   MotionBuffers& buffers);

/// Lie-Poisson midpoint rule in the body frame.
/// (mu1 - mu0)/h = ad*(Y) mu_m + F_m with mu_m their mean, Y = K^-1 mu_m,
/// and the pose moves by the Cayley map of Y. Energy, |p|^2, l.p and all six spatial momenta of free motion are
/// conserved exactly, because each is a quadratic invariant or is transported by the Cayley map of the pose.
/// \param evaluations incremented by the number of load evaluations
FluidBodyState implicitMidpointStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h,
                                    const Wrench& user, int& evaluations, MotionBuffers& buffers);

/// First-order step that is stable for any stiffness.
/// Dissipative forces are applied first: they may stop the body but not reverse it (their impulse is limited to the one
/// of least energy and never raises the energy). The other forces follow; free motion conserves energy. The step must
/// not exceed longestDampedStep().
FluidBodyState dampedStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                          MotionBuffers& buffers);

/// Motion for `duration` [s] without loads, in steps of longestDampedStep().
/// Conserves energy and spatial momentum like implicitMidpointStep(). If axes are locked, the momentum of the free axes
/// is conserved and the energy never grows. Overwrites `buffers.now` too.
FluidBodyState freeMotion(const KirchhoffMotion& motion, const FluidBodyState& s, double duration,
                          MotionBuffers& buffers);

/// One step of free motion with the inertia and frame velocity at hand.
/// \param inertia K and sigma at the start, about the centre of mass, body axes
/// \param frameVelocity mean velocity of the medium in the step, world axes [m/s]
/// \returns false if `duration` exceeds longestDampedStep(), axes are locked, or the iteration does not converge:
///          freeMotion() is then needed
bool stepFreely(const KirchhoffMotion& motion, const MomentumMap& inertia, const Vector3& frameVelocity,
                const FluidBodyState& s, double duration, FluidBodyState& next);

/// Step [s] in which the body turns by 1/4 rad or moves by 1/4 of its length.
/// With such steps the midpoint iteration nearly always converges. \param momentum as FluidBodyState::momentum
double longestDampedStep(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum);

/// First-order step with one force evaluation, the cheapest that keeps a body afloat.
/// Dissipative forces act as in dampedStep(), the pose moves by the exponential map, and free motion does not raise the
/// kinetic energy. Evaluates the inertia at the end pose.
FluidBodyState dampedEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h, const Wrench& user,
                               MotionBuffers& buffers);

/// Longest step [s] of dampedEulerStep(): half its stability limit.
/// The body turns by at most 1/2 rad, and its bobbing advances by at most 1 rad.
/// \param momentum as FluidBodyState::momentum
double longestDampedEulerStep(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum);

} // namespace ambient
