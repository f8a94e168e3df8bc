// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/HostedStep.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/StiffDrag.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include <stdexcept>

namespace ambient {

namespace {

/// The largest multiple of the diagonal D of an inertia I that is not above I: D times the least eigenvalue of
/// D^-1/2 I D^-1/2. A diagonal inertia stays as it is.
Matrix3 diagonalBelow(const Matrix3& inertia) {
    if (inertia.isDiagonal(0.0)) return inertia;
    const Vector3 perRoot = inertia.diagonal().cwiseSqrt().cwiseInverse();
    const Matrix3 scaled = perRoot.asDiagonal() * inertia * perRoot.asDiagonal();
    const double least = Eigen::SelfAdjointEigenSolver<Matrix3>(scaled, Eigen::EigenvaluesOnly).eigenvalues()[0];
    return (least * inertia.diagonal()).asDiagonal();
}

} // namespace

void HostedStep::begin(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
                       const IntegratorOptions& options, SolverInertia solver) {
    m_isBegun = false;
    if (motion.body().deformation)
        throw std::invalid_argument("the steps of a body that changes its shape cannot be shared with an engine");
    MotionBuffers buffers;
    motion.evaluate(state.worldFromBody, state.time, buffers.now);
    const auto drag = stiffDrag(motion, buffers.now, momentumInMedium(motion, buffers.now, state), duration);
    // What the velocity's response to an impulse is the inverse of: K, or K + h D if the drag D is stiff.
    SpatialInertia inertia = buffers.now.inertia().inertia;
    if (drag) inertia = inertia + SpatialInertia(duration * drag->damping());
    m_mobility = drag ? Matrix6(Cholesky6(inertia.matrix()).inverse()) : buffers.now.inertia().inverse;
    FluidBodyState free = state;
    if (!integrate(motion, free, duration, options, drag, nullptr, buffers).finite)
        throw std::invalid_argument("the state becomes non-finite during the step");
    const Matrix6& dry = motion.body().bodyInertia.matrix();
    m_effective = computeEffectiveMass(inertia, dry(3, 3), dry.topLeftCorner<3, 3>(), motion.body().model->length());
    if (solver == SolverInertia::Diagonal) m_effective.inertia = diagonalBelow(m_effective.inertia);
    m_worldFromBody = state.worldFromBody.orientation;
    m_velocity = twistInWorld(motion, free);
    m_free = free;
    m_isBegun = true;
}

ImpulseResponses HostedStep::responsesTo(const Momentum& impulse) const {
    const Momentum inBody = rotated(m_worldFromBody.conjugate(), impulse);
    const Vector6 j = inBody.vector();
    return {inBody.linear.squaredNorm() / m_effective.mass +
                inBody.angular.dot(m_effective.inertia.llt().solve(inBody.angular)),
            j.dot(m_mobility * j)};
}

Momentum HostedStep::impulseOf(const Twist& solved) const {
    const Twist change = rotated(m_worldFromBody.conjugate(), solved - m_velocity);
    return rotated(m_worldFromBody, Momentum(m_effective.inertia * change.angular, m_effective.mass * change.linear));
}

FluidBodyState HostedStep::end(const KirchhoffMotion& motion, const Momentum& impulse, const Pose& pose) {
    if (!m_isBegun) throw std::invalid_argument("no step is begun");
    if (!impulse.isFinite() || !pose.isFinite()) throw std::invalid_argument("the impulse or the pose is not finite");
    FluidBodyState after = m_free;
    if (!impulse.vector().isZero(0.0)) {
        const Momentum inBody = rotated(m_worldFromBody.conjugate(), impulse);
        const Twist change = rotated(m_worldFromBody, Twist(Vector6(m_mobility * inBody.vector())));
        after = makeState(motion, pose, m_velocity + change, m_free.time);
        after.lastSubstep = m_free.lastSubstep;
    }
    m_isBegun = false;
    return after;
}

} // namespace ambient
