// SPDX-License-Identifier: Zlib
// The gears of ArticulatedDynamics.
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"

namespace ambient {

ArticulatedDynamics::GearImpulses::GearImpulses(const ArticulatedBody& body) {
    for (const JointGear& gear : body.gears())
        m_rows.push_back({body.firstRate(gear.link), body.firstRate(gear.leader), gear.ratio});
    if (!any()) return;
    const int count = static_cast<int>(m_rows.size()), rates = body.rateCount();
    m_responses.setZero(6 + rates, count);
    m_errors.setZero(count);
    m_impulse = m_change = JointVector::Zero(rates);
}

void ArticulatedDynamics::GearImpulses::follow(JointVector& rates) const {
    for (const Row& row : m_rows)
        rates(row.follower) = row.ratio * rates(row.leader);
}

void ArticulatedDynamics::GearImpulses::factor(ArticulatedDynamics& tree) {
    const int count = static_cast<int>(m_rows.size());
    const auto errorOf = [this](const Row& row, int column) {
        return m_responses(6 + row.follower, column) - row.ratio * m_responses(6 + row.leader, column);
    };
    Eigen::MatrixXd errors(count, count);
    for (int k = 0; k < count; ++k) {
        const Row& row = m_rows[static_cast<std::size_t>(k)];
        m_impulse.setZero();
        m_impulse(row.follower) = 1.0;
        m_impulse(row.leader) = -row.ratio;
        Vector6 base;
        tree.respondFreely(Vector6::Zero(), m_impulse, base, m_change);
        m_responses.col(k) << base, m_change;
    }
    for (int k = 0; k < count; ++k)
        for (int i = 0; i < count; ++i)
            errors(i, k) = errorOf(m_rows[static_cast<std::size_t>(i)], k);
    for (int k = 0; k < count; ++k)
        if (!(errors(k, k) > 0.0)) errors(k, k) = 1.0; // both joints are led: nothing moves them
    m_perError.compute(errors);
    m_factorStamp = tree.factorStamp();
}

void ArticulatedDynamics::GearImpulses::close(ArticulatedDynamics& tree, Vector6& base, JointVector& rates) {
    if (m_factorStamp != tree.factorStamp()) factor(tree);
    for (std::size_t k = 0; k < m_rows.size(); ++k)
        m_errors(static_cast<int>(k)) = rates(m_rows[k].follower) - m_rows[k].ratio * rates(m_rows[k].leader);
    m_perError.solveInPlace(m_errors);
    base.noalias() -= m_responses.topRows<6>() * m_errors;
    rates.noalias() -= m_responses.bottomRows(rates.size()) * m_errors;
    follow(rates); // to the last digit
}

} // namespace ambient
