// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"

#include "AmbientFluid/Math/Cholesky6.h"

#include <utility>

namespace ambient {
namespace {

using Column = Eigen::Matrix<double, 6, 1>;

/// Derivative of a joint's twist that is constant in axes moving with `y`.
Column crossMotion(const Column& y, const Column& s) {
    const Vector3 w = y.head<3>(), v = y.tail<3>(), a = s.head<3>(), b = s.tail<3>();
    Column c;
    c << w.cross(a), w.cross(b) + v.cross(a);
    return c;
}

/// gyroscopicWrench() of columns.
Column gyroscopic(const Column& twist, const Column& momentum) {
    const Vector3 w = twist.head<3>(), v = twist.tail<3>(), l = momentum.head<3>(), p = momentum.tail<3>();
    Column c;
    c << l.cross(w) + p.cross(v), p.cross(w);
    return c;
}

/// A wrench in the axes of a link.
Column inLinkAxes(const Pose& worldFromLink, const Wrench& inWorld) {
    const Quaternion linkFromWorld = worldFromLink.orientation.conjugate();
    Column c;
    c << linkFromWorld * inWorld.angular, linkFromWorld * inWorld.linear;
    return c;
}

} // namespace

ArticulatedDynamics::ArticulatedDynamics(std::shared_ptr<const ArticulatedBody> body)
    : m_body(std::move(body)), m_gears(*m_body) {
    const int count = m_body->linkCount();
    m_links.resize(static_cast<std::size_t>(count));
    m_poses.resize(m_links.size());
    m_rates = m_jointBuffer = m_jointChange = JointVector::Zero(m_body->rateCount());
    for (int i = 0; i < count; ++i) {
        const ArticulatedLink& link = m_body->link(i);
        LinkData& data = at(i);
        if (i > 0) data.axes = axesOf(link.joint);
        data.parent = link.parent;
        data.firstRate = m_body->firstRate(i);
        data.firstPosition = m_body->firstPosition(i);
        data.armature = link.joint.armature;
        data.inertia = link.inertia.matrix();
    }
}

Column ArticulatedDynamics::LinkData::toChild(const Column& inParent) const {
    const Vector3 w = childFromParent * inParent.head<3>();
    Column c;
    c << w, childFromParent * inParent.tail<3>() + w.cross(fromParent);
    return c;
}

Column ArticulatedDynamics::LinkData::toParent(const Column& forceInChild) const {
    const Vector3 f = forceInChild.tail<3>();
    Column c;
    c << childFromParent.transpose() * (forceInChild.head<3>() + fromParent.cross(f)), childFromParent.transpose() * f;
    return c;
}

void ArticulatedDynamics::LinkData::addToParent(const Matrix6& k, Matrix6& ofParent) const {
    const Matrix3 r = skew(fromParent), &e = childFromParent;
    const Matrix3 mass = k.bottomRightCorner<3, 3>(), coupling = k.topRightCorner<3, 3>();
    const Matrix3 shifted = coupling + r * mass;
    const Matrix3 moment = k.topLeftCorner<3, 3>() - coupling * r + r * shifted.transpose();
    const Matrix3 top = e.transpose() * shifted * e;
    ofParent.topLeftCorner<3, 3>() += e.transpose() * moment * e;
    ofParent.topRightCorner<3, 3>() += top;
    ofParent.bottomLeftCorner<3, 3>() += top.transpose();
    ofParent.bottomRightCorner<3, 3>() += e.transpose() * mass * e;
}

Twist ArticulatedDynamics::twist(int link) const {
    return Twist(Vector6(at(link).twist));
}

Twist ArticulatedDynamics::relativeTwist(int link) const {
    return Twist(Vector6(at(link).relative));
}

void ArticulatedDynamics::setPose(const Pose& worldFromBase, const JointVector& positions) {
    notePose();
    m_poses[0] = worldFromBase;
    for (int i = 1; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        const Pose& parent = m_poses[static_cast<std::size_t>(link.parent)];
        Pose& pose = m_poses[static_cast<std::size_t>(i)];
        Quaternion parentFromChild;
        placeJoint(m_body->link(i).joint, positions.data() + link.firstPosition, parentFromChild, link.childFromParent,
                   link.fromParent);
        pose.orientation = parent.orientation * parentFromChild; // unit but for rounding
        pose.position = parent * Vector3(link.childFromParent.transpose() * link.fromParent);
    }
}

void ArticulatedDynamics::passToParent(const LinkData& link, Column force) {
    for (int k = 0; k < link.axes.count; ++k) {
        double share = 0.0;
        for (int j = 0; j < link.axes.count; ++j)
            share += link.factors.perAxes(k, j) * link.residual(j);
        force += share * link.factors.inertiaAxes[k];
    }
    at(link.parent).force += link.toParent(force);
}

void ArticulatedDynamics::sweepInward() {
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        const int count = link.axes.count;
        for (int k = 0; k < count; ++k)
            link.residual(k) = m_jointBuffer(link.firstRate + k) - link.axes.columns[k].dot(link.force);
        passToParent(link, link.force);
    }
}

