// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/ArticulatedJoints.h"

#include <Eigen/LU>

#include <stdexcept>

namespace ambient {
namespace {

std::unique_ptr<LinkFluid> nothingAround(const ArticulatedBody& body) {
    const std::vector<IsolatedLinkFluid::Surface> dry(std::size_t(body.linkCount()));
    return std::make_unique<IsolatedLinkFluid>(body, dry, nullptr, ForceSet());
}

/// Impulses of pure torque or pure force along the columns of a joint, made orthogonal to the others.
Eigen::Matrix<double, 6, ArticulatedBody::kMostRates> dualsOf(const JointAxes& axes) {
    using Matrix = Eigen::Matrix<double, 6, ArticulatedBody::kMostRates>;
    Matrix raw = Matrix::Zero(), columns = Matrix::Zero(), duals = Matrix::Zero();
    for (int k = 0; k < axes.count; ++k) {
        columns.col(k) = axes.columns[k];
        const Vector3 angular = axes.columns[k].head<3>(), linear = axes.columns[k].tail<3>();
        if (!angular.isZero(0.0))
            raw.col(k).head<3>() = angular / angular.squaredNorm();
        else
            raw.col(k).tail<3>() = linear / linear.squaredNorm();
    }
    const int n = axes.count;
    const Eigen::MatrixXd products = columns.leftCols(n).transpose() * raw.leftCols(n);
    if (n > 0) duals.leftCols(n) = raw.leftCols(n) * products.inverse();
    return duals;
}

} // namespace

ArticulatedJoints::ArticulatedJoints(std::shared_ptr<const ArticulatedBody> body)
    : GridJoints(body->linkCount()), m_body(std::move(body)), m_motion(m_body, nothingAround(*m_body), Vector3::Zero()),
      m_response(m_body) {
    m_rates = m_jointBuffer = m_rateBuffer = m_state.jointMomenta = JointVector::Zero(m_body->rateCount());
    m_positionBuffer = m_body->zeroPositions();
    for (int i = 0; i < count(); ++i) {
        const JointAxes axes = i > 0 ? axesOf(m_body->link(i).joint) : JointAxes();
        m_directions.push_back({axes.count, dualsOf(axes)});
    }
}

void ArticulatedJoints::setMotion(const Pose& worldFromBase, const JointVector& positions, const Twist& baseTwist,
                                  const JointVector& rates, double time, GridBody* links) {
    if (positions.size() != m_body->positionCount() || rates.size() != m_body->rateCount())
        throw std::invalid_argument("ArticulatedJoints: " + std::to_string(positions.size()) + " positions and " +
                                    std::to_string(rates.size()) + " rates for " +
                                    std::to_string(m_body->positionCount()) + " and " +
                                    std::to_string(m_body->rateCount()));
    m_state.worldFromBase = worldFromBase;
    m_state.positions = positions;
    m_state.time = time;
    m_state.lastSubstep = 0.0; // a state that was saved goes on with the same bytes
    m_motion.setVelocity(m_state, m_body->hasFixedBase() ? Twist() : baseTwist, rates);
    if (!m_state.isFinite()) throw std::invalid_argument("ArticulatedJoints: the motion is not finite");
    write(links);
}

void ArticulatedJoints::write(GridBody* links) {
    if (!m_motion.evaluate(m_state, false)) throw std::runtime_error("ArticulatedJoints: the inertia is not positive");
    const std::vector<Pose>& poses = m_motion.dynamics().worldFromLinks();
    for (int i = 0; i < count(); ++i) {
        links[i].worldFromBody = poses[std::size_t(i)];
        links[i].velocity = m_motion.twistInWorld(i);
    }
    m_baseTwist = links[0].velocity;
    m_rates = m_motion.dynamics().rates();
    m_response.setPose(m_state.worldFromBase, m_state.positions);
    if (!m_response.factor()) throw std::runtime_error("ArticulatedJoints: the inertia is not positive");
    if (m_path && !m_body->hasFixedBase())
        m_inverseOfWhole = m_response.compositeInertia().matrix().llt().solve(Matrix6::Identity());
}

void ArticulatedJoints::takeVelocities(const GridBody* links) {
    if (!m_body->hasFixedBase()) m_baseTwist = links[0].velocity;
    for (int i = 1; i < count(); ++i) {
        const Directions& joint = m_directions[std::size_t(i)];
        const GridBody &link = links[i], &parent = links[m_body->link(i).parent];
        const Vector3 arm = link.worldFromBody.position - parent.worldFromBody.position;
        const Twist inWorld{link.velocity.angular - parent.velocity.angular,
                            link.velocity.linear - parent.velocity.linear - parent.velocity.angular.cross(arm)};
        const Vector6 relative = rotated(link.worldFromBody.orientation.conjugate(), inWorld).vector();
        for (int k = 0; k < joint.count; ++k)
            m_rates(m_body->firstRate(i) + k) = joint.duals.col(k).dot(relative);
    }
}

void ArticulatedJoints::setPath(const JointPath* path, GridBody* links) {
    m_path = path;
    if (!path) return;
    path->evaluate(m_state.time, m_positionBuffer, m_rates, m_rateBuffer);
    m_state.positions = m_positionBuffer;
    m_motion.evaluate(m_state, false);
    const Quaternion& q = m_state.worldFromBase.orientation;
    m_motion.dynamics().setMomentumAndRates(rotated(q.conjugate(), m_state.momentum).vector(), m_rates);
    const Twist base = m_motion.twistInWorld(0);
    m_rateBuffer = m_rates;
    m_motion.setVelocity(m_state, base, m_rateBuffer);
    write(links);
}

void ArticulatedJoints::addJointImpulses(const JointVector& impulses, GridBody* links) const {
    for (int i = 1; i < count(); ++i) {
        const Directions& joint = m_directions[std::size_t(i)];
        Vector6 sum = Vector6::Zero();
        for (int k = 0; k < joint.count; ++k)
            sum += impulses(m_body->firstRate(i) + k) * joint.duals.col(k);
        GridBody &link = links[i], &parent = links[m_body->link(i).parent];
        const Wrench onLink = rotated(link.worldFromBody.orientation, Wrench(sum));
        const Vector3 arm = link.worldFromBody.position - parent.worldFromBody.position;
        link.impulse += onLink;
        parent.impulse += Wrench(Vector3(-onLink.angular - arm.cross(onLink.linear)), Vector3(-onLink.linear));
    }
}

void ArticulatedJoints::respond(const GridBody*, const Wrench* impulses, Twist* changes) {
    Vector6 base, baseChange = Vector6::Zero();
    m_response.generalisedForce(impulses, base, m_jointBuffer);
    if (m_path) {
        m_rateBuffer.setZero();
        if (!m_body->hasFixedBase()) baseChange = m_inverseOfWhole * base;
    } else {
        m_response.respond(base, m_jointBuffer, baseChange, m_rateBuffer);
    }
    m_response.setVelocity(Twist(baseChange), m_rateBuffer);
    for (int i = 0; i < count(); ++i)
        changes[i] = rotated(m_response.worldFromLinks()[std::size_t(i)].orientation, m_response.twist(i));
}

void ArticulatedJoints::advance(double duration, GridBody* links) {
    if (links[count() - 1].isPrescribed) return GridJoints::advance(duration, links);
    takeVelocities(links);
    m_motion.setVelocity(m_state, m_baseTwist, m_rates);
    if (m_motion.integrateFreely(m_state, duration, {}, m_path).finite) write(links);
}

} // namespace ambient
