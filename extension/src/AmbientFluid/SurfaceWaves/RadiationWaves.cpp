// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/RadiationWaves.h"

#include "AmbientFluid/SurfaceWaves/RadiationFilter.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace ambient {

RadiationWaves::RadiationWaves(const FloatingModel& model)
    : m_model(&model), m_states(Eigen::VectorXd::Zero(2 * model.filter->count())), m_middle(m_states),
      m_product(m_states) {
    m_answers.reserve(model.filter->poles.size());
}

void RadiationWaves::prepare(double duration) {
    if (duration == m_duration) return;
    m_duration = duration;
    m_answers.clear();
    for (const std::complex<double>& pole : m_model->filter->poles)
        m_answers.push_back(1.0 / (1.0 - 0.5 * duration * pole));
    for (int j = 0; j < 6; ++j) {
        m_middle = 0.5 * duration * m_model->filter->drive.col(j);
        toMiddle(m_middle);
        m_impedance.col(j).noalias() = m_model->filter->force * m_middle;
    }
}

void RadiationWaves::toMiddle(Eigen::VectorXd& states) const {
    for (std::size_t k = 0; k < m_answers.size(); ++k) {
        double* const pair = &states[2 * static_cast<Eigen::Index>(k)];
        const std::complex<double> middle = m_answers[k] * std::complex<double>(pair[0], pair[1]);
        pair[0] = middle.real();
        pair[1] = middle.imag();
    }
}

double RadiationWaves::energyOf(const Eigen::VectorXd& states) {
    double sum = 0.0;
    for (const RadiationFilter::Group& group : m_model->filter->groups) {
        const auto own = states.segment(group.first, group.size);
        auto product = m_product.head(group.size);
        product.noalias() = m_model->filter->energy.block(group.first, group.first, group.size, group.size) * own;
        sum += 0.5 * own.dot(product);
    }
    return sum;
}

RadiationLaw RadiationWaves::law(const FloatingPlace& place, const RadiationStep& step) {
    prepare(step.duration);
    m_share = place.share;
    m_massShare = place.massShare;
    const double h = step.duration, s = m_share, m = m_massShare;
    if (!m_isCarried) m_carried = m * step.start;
    m_middle = m_states;
    toMiddle(m_middle);
    m_free.noalias() = m_model->filter->force * m_middle;
    // F = b - a V: V in the middle follows from F, and V at the end from both.
    const Matrix6 mass = (m / h) * m_model->excessMass;
    RadiationLaw law;
    law.fall = s * s * m_impedance - 2.0 * m * mass;
    law.constant = -s * m_free - mass * (m * step.start + m_carried);
    return law;
}

void RadiationWaves::take(const RadiationStep& step, const Vector6& middle) {
    m_force = -m_share * (m_free + m_share * m_impedance * middle);
    m_end = m_massShare * (2.0 * middle - step.start);
}

Vector6 RadiationWaves::plan(const FloatingPlace& place, const RadiationStep& step) {
    const RadiationLaw now = law(place, step);
    const double h = step.duration;
    const Matrix6 system = Matrix6::Identity() + 0.5 * h * now.fall * step.response;
    const Vector6 force = system.partialPivLu().solve(now.constant - now.fall * step.middle);
    take(step, step.middle + 0.5 * h * step.response * force);
    return force;
}

void RadiationWaves::advance(const Vector6& velocity) {
    const double most = std::max(0.0, m_energy - m_duration * m_force.dot(velocity));
    m_middle.noalias() = m_model->filter->drive * velocity;
    m_middle = m_states + 0.5 * m_duration * m_share * m_middle;
    toMiddle(m_middle);
    m_states = 2.0 * m_middle - m_states;
    m_energy = energyOf(m_states);
    m_carried = m_end;
    m_isCarried = true;
    // The force of the step belongs to a forecast of the velocity.
    if (!(m_energy > most)) return;
    m_states *= std::sqrt(most / m_energy);
    m_energy = energyOf(m_states);
}

Eigen::VectorXd RadiationWaves::state() const {
    Eigen::VectorXd all(m_states.size() + 7);
    all << m_states, m_carried, m_isCarried ? 1.0 : 0.0;
    return all;
}

void RadiationWaves::restore(const Eigen::VectorXd& state) {
    m_states = state.head(m_states.size());
    m_carried = state.tail<7>().head<6>();
    m_isCarried = state[state.size() - 1] != 0.0;
    m_energy = energyOf(m_states);
}

} // namespace ambient
