// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

void requireLength(const JointVector& vector, int length, const char* name) {
    if (vector.size() != length)
        throw std::invalid_argument(std::string("ArticulatedMotion: ") + std::to_string(length) + " joint " + name +
                                    " are needed, got " + std::to_string(vector.size()));
    if (!vector.allFinite())
        throw std::invalid_argument(std::string("ArticulatedMotion: the joint ") + name + " are not finite");
}

} // namespace

ArticulatedMotion::ArticulatedMotion(std::shared_ptr<const ArticulatedBody> body, std::unique_ptr<LinkFluid> fluid,
                                     Vector3 gravity)
    : m_body(body ? std::move(body) : throw std::invalid_argument("ArticulatedMotion: there is no body")),
      m_fluid(fluid ? std::move(fluid) : throw std::invalid_argument("ArticulatedMotion: there is no fluid side")),
      m_gravity(std::move(gravity)), m_dynamics(m_body), m_linkLength(m_body->length()), m_bound(*m_body) {
    const std::size_t links = static_cast<std::size_t>(m_body->linkCount());
    m_media.resize(links);
    m_frames.resize(links);
    m_gains.resize(links);
    m_losses.resize(links);
    m_relative.resize(links);
    m_loads.resize(links);
    m_total.resize(links);
    const int rates = m_body->rateCount();
    m_rk.y0 = m_rk.y = m_rk.k1 = m_rk.k2 = m_rk.k3 = m_rk.k4 = m_rk.k5 = Chart::Zero(coordinateCount(*m_body));
    m_ofLoads = Eigen::VectorXd::Zero(6 + rates);
    m_impulse.joints = JointVector::Zero(rates);
    m_rates = m_accelerations = m_jointForce = m_jointMomenta = m_jointChange = JointVector::Zero(rates);
    m_rk.stage.positions = m_body->zeroPositions();
    m_rk.stage.jointMomenta = m_rates;
    m_rk.next = m_before = m_rk.stage;
    for (int i = 0; i < m_body->linkCount(); ++i)
        if (m_fluid->length(i) > 0.0) m_linkLength = std::min(m_linkLength, m_fluid->length(i));
}

bool ArticulatedMotion::isPlaced(const ArticulatedState& state, bool isConstant) const {
    return m_placed.poseStamp == m_dynamics.poseStamp() && (isConstant || state.time == m_placed.state.time) &&
           state.worldFromBase == m_placed.state.worldFromBase && state.positions == m_placed.state.positions;
}

bool ArticulatedMotion::place(const ArticulatedState& state, bool needsLoads) {
    const bool isConstant = m_fluid->isConstant() && m_fluid->isSteady();
    const bool isHere = isPlaced(state, isConstant);
    if (isHere && m_placed.factorStamp != m_dynamics.factorStamp()) factor(); // a drive has put its motors in
    if (isHere && (m_placed.isSampled || !needsLoads)) return m_placed.isPositive;
    if (!isHere) m_dynamics.setPose(state.worldFromBase, state.positions);
    const bool needsMedia = needsLoads || !m_hasMedia || !isConstant;
    m_placed.isSampled = false;
    if (needsMedia) m_fluid->evaluate(m_dynamics.worldFromLinks(), state.time, m_media);
    m_placed.isSampled = needsMedia;
    LinkInertiaChange* const change = m_fluid->change();
    if (change) m_fluid->setJoints(state.positions, m_media);
    if (isHere) return m_placed.isPositive; // constant inertias: the dynamics have them
    for (int i = 0; i < m_body->linkCount() && (needsMedia || change); ++i) {
        const LinkMedium& medium = m_media[static_cast<std::size_t>(i)];
        m_dynamics.setInertia(i, medium.inertia);
        m_dynamics.setMedium(i, frameOf(static_cast<std::size_t>(i)));
    }
    m_dynamics.setCoupling(m_fluid->coupling(), change);
    m_hasMedia = true;
    m_isStill = true;
    for (std::size_t i = 0; i < m_media.size(); ++i)
        m_isStill = m_isStill && frameOf(i).isZero(0.0);
    factor();
    m_placed.state.worldFromBase = state.worldFromBase;
    m_placed.state.positions = state.positions;
    m_placed.state.time = state.time;
    m_placed.poseStamp = m_dynamics.poseStamp();
    return m_placed.isPositive;
}

void ArticulatedMotion::factor() {
    m_placed.isPositive = m_dynamics.factor();
    m_placed.factorStamp = m_dynamics.factorStamp();
}

