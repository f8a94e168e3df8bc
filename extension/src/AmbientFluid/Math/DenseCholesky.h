// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// Cholesky factor of a large symmetric positive definite matrix, a = L L^T.
/// In blocks of columns; the products, which are nearly all of its work, run through vectors of the processor's width
/// (Lanes.h) and in parallel. Equal bits for every width, number of threads and platform, unlike Eigen's, whose order
/// of sums depends on the processor and its cache.
class DenseCholesky {
  public:
    /// \param a only the lower triangle is read
    explicit DenseCholesky(const Eigen::MatrixXd& a);

    /// False if the matrix is not positive definite or not finite. solve() must not be called then.
    bool isPositive() const { return m_isPositive; }

    /// The solutions x of a x = right, one per column.
    Eigen::MatrixXd solve(const Eigen::MatrixXd& right) const;

  private:
    double* column(int j) { return m_lower.data() + static_cast<std::size_t>(j) * m_stride; }
    const double* column(int j) const { return m_lower.data() + static_cast<std::size_t>(j) * m_stride; }
    bool factorBlock(int first, int end);
    void solvePanel(int first, int end);
    void updateRest(int first, int end);

    int m_size;
    std::size_t m_stride;        ///< of columns: the size, rounded up to whole groups of rows
    std::vector<double> m_lower; ///< L; above the diagonal is left-over of blocks
    std::vector<double> m_rows;  ///< the panel below a block, packed by groups of rows
    bool m_isPositive = true;
};

} // namespace ambient
