// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// LU factors with row exchanges of a large complex matrix, P a = L U.
/// Real and imaginary parts are stored apart. In blocks of columns, whose products run through vectors of the
/// processor's width (Lanes.h), in one thread: several matrices may be factored at the same time. Equal bits for every
/// width and platform, as of DenseCholesky.
class ComplexLu {
  public:
    /// A matrix of zeros. \param size of its rows and columns
    explicit ComplexLu(int size);

    int size() const { return m_size; }                      ///< of rows and columns
    double* real(int j) { return m_real.data() + start(j); } ///< real parts of column j, to be filled before factor()
    double* imag(int j) { return m_imag.data() + start(j); } ///< imaginary parts of column j

    /// Replaces the matrix by its factors. \returns false if it is singular or not finite; solve() must not follow
    bool factor();

    /// The solutions x of a x = right, one per column; after factor().
    Eigen::MatrixXcd solve(const Eigen::MatrixXcd& right) const;

  private:
    std::size_t start(int j) const { return static_cast<std::size_t>(j) * m_stride; }
    bool factorPanel(int first, int end);
    void exchange(int row, int other, int first, int end);
    void solveRows(int first, int end);
    void updateRest(int first, int end);

    int m_size;
    std::size_t m_stride; ///< of columns: the size, rounded up to whole vectors
    std::vector<double> m_real, m_imag;
    std::vector<int> m_pivots; ///< row that row j was exchanged with
};

} // namespace ambient
