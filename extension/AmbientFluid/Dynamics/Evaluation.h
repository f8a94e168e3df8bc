// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// A 6x6 inertia and its inverse.
struct InvertibleInertia {
    /// Positive definite; the zero matrix by default.
    SpatialInertia inertia;
    /// Angular first, in the frame of `inertia`, to rounding.
    Matrix6 inverse = Matrix6::Zero();

    InvertibleInertia() = default;
    /// \param of positive definite; not checked
    explicit InvertibleInertia(const SpatialInertia& of) : inertia(of), inverse(Cholesky6(of.matrix()).inverse()) {}
};

/// All that a pose and a time determine of a body in a medium: the sampled medium, and the inertia of body and fluid.
/// Filled by KirchhoffMotion::evaluate(), which reuses its buffers, and passed on by the caller. Valid until the
/// motion, its model or its medium changes. Not for two threads at once.
class Evaluation {
  public:
    Evaluation() = default;
    Evaluation(const Evaluation&) = delete;
    Evaluation& operator=(const Evaluation&) = delete;

    /// K = K_body + rho K_fluid about the centre of mass, body axes, and the inverse of K.
    const InvertibleInertia& inertia() const { return *m_inertia; }

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
        return m_inertia && m_fluid.time == time && m_fluid.worldFromBody == worldFromBody;
    }

  private:
    friend class KirchhoffMotion;

    Immersion m_fluid;
    InvertibleInertia m_varying;                  ///< K if it depends on the pose or the time
    const InvertibleInertia* m_inertia = nullptr; ///< `m_varying`, or the constant K of the motion
};

/// Buffers of integrate(), reused by the calls of one thread.
struct MotionBuffers {
    Evaluation now;  ///< of the state at the start of a step
    Evaluation next; ///< of later states within the step
};

} // namespace ambient
