// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/TreeSpeeds.h"

#include <stdexcept>

namespace ambient {
namespace {

int rowOfLink(int link) {
    return 6 * link;
}

/// Block diagonal matrix that turns 6-vectors of a link into world axes.
Matrix6 turnOfLink(const Pose& worldFromLink) {
    Matrix6 turn = Matrix6::Zero();
    turn.topLeftCorner<3, 3>() = turn.bottomRightCorner<3, 3>() = worldFromLink.orientation.toRotationMatrix();
    return turn;
}

/// Inertia of all links and between them, world axes, about the centres of mass.
Eigen::MatrixXd inertiaInWorld(const CoupledTree& tree) {
    const ArticulatedDynamics& dynamics = tree.motion->dynamics();
    const int count = tree.motion->body().linkCount();
    const Eigen::MatrixXd* const between = tree.motion->fluid().coupling();
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(rowOfLink(count), rowOfLink(count));
    for (int i = 0; i < count; ++i) {
        const Matrix6 turn = turnOfLink(dynamics.worldFromLinks()[static_cast<std::size_t>(i)]);
        result.block<6, 6>(rowOfLink(i), rowOfLink(i)) = turn * dynamics.inertia(i) * turn.transpose();
        for (int k = 0; between && k < count; ++k)
            if (k != i)
                result.block<6, 6>(rowOfLink(i), rowOfLink(k)) =
                    turn * between->block<6, 6>(rowOfLink(i), rowOfLink(k)) *
                    turnOfLink(dynamics.worldFromLinks()[static_cast<std::size_t>(k)]).transpose();
    }
    return result;
}

} // namespace

void displace(Pose& pose, const Twist& twistInWorld, double duration) {
    pose.position += duration * twistInWorld.linear;
    pose.orientation = (expSO3(duration * twistInWorld.angular) * pose.orientation).normalized();
}

void CoupledTree::displace(double duration) {
    ambient::displace(state.worldFromBase, drift, duration);
    const ArticulatedBody& body = motion->body();
    for (int i = 1; i < body.linkCount() && rateDrift.size() > 0; ++i) {
        const Joint& joint = body.link(i).joint;
        double* const positions = state.positions.data() + body.firstPosition(i);
        const double* const rates = rateDrift.data() + body.firstRate(i);
        // The midpoint rule; exact but for the shifts of planes that turn.
        double coordinates[ArticulatedBody::kMostRates] = {}, slopes[ArticulatedBody::kMostRates] = {};
        coordinateRates(joint, positions, coordinates, rates, slopes);
        for (int k = 0; k < body.ratesOf(i); ++k)
            coordinates[k] = 0.5 * duration * slopes[k];
        coordinateRates(joint, positions, coordinates, rates, slopes);
        for (int k = 0; k < body.ratesOf(i); ++k)
            coordinates[k] = duration * slopes[k];
        double start[4] = {}; // of a spherical joint at most
        const int count =
            (i + 1 < body.linkCount() ? body.firstPosition(i + 1) : body.positionCount()) - body.firstPosition(i);
        for (int k = 0; k < count; ++k)
            start[k] = positions[k];
        positionsAfter(joint, start, coordinates, positions);
    }
}

void TreeSpeeds::place(const CoupledTree& tree) {
    ArticulatedMotion& motion = *tree.motion;
    if (!motion.evaluate(tree.state, false))
        throw std::invalid_argument("coupling: the inertia of a multi-body is not positive");
    const ArticulatedBody& body = motion.body();
    m_hasBase = !motion.dynamics().isBaseGiven();
    m_joints.clear();
    m_linkOf.clear();
    for (int i = 1; i < body.linkCount() && tree.pathRates.size() == 0; ++i)
        for (int k = 0; k < body.ratesOf(i) && !motion.dynamics().led().leadsLink(i); ++k) {
            m_joints.push_back(body.firstRate(i) + k);
            m_linkOf.push_back(i);
        }
    findJacobian(tree);
    const Eigen::MatrixXd inertia = inertiaInWorld(tree);
    m_inertia = m_jacobian.transpose() * (inertia * m_jacobian);
    m_ofGiven = m_jacobian.transpose() * (inertia * m_given);
    m_factors.compute(m_inertia);
    if (m_factors.info() != Eigen::Success)
        throw std::invalid_argument("coupling: the inertia of a multi-body is not positive");
}

void TreeSpeeds::findJacobian(const CoupledTree& tree) {
    const int count = (m_hasBase ? 6 : 0) + static_cast<int>(m_joints.size());
    Eigen::VectorXd speeds = Eigen::VectorXd::Zero(count);
    setVelocity(tree, speeds);
    m_given = twistsInWorld(tree);
    m_jacobian.resize(m_given.size(), count);
    for (int k = 0; k < count; ++k) {
        speeds(k) = 1.0;
        setVelocity(tree, speeds);
        m_jacobian.col(k) = twistsInWorld(tree) - m_given;
        speeds(k) = 0.0;
    }
}

void TreeSpeeds::setVelocity(const CoupledTree& tree, const Eigen::VectorXd& speeds) const {
    JointVector rates = tree.pathRates;
    if (rates.size() == 0) rates = JointVector::Zero(tree.motion->body().rateCount());
    const int first = m_hasBase ? 6 : 0;
    for (std::size_t k = 0; k < m_joints.size(); ++k)
        rates(m_joints[k]) = speeds(first + static_cast<int>(k));
    Twist base;
    if (m_hasBase) base = rotated(tree.state.worldFromBase.orientation.conjugate(), Twist(Vector6(speeds.head<6>())));
    tree.motion->dynamics().setVelocity(base, rates);
}

Eigen::VectorXd TreeSpeeds::twistsInWorld(const CoupledTree& tree) const {
    const ArticulatedDynamics& dynamics = tree.motion->dynamics();
    const int count = tree.motion->body().linkCount();
    Eigen::VectorXd twists(rowOfLink(count));
    for (int i = 0; i < count; ++i)
        twists.segment<6>(rowOfLink(i)) =
            rotated(dynamics.worldFromLinks()[static_cast<std::size_t>(i)].orientation, dynamics.relativeTwist(i))
                .vector();
    return twists;
}

Eigen::VectorXd TreeSpeeds::momenta(const ArticulatedState& state) const {
    Eigen::VectorXd result(count());
    if (m_hasBase) result.head<6>() = state.momentum.vector();
    for (std::size_t k = 0; k < m_joints.size(); ++k)
        result((m_hasBase ? 6 : 0) + static_cast<int>(k)) = state.jointMomenta(m_joints[k]);
    return result - m_ofGiven;
}

void TreeSpeeds::addTo(ArticulatedState& state, const Eigen::VectorXd& impulse) const {
    if (m_hasBase) state.momentum += Momentum(Vector6(impulse.head<6>()));
    for (std::size_t k = 0; k < m_joints.size(); ++k)
        state.jointMomenta(m_joints[k]) += impulse((m_hasBase ? 6 : 0) + static_cast<int>(k));
}

void TreeSpeeds::setDrift(CoupledTree& tree, const Eigen::VectorXd& speeds) const {
    tree.drift = m_hasBase ? Twist(Vector6(speeds.head<6>())) : Twist();
    tree.rateDrift = JointVector::Zero(tree.motion->body().rateCount());
    for (std::size_t k = 0; k < m_joints.size(); ++k)
        tree.rateDrift(m_joints[k]) = speeds((m_hasBase ? 6 : 0) + static_cast<int>(k));
}

Eigen::VectorXd TreeSpeeds::rates(const CoupledTree& tree, const Eigen::VectorXd& speeds,
                                  const std::vector<Wrench>& loads, const Eigen::VectorXd& beyond) const {
    setVelocity(tree, speeds);
    const ArticulatedBody& body = tree.motion->body();
    Vector6 ofBase;
    JointVector ofJoints = JointVector::Zero(body.rateCount());
    Eigen::VectorXd ofLoads = Eigen::VectorXd::Zero(6 + body.rateCount());
    tree.motion->dynamics().momentumRates(loads.data(), ofBase, ofJoints, ofLoads);
    Eigen::VectorXd result(count());
    if (m_hasBase) result.head<6>() = rotated(tree.state.worldFromBase.orientation, Wrench(ofBase)).vector();
    for (std::size_t k = 0; k < m_joints.size(); ++k)
        result((m_hasBase ? 6 : 0) + static_cast<int>(k)) = ofJoints(m_joints[k]);
    addTurns(tree, beyond, result);
    return result;
}

void TreeSpeeds::addCarriedTurn(const Eigen::VectorXd& momenta, const Eigen::VectorXd& drift,
                                Eigen::VectorXd& rates) const {
    if (!m_hasBase) return;
    const Vector3 linear = momenta.segment<3>(3) + m_ofGiven.segment<3>(3), velocity = drift.segment<3>(3);
    rates.head<3>() += linear.cross(velocity);
}

void TreeSpeeds::addTurns(const CoupledTree& tree, const Eigen::VectorXd& beyond, Eigen::VectorXd& rates) const {
    const ArticulatedBody& body = tree.motion->body();
    const std::vector<Pose>& poses = tree.motion->dynamics().worldFromLinks();
    const Eigen::VectorXd twists = twistsInWorld(tree);
    Eigen::VectorXd behind = beyond; // of each link and all behind it, about the link's centre of mass
    for (int i = body.linkCount() - 1; i > 0; --i) {
        const int parent = body.link(i).parent;
        const Vector3 lever =
            poses[static_cast<std::size_t>(i)].position - poses[static_cast<std::size_t>(parent)].position;
        const Vector3 linear = behind.segment<3>(rowOfLink(i) + 3);
        behind.segment<3>(rowOfLink(parent)) += behind.segment<3>(rowOfLink(i)) + lever.cross(linear);
        behind.segment<3>(rowOfLink(parent) + 3) += linear;
    }
    const int first = m_hasBase ? 6 : 0;
    for (std::size_t k = 0; k < m_joints.size(); ++k) {
        const int column = first + static_cast<int>(k), link = rowOfLink(m_linkOf[k]);
        const Vector3 spin = twists.segment<3>(link), velocity = twists.segment<3>(link + 3);
        const Vector3 turn = m_jacobian.block<3, 1>(link, column), shift = m_jacobian.block<3, 1>(link + 3, column);
        rates(column) += spin.cross(turn).dot(Vector3(behind.segment<3>(link))) +
                         (spin.cross(shift) + velocity.cross(turn)).dot(Vector3(behind.segment<3>(link + 3)));
    }
}

} // namespace ambient
