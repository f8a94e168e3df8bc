// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/TreeStep.h"

#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {

namespace {

constexpr double kRounding = 1e-9; ///< of the velocities of a host, relative

void requireJoints(const JointVector& numbers, int count, const char* name) {
    if (numbers.size() != count)
        throw std::invalid_argument(std::string(name) + ": " + std::to_string(count) + " numbers are needed");
    requireFinite(numbers.data(), numbers.size(), name);
}

double largest(const TreeVelocity& velocity) {
    const double rates = velocity.rates.size() > 0 ? velocity.rates.cwiseAbs().maxCoeff() : 0.0;
    return std::max(rates, velocity.base.vector().cwiseAbs().maxCoeff());
}

} // namespace

TreeStep::TreeStep(std::shared_ptr<const ArticulatedBody> body, std::unique_ptr<LinkFluid> fluid, JointVector damping,
                   double tolerance, double speedLimit)
    : m_body(std::move(body)), m_motion(m_body, std::move(fluid), Vector3::Zero()), m_dry(m_body),
      m_damping(std::move(damping)), m_speedLimit(speedLimit), m_weights(static_cast<std::size_t>(m_body->linkCount())),
      m_startTwists(m_weights.size()) {
    requireJoints(m_damping, m_body->rateCount(), "damping");
    for (double one : m_damping)
        if (one < 0.0) throw std::invalid_argument("damping: " + std::to_string(one) + " is below 0");
    requirePositive(tolerance, "tolerance");
    if (!(speedLimit > 0.0))
        throw std::invalid_argument("speed_limit: " + std::to_string(speedLimit) + " is not above 0");
    m_options.tolerance = tolerance;
}

JointVector TreeStep::dampingTorques(const TreeVelocity& velocity, double duration) {
    // Of the rates at the end of the step, so that a stiff damping stops a light link and does not turn it back.
    const JointVector added = duration * m_damping;
    if (!m_motion.evaluate(m_start) || !m_motion.dynamics().factor(&added))
        throw std::invalid_argument("the inertia of the links is not positive definite");
    ArticulatedLoads loads;
    loads.torques = -m_damping.cwiseProduct(velocity.rates);
    Vector6 base;
    JointVector accelerations = JointVector::Zero(m_body->rateCount());
    m_motion.accelerations(loads, base, accelerations);
    return loads.torques - added.cwiseProduct(accelerations);
}

TreeLoads TreeStep::loadsOfHost(const TreeVelocity& velocity, const Vector3& gravity, double duration) {
    for (std::size_t i = 0; i < m_weights.size(); ++i)
        m_weights[i] = Wrench(Vector3::Zero(), m_body->link(static_cast<int>(i)).inertia.matrix()(3, 3) * gravity);
    // The rate of a twist in the base's axes, which turn.
    Twist rate(Vector6((m_free.base.vector() - velocity.base.vector()) / duration));
    rate.linear -= velocity.base.angular.cross(velocity.base.linear);
    const JointVector accelerations = (m_free.rates - velocity.rates) / duration;
    Vector6 base = Vector6::Zero();
    TreeLoads given{{}, JointVector::Zero(m_body->rateCount())};
    m_dry.torques(inBase(rate).vector(), accelerations, m_weights.data(), base, given.torques);
    if (!m_body->hasFixedBase()) given.base = rotated(m_start.worldFromBase.orientation, Wrench(base));
    return given;
}

bool TreeStep::findFree() {
    // The free motion back from the end, in a frame that moves with the media. The momenta of joints cannot be taken
    // along the loads: where a light link carries a heavy one, they are differences of large numbers.
    ArticulatedState back = m_end;
    back.momentum = -1.0 * back.momentum;
    back.jointMomenta = -back.jointMomenta;
    if (!m_motion.integrateFreely(back, m_duration, m_options).finite || !m_motion.evaluate(back, false)) return false;
    m_free.rates = -m_motion.dynamics().rates();
    ArticulatedState pushed = m_start;
    pushed.momentum += m_whole;
    if (!pushed.isFinite() || !m_motion.evaluate(pushed, false)) return false;
    const Quaternion baseFromWorld = pushed.worldFromBase.orientation.conjugate();
    m_motion.dynamics().setMomentumAndRates(rotated(baseFromWorld, pushed.momentum).vector(), m_free.rates);
    m_free.base = m_motion.twistInWorld(0);
    return m_free.base.isFinite() && m_free.rates.allFinite();
}

