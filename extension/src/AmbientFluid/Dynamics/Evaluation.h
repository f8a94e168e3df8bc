// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FaceDensities.h"
#include "AmbientFluid/Math/Cholesky6.h"
#include "AmbientFluid/Math/SpatialPair.h"

namespace ambient {

/// The momentum as an affine function of the twist, mu = K Y + sigma, and its inverse, in one frame.
struct MomentumMap {
    /// K, positive definite; the zero matrix by default.
    SpatialInertia inertia;
    /// K^-1, angular first, to rounding.
    Matrix6 inverse = Matrix6::Zero();
    /// sigma: momentum at zero twist, due to a change of shape; zero for a rigid body.
    SpatialPair shapeMomentum = SpatialPair::zero();

    MomentumMap() = default;
    /// \param of positive definite; not checked \param sigma momentum at zero twist
    explicit MomentumMap(const SpatialInertia& of, const Momentum& sigma = {})
        : inertia(of), inverse(Cholesky6(of.matrix()).inverse()), shapeMomentum(SpatialPair::of(sigma)) {}

    /// Y = K^-1 (mu - sigma).
    SpatialPair twistOf(const SpatialPair& momentum) const { return inverse * (momentum - shapeMomentum); }
    /// Y = K^-1 (mu - sigma).
    Twist twistOf(const Momentum& momentum) const {
        return Twist(Vector6(inverse * (momentum - shapeMomentum.as<Momentum>()).vector()));
    }
    /// mu = K Y + sigma.
    Momentum momentumOf(const Twist& twist) const { return inertia * twist + shapeMomentum.as<Momentum>(); }
};

/// All that a pose and a time determine of a body in a medium: the sampled medium, and the inertia of body and fluid.
/// Filled by KirchhoffMotion::evaluate(), which reuses its buffers, and passed on by the caller. Valid until the
/// motion, its model or its medium changes. Not for two threads at once.
class Evaluation {
  public:
    Evaluation() = default;
    Evaluation(const Evaluation&) = delete;
    Evaluation& operator=(const Evaluation&) = delete;

    /// K = K_body + rho K_fluid and sigma, about the centre of mass, body axes.
    const MomentumMap& inertia() const { return *m_inertia; }

    /// The fluid around the body. Not const: ImmersionLoads uses its buffers.
    Immersion& fluid() { return m_fluid; }
    /// The fluid around the body.
    const Immersion& fluid() const { return m_fluid; }

    /// Mean of the displaced media, see Immersion::medium; zero in vacuum.
    const MediumSample& medium() const { return m_fluid.medium; }
    /// Pose of the body.
    const Pose& worldFromBody() const { return m_fluid.worldFromBody; }
    /// Time [s].
    double time() const { return m_fluid.time; }

    /// Forgets the evaluation: isAt() is then false.
    void clear() { m_inertia = nullptr; }
    /// Whether this is the evaluation at a pose and a time.
    bool isAt(const Pose& worldFromBody, double time) const {
        return m_fluid.partCount > 0 && hasInertiaAt(worldFromBody, time);
    }
    /// Whether inertia() and medium() are those at a pose and a time.
    bool hasInertiaAt(const Pose& worldFromBody, double time) const {
        return m_inertia && m_fluid.time == time && m_fluid.worldFromBody == worldFromBody;
    }

  private:
    friend class KirchhoffMotion;

    Immersion m_fluid;
    MomentumMap m_varying;                  ///< if it depends on the pose or the time
    const MomentumMap* m_inertia = nullptr; ///< `m_varying`, or the constant of the motion
};

/// Buffers of integrate(), reused by the calls of one thread.
struct MotionBuffers {
    Evaluation now;          ///< of the state at the start of a step
    Evaluation next;         ///< of later states within the step
    FaceDensities densities; ///< at the start of a substep
};

} // namespace ambient
