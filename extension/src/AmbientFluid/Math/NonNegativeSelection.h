// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ambient {

/// Minimises |A x - y| over x >= 0 with few positive variables: the active-set method of Lawson and Hanson, stopped at
/// a number of them [An2008]. Of A^T A only the columns of the chosen variables are computed, and the Cholesky factor
/// grows by a row per variable; it is made anew only when a variable leaves. Deterministic.
class NonNegativeSelection {
  public:
    /// \param columns A, kept by reference \param wanted y
    NonNegativeSelection(const Eigen::MatrixXd& columns, const Eigen::VectorXd& wanted)
        : m_columns(columns), m_rightSide(columns.transpose() * wanted), m_squares(columns.colwise().squaredNorm()),
          m_x(Eigen::VectorXd::Zero(columns.cols())), m_isClosed(static_cast<std::size_t>(columns.cols()), false) {}

    /// \param most largest number of positive variables
    Eigen::VectorXd solve(int most) {
        m_factor.resize(most, most);
        for (int round = 0; round < 10 * most && static_cast<int>(m_chosen.size()) < most; ++round) {
            const Eigen::Index next = steepest();
            if (next < 0) break;
            if (append(next, m_columns.transpose() * m_columns.col(next)))
                settle();
            else
                m_isClosed[static_cast<std::size_t>(next)] = true;
        }
        return m_x;
    }

  private:
    /// The variable at 0 along which the objective falls most, in units of its column; -1: none.
    Eigen::Index steepest() const {
        Eigen::VectorXd fall = m_rightSide;
        for (std::size_t k = 0; k < m_chosen.size(); ++k)
            fall -= m_x(m_chosen[k]) * m_products[k];
        Eigen::Index best = -1;
        double most = 1e-10 * m_rightSide.cwiseAbs().maxCoeff() / std::sqrt(m_squares.maxCoeff());
        for (Eigen::Index i = 0; i < fall.size(); ++i) {
            if (!(m_squares(i) > 0.0) || m_isClosed[static_cast<std::size_t>(i)] || isChosen(i)) continue;
            const double size = fall(i) / std::sqrt(m_squares(i));
            if (!(size > most)) continue;
            most = size;
            best = i;
        }
        return best;
    }

    bool isChosen(Eigen::Index i) const { return std::find(m_chosen.begin(), m_chosen.end(), i) != m_chosen.end(); }

    /// Adds a variable to the chosen ones. \param products of all columns with its own
    /// \returns false if its column depends on theirs
    bool append(Eigen::Index variable, Eigen::VectorXd products) {
        const Eigen::Index n = static_cast<Eigen::Index>(m_chosen.size());
        double rest = m_squares(variable);
        for (Eigen::Index k = 0; k < n; ++k) {
            double sum = products(m_chosen[static_cast<std::size_t>(k)]);
            for (Eigen::Index j = 0; j < k; ++j)
                sum -= m_factor(n, j) * m_factor(k, j);
            m_factor(n, k) = sum / m_factor(k, k);
            rest -= m_factor(n, k) * m_factor(n, k);
        }
        if (!(rest > 1e-10 * m_squares(variable))) return false;
        m_factor(n, n) = std::sqrt(rest);
        m_chosen.push_back(variable);
        m_products.push_back(std::move(products));
        return true;
    }

    /// Moves to the minimum over the chosen variables; those that would become negative leave.
    void settle() {
        while (!m_chosen.empty()) {
            const Eigen::VectorXd wanted = minimum();
            double share = 1.0;
            for (std::size_t k = 0; k < m_chosen.size(); ++k) {
                const double now = m_x(m_chosen[k]), then = wanted(static_cast<Eigen::Index>(k));
                if (then <= 0.0) share = std::min(share, now > 0.0 ? now / (now - then) : 0.0);
            }
            for (std::size_t k = 0; k < m_chosen.size(); ++k) {
                double& x = m_x(m_chosen[k]);
                const double then = wanted(static_cast<Eigen::Index>(k));
                x = share < 1.0 ? x + share * (then - x) : then;
                if (share < 1.0 && then <= 0.0 && x <= 1e-12 * std::abs(then)) x = 0.0;
            }
            if (!(share < 1.0)) return;
            removeZeros();
        }
    }

    Eigen::VectorXd minimum() const {
        const Eigen::Index n = static_cast<Eigen::Index>(m_chosen.size());
        Eigen::VectorXd y(n);
        for (Eigen::Index k = 0; k < n; ++k)
            y(k) = m_rightSide(m_chosen[static_cast<std::size_t>(k)]);
        const auto lower = m_factor.topLeftCorner(n, n).triangularView<Eigen::Lower>();
        lower.solveInPlace(y);
        lower.transpose().solveInPlace(y);
        return y;
    }

    void removeZeros() {
        const std::vector<Eigen::Index> before = std::move(m_chosen);
        std::vector<Eigen::VectorXd> products = std::move(m_products);
        m_chosen.clear();
        m_products.clear();
        for (std::size_t k = 0; k < before.size(); ++k)
            if (m_x(before[k]) > 0.0) append(before[k], std::move(products[k]));
    }

    const Eigen::MatrixXd& m_columns;
    Eigen::VectorXd m_rightSide, m_squares; ///< A^T y, diagonal of A^T A
    Eigen::VectorXd m_x;
    std::vector<Eigen::Index> m_chosen;
    std::vector<Eigen::VectorXd> m_products; ///< columns of A^T A of the chosen ones
    std::vector<bool> m_isClosed;
    Eigen::MatrixXd m_factor; ///< lower triangle, of the chosen ones
};

} // namespace ambient