void ArticulatedMotion::noteVelocities(const ArticulatedState& state, bool isOfMomenta) {
    m_placed.state.momentum = state.momentum;
    m_placed.state.jointMomenta = state.jointMomenta;
    m_placed.velocityStamp = m_dynamics.velocityStamp();
    m_placed.velocityFactorStamp = m_dynamics.factorStamp();
    m_placed.isOfMomenta = isOfMomenta;
}

void ArticulatedMotion::evaluateVelocities(const ArticulatedState& state, const JointVector* prescribed) {
    const Vector6 base = rotated(state.worldFromBase.orientation.conjugate(), state.momentum).vector();
    if (prescribed) return m_dynamics.setMomentumAndRates(base, *prescribed);
    const ArticulatedState& known = m_placed.state;
    const bool isKnown = m_placed.velocityStamp == m_dynamics.velocityStamp() &&
                         (m_placed.isOfMomenta || m_placed.velocityFactorStamp == m_dynamics.factorStamp());
    if (isKnown && known.momentum.angular == state.momentum.angular && known.momentum.linear == state.momentum.linear &&
        known.jointMomenta == state.jointMomenta)
        return;
    m_dynamics.setMomenta(base, state.jointMomenta);
    noteVelocities(state, true);
}

bool ArticulatedMotion::enter(const ArticulatedState& state, const Step& step) {
    m_rk.stage = state;
    if (!state.isFinite()) return false;
    if (step.path) step.path->evaluate(state.time, m_rk.stage.positions, m_rates, m_accelerations);
    const bool isPositive = place(m_rk.stage, !step.isFree && !step.extrapolated);
    evaluateVelocities(m_rk.stage, step.path ? &m_rates : nullptr);
    return isPositive;
}

bool ArticulatedMotion::evaluate(const ArticulatedState& state, bool needsLoads) {
    const bool isPositive = place(state, needsLoads);
    evaluateVelocities(state, nullptr);
    return isPositive;
}

ArticulatedState ArticulatedMotion::makeState(const Pose& worldFromBase, const JointVector& positions,
                                              const Twist& baseTwist, const JointVector& rates, double time) {
    requireLength(positions, m_body->positionCount(), "positions");
    requireLength(rates, m_body->rateCount(), "rates");
    if (!worldFromBase.isFinite() || !baseTwist.isFinite() || !std::isfinite(time))
        throw std::invalid_argument("ArticulatedMotion: pose, velocity or time of the base is not finite");
    ArticulatedState state;
    state.worldFromBase = worldFromBase;
    state.positions = positions;
    m_body->followGears(state.positions);
    state.jointMomenta = JointVector::Zero(m_body->rateCount());
    state.time = time;
    setVelocity(state, baseTwist, rates);
    return state;
}

void ArticulatedMotion::setVelocity(ArticulatedState& state, const Twist& baseTwist, const JointVector& rates) {
    place(state, false);
    m_dynamics.setVelocity(rotated(state.worldFromBase.orientation.conjugate(), baseTwist), rates);
    Vector6 base;
    m_dynamics.momenta(base, state.jointMomenta);
    if (m_dynamics.isBaseGiven()) base.setZero();
    state.momentum = rotated(state.worldFromBase.orientation, Momentum(base));
    noteVelocities(state, false);
}

void ArticulatedMotion::setStreams(const std::vector<Vector3>& streams) {
    for (std::size_t i = 0; i < streams.size(); ++i)
        m_fluid->setStream(static_cast<int>(i), streams[i]);
    m_hasMedia = false;
    m_placed.poseStamp = m_placed.velocityStamp = 0; // of no pose and velocity
}

Twist ArticulatedMotion::twistInWorld(int link) const {
    return rotated(m_dynamics.worldFromLinks()[static_cast<std::size_t>(link)].orientation, m_dynamics.twist(link));
}

const std::vector<FluidLoads>& ArticulatedMotion::loads(LinkFluid::Frame frame) {
    for (int i = 0; i < m_body->linkCount(); ++i)
        m_relative[static_cast<std::size_t>(i)] = m_dynamics.relativeTwist(i);
    for (std::size_t i = 0; i < m_frames.size() && m_isFramed; ++i)
        m_relative[i].linear -=
            m_dynamics.worldFromLinks()[i].orientation.conjugate() * (m_media[i].velocity - m_frames[i]);
    m_fluid->loads(m_relative.data(), m_gravity, m_media, frame, m_loads);
    return m_loads;
}