void ArticulatedDynamics::sweepOutward(const Column& base, bool withVelocities, JointVector& rates) {
    at(0).motion = base;
    for (int i = 1; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        link.motion = link.toChild(at(link.parent).motion);
        const int count = link.axes.count;
        Vector3 rest = Vector3::Zero();
        for (int k = 0; k < count; ++k)
            rest(k) = link.residual(k) - link.factors.inertiaAxes[k].dot(link.motion);
        for (int k = 0; k < count; ++k) {
            double rate = 0.0;
            for (int j = 0; j < count; ++j)
                rate += link.factors.perAxes(k, j) * rest(j);
            rates(link.firstRate + k) = rate;
        }
        for (int k = 0; k < count; ++k)
            link.motion += rates(link.firstRate + k) * link.axes.columns[k];
        if (withVelocities) link.motion += crossMotion(link.twist, link.jointTwist);
    }
}

void ArticulatedDynamics::respond(const Vector6& base, const JointVector& joints, Vector6& baseChange,
                                  JointVector& rateChange) {
    respondFreely(base, joints, baseChange, rateChange);
    if (m_gears.any()) m_gears.close(*this, baseChange, rateChange);
}

void ArticulatedDynamics::respondFreely(const Vector6& base, const JointVector& joints, Vector6& baseChange,
                                        JointVector& rateChange) {
    if (m_coupling) return m_jointSpace.respond(*this, base, joints, baseChange, rateChange);
    for (LinkData& link : m_links)
        link.force.setZero();
    m_jointBuffer = joints;
    sweepInward();
    Column change = Column::Zero();
    if (!isBaseGiven()) change = m_inverseOfBase * (base - at(0).force);
    baseChange = change;
    sweepOutward(change, false, rateChange);
}

void ArticulatedDynamics::findTwists(const Column& base) {
    ++m_velocityStamp;
    for (int i = 0; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        if (i == 0) {
            link.twist = base;
        } else {
            link.jointTwist.setZero();
            for (int k = 0; k < link.axes.count; ++k)
                link.jointTwist += m_rates(link.firstRate + k) * link.axes.columns[k];
            link.twist = link.toChild(at(link.parent).twist) + link.jointTwist;
        }
        link.relative = link.twist;
        if (link.isMediumAtRest()) continue;
        link.relative.tail<3>() -= m_poses[static_cast<std::size_t>(i)].orientation.conjugate() * link.mediumInWorld;
    }
}

void ArticulatedDynamics::setVelocity(const Twist& base, const JointVector& rates) {
    m_rates = rates;
    forEachLedRate([this](int rate) { m_rates(rate) = m_led.rates(rate); });
    m_gears.follow(m_rates);
    findTwists(isBaseGiven() ? givenBaseTwist() : Column(base.vector()));
}

