// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <cmath>

namespace ambient {

/// Cholesky factor L of a symmetric positive definite 6x6, m = L L^T.
/// Written out for this one size: Eigen's decomposition is made for large matrices and takes several times as long.
class Cholesky6 {
  public:
    /// \param m only the lower triangle is read
    explicit Cholesky6(const Matrix6& m) : m_lower(m) {
        for (int column = 0; column < 6; ++column) {
            double pivot = m_lower(column, column);
            for (int k = 0; k < column; ++k)
                pivot -= m_lower(column, k) * m_lower(column, k);
            m_isPositive = m_isPositive && pivot > 0.0;
            const double root = std::sqrt(pivot);
            m_lower(column, column) = root;
            m_perDiagonal[column] = 1.0 / root;
            for (int row = column + 1; row < 6; ++row) {
                double entry = m_lower(row, column);
                for (int k = 0; k < column; ++k)
                    entry -= m_lower(row, k) * m_lower(column, k);
                m_lower(row, column) = entry * m_perDiagonal[column];
            }
        }
    }

    /// False if the matrix is not positive definite or not finite. No other result is valid then.
    bool isPositive() const { return m_isPositive; }

    /// The inverse of m, symmetric to the last bit.
    Matrix6 inverse() const {
        Matrix6 below = Matrix6::Zero(); // L^-1
        for (int column = 0; column < 6; ++column) {
            below(column, column) = m_perDiagonal[column];
            for (int row = column + 1; row < 6; ++row) {
                double sum = 0.0;
                for (int k = column; k < row; ++k)
                    sum -= m_lower(row, k) * below(k, column);
                below(row, column) = sum * m_perDiagonal[row];
            }
        }
        Matrix6 result;
        for (int row = 0; row < 6; ++row)
            for (int column = 0; column <= row; ++column) {
                double sum = 0.0;
                for (int k = row; k < 6; ++k)
                    sum += below(k, row) * below(k, column);
                result(row, column) = result(column, row) = sum;
            }
        return result;
    }

  private:
    Matrix6 m_lower;
    double m_perDiagonal[6];
    bool m_isPositive = true;
};

} // namespace ambient