void ArticulatedMotion::addUserLoads(const Step& step) {
    for (std::size_t i = 0; i < m_total.size() && !step.user.onLinks.empty(); ++i)
        m_total[i] += step.user.onLinks[i];
}

void ArticulatedMotion::totalLoads(const Step& step, double time) {
    if (step.isFree) {
        std::fill(m_total.begin(), m_total.end(), Wrench());
        return;
    }
    if (step.extrapolated) {
        const ArticulatedLoadHistory::Entry* e = step.extrapolated->entries;
        const double s = (time - e[0].time) / (e[0].time - e[1].time); // in steps
        for (std::size_t i = 0; i < m_total.size(); ++i)
            m_total[i] = (1.0 + 0.5 * s * (3.0 + s)) * e[0].loads[i] + -s * (2.0 + s) * e[1].loads[i] +
                         0.5 * s * (1.0 + s) * e[2].loads[i];
    } else {
        fluidLoads();
    }
    addUserLoads(step);
}

void ArticulatedMotion::fluidLoads() {
    loads(hasFrames() ? LinkFluid::Frame::Substep : LinkFluid::Frame::Medium);
    for (std::size_t i = 0; i < m_total.size(); ++i)
        m_total[i] = m_loads[i].dissipative + m_loads[i].other;
    for (std::size_t i = 0; i < m_total.size() && m_isFramed; ++i) {
        const Vector3 inWorld = m_media[i].velocity - m_frames[i];
        if (inWorld.isZero(0.0)) continue;
        const Quaternion& worldFromLink = m_dynamics.worldFromLinks()[i].orientation;
        const Vector3 wind = worldFromLink.conjugate() * inWorld;
        const Matrix6& inertia = m_media[i].inertia.matrix();
        const Vector3 linear = inertia.bottomRows<3>() * m_relative[i].vector();
        const Vector6 ofChange = m_fluid->surfaceRate(static_cast<int>(i), m_relative[i], wind).vector();
        const Wrench rate(rateInFrame(inertia.rightCols<3>(), ofChange, m_relative[i], linear, wind));
        m_total[i] += rotated(worldFromLink, rate);
    }
}

void ArticulatedMotion::enterFrames() {
    if (!hasFrames()) return;
    for (std::size_t i = 0; i < m_frames.size(); ++i)
        m_frames[i] = m_media[i].velocity;
    m_isFramed = true;
    m_fluid->noteDensities();
}

void ArticulatedMotion::findVelocities(const ArticulatedState& state, const JointVector* prescribed) {
    if (m_isFramed && m_fluid->findExchange(m_frames, m_gains, m_losses))
        exchangeFluid(state, prescribed);
    else
        evaluateVelocities(state, prescribed);
}

void ArticulatedMotion::exchangeFluid(const ArticulatedState& state, const JointVector* prescribed) {
    Vector6 base;
    m_dynamics.generalisedForce(m_gains.data(), base, m_jointChange);
    base += rotated(state.worldFromBase.orientation.conjugate(), state.momentum).vector();
    m_jointChange += state.jointMomenta;
    for (std::size_t i = 0; i < m_media.size(); ++i)
        m_dynamics.setInertia(static_cast<int>(i), m_media[i].inertia + m_losses[i]);
    factor();
    if (prescribed)
        m_dynamics.setMomentumAndRates(base, *prescribed);
    else
        m_dynamics.setMomenta(base, m_jointChange);
    const Twist twist = m_dynamics.twist(0);
    m_jointChange = m_dynamics.rates();
    for (std::size_t i = 0; i < m_media.size(); ++i)
        m_dynamics.setInertia(static_cast<int>(i), m_media[i].inertia);
    factor();
    m_placed.poseStamp = m_dynamics.poseStamp();
    m_dynamics.setVelocity(twist, m_jointChange);
}

void ArticulatedMotion::leaveFrames(ArticulatedState& state, bool keepsJoints) {
    if (!m_isFramed) return;
    m_isFramed = false;
    const Twist base = m_dynamics.twist(0);
    m_jointChange = m_dynamics.rates();
    m_isStill = true;
    for (std::size_t i = 0; i < m_media.size(); ++i) {
        m_dynamics.setMedium(static_cast<int>(i), m_media[i].velocity);
        m_isStill = m_isStill && m_media[i].velocity.isZero(0.0);
    }
    m_dynamics.setVelocity(base, m_jointChange);
    Vector6 whole;
    m_dynamics.momenta(whole, m_jointChange);
    if (!keepsJoints) state.jointMomenta = m_jointChange;
    if (!m_dynamics.isBaseGiven()) state.momentum = rotated(state.worldFromBase.orientation, Momentum(whole));
    noteVelocities(state, false);
}

