// SPDX-License-Identifier: Zlib
#include "DenseSystem.h"

#include <Eigen/LU>
#include <gtest/gtest.h>

namespace test {

const Eigen::VectorXd& DenseSystem::solve() {
    const Eigen::Index n = Eigen::Index(m_rows.size()), size = 6 * Eigen::Index(m_mobilities.size());
    m_jacobian = Eigen::MatrixXd::Zero(n, size);
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd free(size), target(n);
    for (Eigen::Index k = 0; k < size / 6; ++k) {
        w.block<6, 6>(6 * k, 6 * k) = m_mobilities[std::size_t(k)];
        free.segment<6>(6 * k) = m_freeTwists[std::size_t(k)];
    }
    for (Eigen::Index i = 0; i < n; ++i) {
        const Row& row = m_rows[std::size_t(i)];
        if (row.a >= 0) m_jacobian.block<1, 6>(i, 6 * row.a) += row.ja.transpose();
        if (row.b >= 0) m_jacobian.block<1, 6>(i, 6 * row.b) += row.jb.transpose();
        target[i] = row.velocity;
    }
    m_response = w * m_jacobian.transpose();
    solveBounded(m_jacobian * m_response, target - m_jacobian * free);
    return m_impulses;
}

void DenseSystem::solveBounded(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs) {
    std::vector<int> state(m_rows.size(), 0); // -1 at the lower bound, 1 at the upper one, 0 between them
    bool changed = true;
    for (int round = 0; changed && round < 100; ++round) {
        m_impulses = solveFree(matrix, rhs, state);
        const Eigen::VectorXd rest = rhs - matrix * m_impulses;
        changed = false;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            const double impulse = m_impulses[Eigen::Index(i)], missing = rest[Eigen::Index(i)];
            int next = state[i];
            if (next == 0)
                next = impulse > m_rows[i].high ? 1 : impulse < m_rows[i].low ? -1 : 0;
            else if (next * missing < 0)
                next = 0;
            changed = changed || next != state[i];
            state[i] = next;
        }
    }
    EXPECT_FALSE(changed) << "the reference's active set did not settle";
}

Eigen::VectorXd DenseSystem::solveFree(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs,
                                       const std::vector<int>& state) const {
    Eigen::VectorXd x = Eigen::VectorXd::Zero(rhs.size());
    std::vector<int> free;
    for (std::size_t i = 0; i < state.size(); ++i)
        if (state[i] == 0)
            free.push_back(int(i));
        else
            x[Eigen::Index(i)] = state[i] > 0 ? m_rows[i].high : m_rows[i].low;
    const Eigen::MatrixXd part = matrix(free, free);
    const Eigen::VectorXd known = rhs - matrix * x;
    if (!free.empty()) x(free) = part.fullPivLu().solve(known(free)).eval();
    return x;
}

ambient::Vector6 DenseSystem::change(int body) const {
    return (m_response * m_impulses).segment<6>(6 * body);
}

ambient::Vector6 DenseSystem::twistAfter(int body) const {
    return m_freeTwists[std::size_t(body)] + change(body);
}

} // namespace test