void ArticulatedDynamics::momenta(Vector6& base, JointVector& joints) {
    findMomenta();
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        for (int k = 0; k < link.axes.count; ++k)
            joints(link.firstRate + k) =
                link.axes.columns[k].dot(link.momentum) + link.armature * m_rates(link.firstRate + k);
        at(link.parent).momentum += link.toParent(link.momentum);
    }
    base = at(0).momentum;
}

void ArticulatedDynamics::setMomenta(const Vector6& base, const JointVector& joints) {
    // The momenta as impulses on bodies that move with the led parts and their media, Y_0 the twist of this motion:
    // M^-1 (pi + J^T K ((0, R^T U) - Y_0)).
    const bool isLed = m_led.any();
    for (int i = 0; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        link.rate.setZero();
        link.force.setZero();
        if (isLed) link.rate = ledTwist(i);
        if (!isLed && link.isMediumAtRest()) continue;
        link.rate.tail<3>() -= m_poses[static_cast<std::size_t>(i)].orientation.conjugate() * link.mediumInWorld;
        link.force.noalias() = link.inertia * link.rate;
    }
    if (m_coupling) {
        addCoupling(&LinkData::rate, &LinkData::force);
        Vector6 impulse, change;
        collectForces(impulse, m_jointBuffer);
        m_jointBuffer = joints - m_jointBuffer;
        m_jointSpace.respond(*this, base - impulse, m_jointBuffer, change, m_rates);
        return addLedMotion(change);
    }
    m_jointBuffer = joints;
    sweepInward();
    Column twist = Column::Zero();
    if (!isBaseGiven()) twist = m_inverseOfBase * (base - at(0).force);
    sweepOutward(twist, false, m_rates);
    addLedMotion(twist);
}

void ArticulatedDynamics::generalisedForce(const Wrench* loads, Vector6& base, JointVector& joints) {
    for (int i = 0; i < m_body->linkCount(); ++i)
        at(i).force = inLinkAxes(m_poses[static_cast<std::size_t>(i)], loads[i]);
    collectForces(base, joints);
}

void ArticulatedDynamics::collectForces(Vector6& base, JointVector& joints) {
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        for (int k = 0; k < link.axes.count; ++k)
            joints(link.firstRate + k) = link.axes.columns[k].dot(link.force);
        at(link.parent).force += link.toParent(link.force);
    }
    base = at(0).force;
}

void ArticulatedDynamics::momentumRates(const Wrench* loads, Vector6& base, JointVector& joints,
                                        Eigen::VectorXd& ofLoads) {
    findMomenta();
    for (int i = 0; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        link.force = link.rate = inLinkAxes(m_poses[static_cast<std::size_t>(i)], loads[i]);
        // The frame of the momentum moves with the medium: about a fixed point its lever changes by U.
        if (link.isMediumAtRest()) continue;
        const Vector3 medium = link.twist.tail<3>() - link.relative.tail<3>(), p = link.momentum.tail<3>();
        link.force.head<3>() += medium.cross(p);
    }
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        for (int k = 0; k < link.axes.count; ++k) {
            joints(link.firstRate + k) =
                link.axes.columns[k].dot(link.force) + crossMotion(link.twist, link.axes.columns[k]).dot(link.momentum);
            ofLoads(6 + link.firstRate + k) = link.axes.columns[k].dot(link.rate);
        }
        at(link.parent).force += link.toParent(link.force);
        at(link.parent).rate += link.toParent(link.rate);
        at(link.parent).momentum += link.toParent(link.momentum);
    }
    base = at(0).force;
    ofLoads.head<6>() = at(0).rate;
    if (!m_change) return;
    findChanges(false);
    joints += m_changeForces;
}

Column ArticulatedDynamics::LinkData::bias(const Column& load) const {
    const Vector3 w = twist.head<3>(), medium = twist.tail<3>() - relative.tail<3>();
    return inertia.rightCols<3>() * w.cross(medium) - gyroscopic(relative, momentum) - load;
}