void ArticulatedMotion::restartFrames(const Step& step) {
    enterFrames();
    for (std::size_t i = 0; i < m_total.size(); ++i)
        m_total[i] = step.isFree ? Wrench() : m_loads[i].dissipative + m_loads[i].other;
    if (!step.isFree) addUserLoads(step);
    m_dynamics.momentumRates(m_total.data(), m_baseForce, m_jointForce, m_ofLoads);
}

void ArticulatedMotion::dropFrames() {
    if (std::exchange(m_isFramed, false)) m_placed.poseStamp = m_placed.velocityStamp = 0; // of no pose and velocity
}

void ArticulatedMotion::totalLoadsInWorld(const ArticulatedLoads& user) {
    loads(LinkFluid::Frame::World);
    for (std::size_t i = 0; i < m_total.size(); ++i) {
        m_total[i] = m_loads[i].dissipative + m_loads[i].other;
        if (!user.onLinks.empty()) m_total[i] += user.onLinks[i];
    }
}

void ArticulatedMotion::findJointWrenches(const Vector6& baseAcceleration, const JointVector& jointAccelerations,
                                          const ArticulatedLoads& user) {
    totalLoadsInWorld(user);
    Vector6 base;
    m_dynamics.torques(baseAcceleration, jointAccelerations, m_total.data(), base, m_jointForce);
}

void ArticulatedMotion::accelerations(const ArticulatedLoads& user, Vector6& baseAcceleration,
                                      JointVector& jointAccelerations) {
    totalLoadsInWorld(user);
    m_jointForce.setZero();
    if (user.torques.size() > 0) m_jointForce = user.torques;
    m_dynamics.accelerations(m_total.data(), m_jointForce, baseAcceleration, jointAccelerations);
}

void ArticulatedMotion::torquesOf(const JointVector& jointAccelerations, const ArticulatedLoads& user,
                                  Vector6& baseAcceleration, JointVector& torques) {
    totalLoadsInWorld(user);
    m_dynamics.torquesOfFreeBase(jointAccelerations, m_total.data(), baseAcceleration, torques);
}

IntegrationReport ArticulatedMotion::integrateStep(ArticulatedState& state, double duration,
                                                   const ArticulatedOptions& options, const ArticulatedLoads& user,
                                                   const JointPath* path, bool isFree,
                                                   ArticulatedLoadHistory* history) {
    IntegrationReport report;
    m_before = state;
    m_impulse.whole = Momentum();
    m_impulse.joints.setZero();
    dropFrames(); // of a step that a medium has ended by an exception
    try {
        integrateAdaptively(state, duration, options, {user, path, isFree, nullptr}, history, report);
        report.finite = state.isFinite();
        if (report.finite)
            m_isFramed = false; // the frames are the media at the end
        else
            dropFrames();
        if (hasFrames()) m_placed.velocityStamp = 0; // a restored state has the velocities of its momenta, to the byte
        if (!report.finite) {
            state = m_before;
        } else if (path) { // the momenta of the joints follow from their rates
            path->evaluate(state.time, state.positions, m_rates, m_accelerations);
            place(state, false);
            evaluateVelocities(state, &m_rates);
            Vector6 base;
            m_dynamics.momenta(base, state.jointMomenta);
        } else if (!m_body->gears().empty()) { // without the impulses of gears, which would grow without end
            m_body->followGears(state.positions);
            place(state, false);
            evaluateVelocities(state, nullptr);
            Vector6 base;
            m_dynamics.momenta(base, state.jointMomenta);
        }
    } catch (...) {
        dropFrames();
        state = m_before;
        throw;
    }
    return report;
}

IntegrationReport ArticulatedMotion::integrate(ArticulatedState& state, double duration,
                                               const ArticulatedOptions& options, const ArticulatedLoads& user,
                                               const JointPath* path, ArticulatedLoadHistory* history) {
    return integrateStep(state, duration, options, user, path, false, history);
}

IntegrationReport ArticulatedMotion::integrateFreely(ArticulatedState& state, double duration,
                                                     const ArticulatedOptions& options, const JointPath* path) {
    return integrateStep(state, duration, options, {}, path, true, nullptr);
}

} // namespace ambient
