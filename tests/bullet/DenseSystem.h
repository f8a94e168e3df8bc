// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <limits>
#include <vector>

namespace test {

/// The reference of the solver's tests: impulses between bodies by dense linear algebra, with bounds by an active set.
class DenseSystem {
  public:
    static constexpr double infinity = std::numeric_limits<double>::infinity();

    int addBody(const ambient::Matrix6& mobility, const ambient::Vector6& freeTwist) {
        m_mobilities.push_back(mobility);
        m_freeTwists.push_back(freeTwist);
        return int(m_mobilities.size()) - 1;
    }

    int bodies() const { return int(m_mobilities.size()); }
    const ambient::Matrix6& mobility(int body) const { return m_mobilities[std::size_t(body)]; }

    /// ja . (twist of a) + jb . (twist of b) = velocity, with an impulse between low and high; -1: no body.
    void addRow(int a, const ambient::Vector6& ja, int b, const ambient::Vector6& jb, double velocity,
                double low = -infinity, double high = infinity) {
        m_rows.push_back({a, b, ja, jb, velocity, low, high});
    }

    const Eigen::VectorXd& solve();

    const Eigen::VectorXd& impulses() const { return m_impulses; }
    const Eigen::MatrixXd& jacobian() const { return m_jacobian; }
    ambient::Vector6 change(int body) const;
    ambient::Vector6 twistAfter(int body) const;

  private:
    struct Row {
        int a, b;
        ambient::Vector6 ja, jb;
        double velocity, low, high;
    };

    void solveBounded(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs);

    Eigen::VectorXd solveFree(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& rhs,
                              const std::vector<int>& state) const;

    std::vector<ambient::Matrix6> m_mobilities;
    std::vector<ambient::Vector6> m_freeTwists;
    std::vector<Row> m_rows;
    Eigen::MatrixXd m_jacobian, m_response;
    Eigen::VectorXd m_impulses;
};

} // namespace test
