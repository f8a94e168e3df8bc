// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/TreeStep.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/Requirements.h"

#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {

namespace {

void requireJoints(const JointVector& numbers, int count, const char* name) {
    if (numbers.size() != count)
        throw std::invalid_argument(std::string(name) + ": " + std::to_string(count) + " numbers are needed");
    requireFinite(numbers.data(), numbers.size(), name);
}

} // namespace

TreeStep::TreeStep(std::shared_ptr<const ArticulatedBody> body, std::vector<HostedBody*> fluids)
    : m_body(std::move(body)), m_fluids(std::move(fluids)), m_wet(m_body), m_dry(m_body) {
    if (static_cast<int>(m_fluids.size()) != m_body->linkCount())
        throw std::invalid_argument("bodies: one per link is needed, or None");
    m_loads.resize(m_fluids.size());
    m_weights.resize(m_fluids.size());
}

void TreeStep::setLinks(const Vector3& gravity, double time) {
    for (std::size_t i = 0; i < m_fluids.size(); ++i) {
        const int link = static_cast<int>(i);
        const double mass = m_body->link(link).inertia.matrix()(3, 3);
        m_loads[i] = m_weights[i] = Wrench(Vector3::Zero(), mass * gravity);
        HostedBody* const fluid = m_fluids[i];
        if (!fluid) continue;
        const Pose& pose = m_wet.worldFromLinks()[i];
        const Twist twist = rotated(pose.orientation, m_dry.twist(link));
        fluid->equations.setGravity(gravity);
        fluid->state = makeState(fluid->equations, pose, twist, time);
        EvaluationAt at(fluid->equations, fluid->state);
        const Loads loads = fluid->equations.loads(at, fluid->state.momentum, {});
        m_loads[i] = loads.total();
        m_wet.setInertia(link, at.inertia().inertia);
        m_wet.setMedium(link, loads.mediumVelocity);
    }
}

TreeLoads TreeStep::begin(const Pose& worldFromBase, const JointVector& positions, const TreeVelocity& velocity,
                          const JointVector& torques, const Vector3& gravity, double time, double duration) {
    m_isBegun = false;
    requirePositive(duration, "duration");
    requireJoints(positions, m_body->positionCount(), "positions");
    requireJoints(velocity.rates, m_body->rateCount(), "rates");
    requireJoints(torques, m_body->rateCount(), "torques");
    if (!worldFromBase.isFinite() || !velocity.base.isFinite())
        throw std::invalid_argument("the pose or the twist of the base is not finite");
    m_worldFromBase = worldFromBase.orientation;
    m_wet.setPose(worldFromBase, positions);
    m_dry.setPose(worldFromBase, positions);
    m_dry.setVelocity(inBase(velocity.base), velocity.rates);
    setLinks(gravity, time);
    if (!m_wet.factor()) throw std::invalid_argument("the inertia of the links is not positive definite");
    m_wet.setVelocity(inBase(velocity.base), velocity.rates);

    Vector6 base = Vector6::Zero(), baseWrench = Vector6::Zero();
    JointVector accelerations = JointVector::Zero(m_body->rateCount());
    TreeLoads given{{}, JointVector::Zero(m_body->rateCount())};
    m_wet.accelerations(m_loads.data(), torques, base, accelerations);
    m_dry.torques(base, accelerations, m_weights.data(), baseWrench, given.torques);
    given.base = rotated(m_worldFromBase, Wrench(baseWrench));

    // The base's rate is that of a twist in turning axes.
    Twist rate = rotated(m_worldFromBase, Twist(base));
    rate.linear += velocity.base.angular.cross(velocity.base.linear);
    m_free.base = Twist(Vector6(velocity.base.vector() + duration * rate.vector()));
    if (m_body->hasFixedBase()) {
        m_free.base = velocity.base;
        given.base = Wrench();
    }
    m_free.rates = velocity.rates + duration * accelerations;
    if (!m_free.base.isFinite() || !m_free.rates.allFinite())
        throw std::invalid_argument("the motion becomes non-finite during the step");
    m_isBegun = true;
    return given;
}

TreeVelocity TreeStep::end(const TreeVelocity& solved) {
    if (!m_isBegun) throw std::invalid_argument("no step is begun");
    requireJoints(solved.rates, m_body->rateCount(), "rates");
    if (!solved.base.isFinite()) throw std::invalid_argument("the twist of the base is not finite");
    m_isBegun = false;
    Vector6 base[2], baseChange = Vector6::Zero();
    JointVector joints[2], rateChange = JointVector::Zero(m_body->rateCount());
    const TreeVelocity* const velocities[2] = {&m_free, &solved};
    for (int i = 0; i < 2; ++i) {
        joints[i] = JointVector::Zero(m_body->rateCount());
        m_dry.setVelocity(inBase(velocities[i]->base), velocities[i]->rates);
        m_dry.momenta(base[i], joints[i]);
    }
    m_wet.respond(base[1] - base[0], joints[1] - joints[0], baseChange, rateChange);
    TreeVelocity after = m_free;
    if (!m_body->hasFixedBase())
        after.base = Twist(Vector6(m_free.base.vector() + rotated(m_worldFromBase, Twist(baseChange)).vector()));
    after.rates += rateChange;
    return after;
}

} // namespace ambient