void ArticulatedDynamics::accelerations(const Wrench* loads, const JointVector& torques, Vector6& baseAcceleration,
                                        JointVector& jointAccelerations) {
    if (m_coupling) {
        Column atRest;
        jointAccelerations.setZero();
        inverseSweep(givenBaseRate(), jointAccelerations, loads, atRest, m_jointBuffer);
        m_jointBuffer = torques - m_jointBuffer;
        m_jointSpace.respond(*this, -atRest, m_jointBuffer, baseAcceleration, jointAccelerations);
        baseAcceleration += givenBaseRate();
        if (m_gears.any()) m_gears.close(*this, baseAcceleration, jointAccelerations);
        return;
    }
    findMomenta();
    for (int i = 0; i < m_body->linkCount(); ++i)
        at(i).force = at(i).bias(inLinkAxes(m_poses[static_cast<std::size_t>(i)], loads[i]));
    // I c belongs to the force of a joint, where the articulated inertia is known.
    m_jointBuffer = torques;
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        const Column velocityProduct = crossMotion(link.twist, link.jointTwist);
        const int count = link.axes.count;
        for (int k = 0; k < count; ++k)
            link.residual(k) = m_jointBuffer(link.firstRate + k) - link.axes.columns[k].dot(link.force) -
                               link.factors.inertiaAxes[k].dot(velocityProduct);
        passToParent(link, link.force + link.factors.articulated * velocityProduct);
    }
    Column base = givenBaseRate();
    if (!isBaseGiven()) base = -(m_inverseOfBase * at(0).force);
    baseAcceleration = base;
    sweepOutward(base, true, jointAccelerations);
    if (m_gears.any()) m_gears.close(*this, baseAcceleration, jointAccelerations);
}

void ArticulatedDynamics::inverseSweep(const Column& base, const JointVector& accelerations, const Wrench* loads,
                                       Column& baseForce, JointVector& torques) {
    findMomenta();
    for (int i = 0; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        if (i == 0) {
            link.motion = base;
        } else {
            link.motion = link.toChild(at(link.parent).motion) + crossMotion(link.twist, link.jointTwist);
            for (int k = 0; k < link.axes.count; ++k)
                link.motion += accelerations(link.firstRate + k) * link.axes.columns[k];
        }
        link.force = link.inertia * link.motion + link.bias(inLinkAxes(m_poses[static_cast<std::size_t>(i)], loads[i]));
        link.rate = link.motion;
        link.rate.tail<3>() += link.twist.head<3>().cross(link.twist.tail<3>() - link.relative.tail<3>());
    }
    if (m_coupling) addCoupling(&LinkData::rate, &LinkData::force);
    if (m_change) addChanges();
    Vector6 base6;
    collectForces(base6, torques);
    for (const LinkData& link : m_links)
        for (int k = 0; k < link.axes.count; ++k)
            torques(link.firstRate + k) += link.armature * accelerations(link.firstRate + k);
    baseForce = base6;
}

void ArticulatedDynamics::torques(const Vector6& baseAcceleration, const JointVector& jointAccelerations,
                                  const Wrench* loads, Vector6& baseWrench, JointVector& torques) {
    Column wrench;
    inverseSweep(baseAcceleration, jointAccelerations, loads, wrench, torques);
    baseWrench = wrench;
}

void ArticulatedDynamics::torquesOfFreeBase(const JointVector& jointAccelerations, const Wrench* loads,
                                            Vector6& baseAcceleration, JointVector& torques) {
    Column wrench, base = givenBaseRate();
    inverseSweep(base, jointAccelerations, loads, wrench, torques);
    if (!isBaseGiven()) {
        base = -(Cholesky6(compositeInertia().matrix()).inverse() * wrench);
        inverseSweep(base, jointAccelerations, loads, wrench, torques);
    }
    baseAcceleration = base;
}

} // namespace ambient
