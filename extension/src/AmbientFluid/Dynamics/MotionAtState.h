// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// \file
/// Read-outs of single states, for set-up and display. Each evaluates the medium anew: steps use Evaluation.
/// Exceptions of a user's medium pass through.

/// The evaluation of one pose and time.
class EvaluationAt : public Evaluation {
  public:
    /// Calls KirchhoffMotion::evaluate().
    EvaluationAt(const KirchhoffMotion& motion, const Pose& worldFromBody, double time) {
        motion.evaluate(worldFromBody, time, *this);
    }
    /// At the pose and time of a state.
    EvaluationAt(const KirchhoffMotion& motion, const FluidBodyState& state)
        : EvaluationAt(motion, state.worldFromBody, state.time) {}
};

/// The state of a body with the absolute twist `twistInWorld`, world axes, about the centre of mass.
FluidBodyState makeState(const KirchhoffMotion& motion, const Pose& worldFromBody, const Twist& twistInWorld,
                         double time);

/// Absolute twist, world axes, about the centre of mass: the velocity shown by a viewer or used by Bullet.
Twist twistInWorld(const KirchhoffMotion& motion, const FluidBodyState& state);

/// Twist relative to the medium, body axes, about the centre of mass.
Twist relativeTwist(const KirchhoffMotion& motion, const FluidBodyState& state);

/// Kinetic energy of body and fluid in the medium's frame: mu . K^-1 mu / 2 [J].
double kineticEnergy(const KirchhoffMotion& motion, const FluidBodyState& state);

/// K = K_body + rho K_fluid and sigma, about the centre of mass, body axes.
MomentumMap totalInertia(const KirchhoffMotion& motion, const Pose& worldFromBody, double time);
/// totalInertia() at the pose and time of a state.
MomentumMap totalInertia(const KirchhoffMotion& motion, const FluidBodyState& state);

/// Mean of the displaced media (Immersion::medium); zero in vacuum.
MediumSample mediumAt(const KirchhoffMotion& motion, const Pose& worldFromBody, double time);

/// KirchhoffMotion::loads() at a state. \param userWrench about the centre of mass, world axes
Loads loads(const KirchhoffMotion& motion, const FluidBodyState& state, const Wrench& userWrench = {});

// Of an evaluation at hand:

/// Part of a momentum that locked axes permit; the momentum itself without locked axes.
/// \param momentum as FluidBodyState::momentum
Momentum admissible(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum);

/// Momentum of an absolute twist in world axes, as FluidBodyState::momentum.
Momentum momentumOf(const Evaluation& at, const Twist& twistInWorld);

/// Absolute twist of a momentum, world axes. \param momentum as FluidBodyState::momentum
Twist twistInWorld(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum);

/// Kinetic energy of a momentum in the medium's frame [J]. \param momentum as FluidBodyState::momentum
double kineticEnergy(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum);

} // namespace ambient
