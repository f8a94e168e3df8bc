// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Body/LockedAxes.h"
#include "AmbientFluid/Dynamics/Evaluation.h"
#include "AmbientFluid/Dynamics/FluidInteraction.h"

#include <memory>

namespace ambient {

/// Loads and motion of a body in one state. Wrenches about the centre of mass, world axes [N m, N], in the medium's
/// frame.
struct Loads : FluidLoads { // `other` contains weight and user loads too
    // The motion that the loads belong to:
    Momentum momentum;                        ///< FluidBodyState::momentum in body axes
    Twist twist;                              ///< relative to the medium, body axes, about the centre of mass
    Vector3 mediumVelocity = Vector3::Zero(); ///< velocity of the frame of momentum and twist, world axes [m/s]
    /// What a momentum relative to another frame has beside total(), see SubstepFrame::load(); zero unless asked for.
    Wrench ofFrame;

    /// Rate of the momentum without the gyroscopic term.
    Wrench total() const { return dissipative + other; }
};

/// The equations of motion of one body in a medium. With K = K_body + K_fluid and Y the twist RELATIVE to the medium,
///     mu = K Y + sigma,    l' = l x w + p x v + tau,    p' = p x w + f     (body frame, about the centre of mass)
/// where (tau, f) holds weight and buoyancy in the effective gravity g - DU/Dt, the force set, and user loads.
/// sigma is the momentum at zero twist, due to a change of shape (BodyDeformation); zero for a rigid body.
/// [Padilla2025, eqs. 3, 4; moving medium: CONVENTIONS.md] Without a medium the body is a free rigid body.
///
/// If the medium is non-uniform, or a surface cuts the body, K depends on the pose and the forces use the medium at
/// each face. Y is then relative to a frame that does not accelerate within a substep (MomentumFrame.h):
///     mu' = the above with weight m g, buoyancy as the integral of rho (DU/Dt - g) over the displaced volume
///           + K_fluid (0, DU/Dt), each face with its own DU/Dt
///           + the momentum K-' Y taken along by parts that leave the fluid
///           + the momentum K+' U_face of the fluid gained by parts that enter it.
/// A body that enters thus keeps its momentum and is slowed by the fluid that it sets in motion; a body that leaves
/// keeps its velocity. Kinetic energy never grows by either. CONVENTIONS.md has the rule as equations.
///
/// A step evaluates each pose once and passes the Evaluation on. MotionAtState.h has read-outs of a single state.
class KirchhoffMotion {
  public:
    /// \param medium  null: vacuum
    /// \param gravity [m/s^2], world frame
    /// \throws std::invalid_argument as FluidInteraction, or if the body's inertia is not positive definite
    KirchhoffMotion(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces, Vector3 gravity);

    /// The body of the constructor, with the model of the last setModel().
    const FluidBody& body() const { return m_body; }
    /// The fluid side of the body.
    const FluidInteraction& fluid() const { return m_fluid; }
    /// FluidInteraction::setModel(). Invalidates all evaluations.
    void setModel(std::shared_ptr<const FluidBodyModel> model);

    /// Gravity, for weight and buoyancy, world axes [m/s^2].
    const Vector3& gravity() const { return m_gravity; }
    /// Takes effect with the next loads(); the state does not change. World axes [m/s^2].
    void setGravity(const Vector3& gravity) { m_gravity = gravity; }

    /// FluidInteraction::setStream(): the momentum is then relative to medium and stream. The state does not change.
    void setStream(const Vector3& velocity) { m_fluid.setStream(velocity); }

    /// Locked axes react so as to stay fixed: with S the free axes, velocity = S (S^T K S)^-1 S^T mu.
    const LockedAxes& lockedAxes() const { return m_lockedAxes; }
    /// Default: none. The state does not change; ambient::admissible() is the momentum that remains.
    void setLockedAxes(const LockedAxes& axes) { m_lockedAxes = axes; }

    /// Evaluates medium and inertia at a pose and a time. Allocates only if `at` had fewer faces before.
    /// \throws std::invalid_argument as immerse(). Exceptions of a user's medium pass through; `at` is then cleared
    void evaluate(const Pose& worldFromBody, double time, Evaluation& at) const;
    /// Evaluates Evaluation::inertia() and medium() alone, to the bits of evaluate() and for less: loads() would find
    /// nothing of the fluid.
    void evaluateInertia(const Pose& worldFromBody, double time, Evaluation& at) const;

    /// Twist relative to the medium of a momentum, body axes, about the centre of mass.
    /// \param momentum as FluidBodyState::momentum
    Twist relativeTwist(const Evaluation& at, const Momentum& momentum) const;

    /// Loads and motion of the body. \param momentum as FluidBodyState::momentum
    /// \param userWrench extra load about the centre of mass, world axes
    /// \param ofForces twist at which the forces of the fluid are evaluated, relative to the medium, body axes; null:
    ///        that of the momentum. For held bodies (HeldLoads.h)
    Loads loads(Evaluation& at, const Momentum& momentum, const Wrench& userWrench,
                const Twist* ofForces = nullptr) const;

  private:
    void evaluate(const Pose& worldFromBody, double time, Evaluation& at, bool needsForces) const;
    /// relativeTwist() with locked axes, but in world axes.
    Twist constrainedTwist(const Evaluation& at, const Momentum& momentum) const;

    FluidBody m_body;
    FluidInteraction m_fluid;
    Vector3 m_gravity;
    LockedAxes m_lockedAxes;
    MomentumMap m_constant; ///< K if the added mass is constant
};

} // namespace ambient