TreeLoads TreeStep::begin(const TreeState& start, const Vector3& gravity, double time, double duration) {
    m_isBegun = false;
    requirePositive(duration, "duration");
    requireJoints(start.positions, m_body->positionCount(), "positions");
    requireJoints(start.velocity.rates, m_body->rateCount(), "rates");
    if (!start.worldFromBase.isFinite() || !start.velocity.base.isFinite())
        throw std::invalid_argument("the pose or the twist of the base is not finite");
    m_duration = duration;
    m_motion.setGravity(gravity);
    m_start = m_motion.makeState(start.worldFromBase, start.positions, start.velocity.base, start.velocity.rates, time);
    m_dry.setPose(start.worldFromBase, start.positions);
    m_dry.setVelocity(inBase(start.velocity.base), start.velocity.rates);
    for (int i = 0; i < m_body->linkCount(); ++i)
        m_startTwists[static_cast<std::size_t>(i)] = m_dry.twist(i);
    const bool isDamped = m_damping.size() > 0 && m_damping.maxCoeff() > 0.0;
    m_loads.torques = isDamped ? dampingTorques(start.velocity, duration) : JointVector();

    m_end = m_start;
    const bool isFinite = m_motion.integrate(m_end, duration, m_options, m_loads).finite;
    m_whole = m_motion.loadImpulse().whole;
    if (!isFinite || !findFree()) throw std::invalid_argument("the motion becomes non-finite during the step");
    if (m_body->hasFixedBase()) m_free.base = start.velocity.base;
    m_isBegun = true;
    return loadsOfHost(start.velocity, gravity, duration);
}

bool TreeStep::isPushed(const TreeVelocity& solved) const {
    const TreeVelocity difference{Twist(Vector6(solved.base.vector() - m_free.base.vector())),
                                  solved.rates - m_free.rates};
    return largest(difference) > kRounding * (1e-3 + largest(solved));
}

double TreeStep::shareOf(const TreeVelocity& change) const {
    double share = 1.0;
    const auto limit = [&](double free, double added) {
        // A velocity that is beyond the limit without the impulse may fall, and not rise.
        const double most = std::max(m_speedLimit, std::abs(free));
        if (std::abs(free + share * added) > most) share = (std::copysign(most, added) - free) / added;
    };
    const Vector6 base = m_free.base.vector(), baseChange = change.base.vector();
    for (int i = 0; i < 6; ++i)
        limit(base[i], baseChange[i]);
    for (Eigen::Index i = 0; i < change.rates.size(); ++i)
        limit(m_free.rates[i], change.rates[i]);
    return share;
}

TreeState TreeStep::stateOf(ArticulatedState& state) {
    if (!state.isFinite() || !m_motion.evaluate(state, false))
        throw std::invalid_argument("the motion becomes non-finite during the step");
    TreeState made{state.worldFromBase, state.positions, {m_motion.twistInWorld(0), m_motion.dynamics().rates()}};
    if (m_body->hasFixedBase()) made.velocity.base = m_free.base;
    return made;
}

TreeState TreeStep::end(const TreeVelocity& solved) {
    if (!m_isBegun) throw std::invalid_argument("no step is begun");
    requireJoints(solved.rates, m_body->rateCount(), "rates");
    if (!solved.base.isFinite()) throw std::invalid_argument("the twist of the base is not finite");
    m_isBegun = false;
    if (!isPushed(solved)) return stateOf(m_end);
    Vector6 base[2], change = Vector6::Zero();
    JointVector joints[2], rates = JointVector::Zero(m_body->rateCount());
    const TreeVelocity* const velocities[2] = {&m_free, &solved};
    for (int i = 0; i < 2; ++i) {
        joints[i] = JointVector::Zero(m_body->rateCount());
        m_dry.setVelocity(inBase(velocities[i]->base), velocities[i]->rates);
        m_dry.momenta(base[i], joints[i]);
    }
    ArticulatedState state = m_start;
    m_motion.evaluate(state, false);
    m_motion.dynamics().respond(base[1] - base[0], joints[1] - joints[0], change, rates);
    if (m_body->hasFixedBase()) change.setZero();
    const TreeVelocity gained{rotated(m_start.worldFromBase.orientation, Twist(change)), rates};
    const double share = shareOf(gained);
    m_motion.setVelocity(state, Twist(Vector6(m_free.base.vector() + share * gained.base.vector())),
                         m_free.rates + share * gained.rates);
    if (!m_motion.integrateFreely(state, m_duration, m_options).finite)
        throw std::invalid_argument("the motion becomes non-finite during the step");
    return stateOf(state);
}

} // namespace ambient
