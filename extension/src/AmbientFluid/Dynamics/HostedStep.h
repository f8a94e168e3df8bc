// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Math/EffectiveMass.h"

namespace ambient {

/// Products u . j of an impulse j and the velocity change u that it makes [J].
struct ImpulseResponses {
    double effective = 0.0; ///< u = M_eff^-1 j: in the host's solver
    double actual = 0.0;    ///< u = K^-1 j: of the body
};

/// Inertia that a host's solver can take.
enum class SolverInertia {
    Full,    ///< any symmetric matrix
    Diagonal ///< one moment per body axis, as in Bullet
};

/// One step of a rigid body whose contacts and joints are solved by a physics engine that knows one mass and one
/// rotational inertia per body:
///
///     begin()          integrates the body's free motion through the step
///     the host solves  with mass() and inertia(), from velocity(), without gravity, gyroscopic or other loads
///     end()            adds the solver's impulse to the free motion; without an impulse the free motion is the result
///
/// The path of a free body does not depend on the step. A solver with M_eff <= K finds impulses that are too small:
/// scale the impulse of each pair of bodies by sum(effective) / sum(actual) of the two, where a dry body counts alike
/// in both; momentum is then exchanged exactly, and one contact point, or a body at rest, is solved exactly.
class HostedStep {
  public:
    /// Integrates the free motion of a state, which stays as it is.
    /// \param duration [s] > 0 \param options user loads, held constant, are in options.userWrench
    /// \param solver what effectiveMass().inertia may be
    /// \throws std::invalid_argument if the motion becomes non-finite, and for a body that changes its shape;
    /// exceptions
    ///         of a user's medium pass through. The step is then not begun
    void begin(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
               const IntegratorOptions& options = {}, SolverInertia solver = SolverInertia::Full);

    /// Whether begin() was called and neither end() nor cancel() since.
    bool isBegun() const { return m_isBegun; }
    /// Discards the step. Does nothing if none is begun.
    void cancel() { m_isBegun = false; }

    /// Mass [kg] and inertia [kg m^2], body axes, for the host's solver: M_eff <= K, or K + h D if the drag D is stiff
    /// over the step h. If it has to be diagonal, it is a
    /// multiple of the diagonal, so that the bound holds.
    const EffectiveMass& effectiveMass() const { return m_effective; }
    /// Velocity before contacts at the end of the step, with all loads of the fluid, gravity and the user: the solver
    /// starts from it. World axes, about the centre of mass [rad/s, m/s].
    const Twist& velocity() const { return m_velocity; }

    /// Responses to an impulse about the centre of mass, world axes.
    ImpulseResponses responsesTo(const Momentum& impulse) const;
    /// M_eff du: impulse that changed the velocity to `solved` in the host's solver. World axes, about the centre of
    /// mass.
    Momentum impulseOf(const Twist& solved) const;

    /// The state after the step. \param impulse of contacts and joints, about the centre of mass, world axes
    /// \param pose of the body after the host's step; taken if the impulse is not zero
    /// \throws std::invalid_argument if no step is begun or an argument is not finite; the step stays begun
    FluidBodyState end(const KirchhoffMotion& motion, const Momentum& impulse, const Pose& pose);

  private:
    bool m_isBegun = false;
    Quaternion m_worldFromBody = Quaternion::Identity(); ///< at the start of the step
    Matrix6 m_mobility = Matrix6::Zero(); ///< K^-1 at the start, (K + h D)^-1 if its drag is stiff; body axes
    EffectiveMass m_effective;
    Twist m_velocity;
    FluidBodyState m_free; ///< end of the free motion
};

} // namespace ambient
