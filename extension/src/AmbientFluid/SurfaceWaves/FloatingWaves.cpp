// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FloatingWaves.h"

#include <Eigen/LU>

namespace ambient {

FloatingWaves::FloatingWaves(std::shared_ptr<const FloatingModel> model)
    : m_model(std::move(model)), m_waves(*m_model) {}

void FloatingWaves::forget() {
    m_isPlanned = false;
    if (m_isAtRest) return;
    m_waves = RadiationWaves(*m_model);
    m_past = Past();
    m_isAtRest = true;
}

void FloatingWaves::forgetSpeed() {
    m_past = Past();
    m_waves.forgetMomentum();
}

bool FloatingWaves::begin(const FloatingStart& start, double timeStep) {
    m_isPlanned = false;
    const Waterplane plane = findWaterplane(start.fluid, start.bodyFromMesh, start.gravity);
    m_place = findFloatingPlace(*m_model, start.fluid, start.bodyFromMesh, plane);
    if (!(m_place.share > 0.0)) return false;
    m_step.duration = timeStep;
    m_step.start = m_step.middle = m_place.relative(start.velocity);
    // Other loads than the waves change slowly from step to step.
    if (m_past.isKnown) {
        const Vector6 others = (m_step.start - m_past.velocity) / m_past.duration - m_past.acceleration;
        m_step.middle += 0.5 * timeStep * others;
    }
    m_scattered = scatteredInMiddle(start, timeStep);
    return true;
}

Vector6 FloatingWaves::plan(const Matrix6& response) {
    m_step.response = response;
    m_step.middle += 0.5 * m_step.duration * (m_step.response * m_scattered);
    const Vector6 force = m_waves.plan(m_place, m_step) + m_scattered;
    notePlan(m_step.response * force);
    return force;
}

void FloatingWaves::planTogether(const std::vector<FloatingWaves*>& waves, const Eigen::MatrixXd& responses,
                                 std::vector<Vector6>& forces) {
    const Eigen::Index size = 6 * static_cast<Eigen::Index>(waves.size());
    Eigen::VectorXd scattered(size), middle(size), constant(size);
    Eigen::MatrixXd falls = Eigen::MatrixXd::Zero(size, size);
    Eigen::Index at = 0;
    for (FloatingWaves* const one : waves) {
        const RadiationLaw law = one->m_waves.law(one->m_place, one->m_step);
        scattered.segment<6>(at) = one->m_scattered;
        middle.segment<6>(at) = one->m_step.middle;
        constant.segment<6>(at) = law.constant;
        falls.block<6, 6>(at, at) = law.fall;
        at += 6;
    }
    // F = b - a V in the middle of the step, where V = V_0 + h/2 R (F + scattered).
    const double half = waves.empty() ? 0.0 : 0.5 * waves.front()->m_step.duration;
    middle += half * (responses * scattered);
    Eigen::MatrixXd system = half * (falls * responses);
    system.diagonal().array() += 1.0;
    const Eigen::VectorXd radiated = system.partialPivLu().solve(constant - falls * middle);
    middle += half * (responses * radiated);
    const Eigen::VectorXd acceleration = responses * (radiated + scattered);
    forces.clear();
    at = 0;
    for (FloatingWaves* const one : waves) {
        one->m_waves.take(one->m_step, middle.segment<6>(at));
        forces.push_back(radiated.segment<6>(at) + scattered.segment<6>(at));
        one->notePlan(acceleration.segment<6>(at));
        at += 6;
    }
}

void FloatingWaves::notePlan(const Vector6& acceleration) {
    m_acceleration = acceleration;
    m_isPlanned = true;
    m_isAtRest = false;
}

Vector6 FloatingWaves::scatteredInMiddle(const FloatingStart& start, double timeStep) const {
    const PlacedWaves waves = wavesOf(start.medium);
    if (!waves.waves) return Vector6::Zero();
    const Vector3 moved = 0.5 * timeStep * start.velocity.linear;
    const Vector3 origin = start.fluid.worldFromBody.position + m_place.comFromHeading.position + moved;
    return scatteredForce(*m_model, m_place, waves, origin, start.time + 0.5 * timeStep);
}

void FloatingWaves::moveFreely(const Pose& start, const Pose& end) {
    if (!m_isPlanned) return;
    const Quaternion turn = end.orientation * start.orientation.conjugate();
    const Twist moved(logSO3(turn), end.position - start.position);
    m_waves.advance(m_place.relative((1.0 / m_step.duration) * moved));
    m_past = {true, m_step.start, m_acceleration, m_step.duration};
    m_isPlanned = false;
}

void FloatingWaves::moveUnderImpulses(const Twist& velocity) {
    m_past = Past();
    if (!m_isPlanned) return;
    // All impulses act at the step's start: the work of the waves is that of their impulse.
    m_waves.advance(0.5 * (m_step.start + m_place.relative(velocity)));
    m_waves.forgetMomentum();
    m_isPlanned = false;
}

Eigen::VectorXd FloatingWaves::state() const {
    const Eigen::VectorXd waves = m_waves.state();
    Eigen::VectorXd all(waves.size() + kPastNumbers);
    all << waves, m_past.isKnown ? 1.0 : 0.0, m_past.velocity, m_past.acceleration, m_past.duration;
    return all;
}

void FloatingWaves::restore(const Eigen::VectorXd& state) {
    const Eigen::Index waves = state.size() - kPastNumbers;
    m_waves.restore(state.head(waves));
    m_past.isKnown = state[waves] != 0.0;
    m_past.velocity = state.segment<6>(waves + 1);
    m_past.acceleration = state.segment<6>(waves + 7);
    m_past.duration = state[waves + 13];
    m_isPlanned = m_isAtRest = false;
}

} // namespace ambient
