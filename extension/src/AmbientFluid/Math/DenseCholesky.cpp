// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/DenseCholesky.h"

#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kBlock = 64;       ///< columns that are factored before the rest is updated
constexpr int kGroup = 16;       ///< rows of a group, a multiple of two of the widest vectors
constexpr int kGroupColumns = 4; ///< columns that are updated at once

constexpr int choleskyRoundedUp(int count, int to) {
    return (count + to - 1) / to * to;
}

/// Subtracts the product of the rows of a panel with four of them from four columns of the rest.
struct CholeskyUpdate {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* rows, const double* factors, int groups, int depth, double* out,
                                          std::size_t stride) {
        using Real = typename Lanes<L>::Real;
        for (int group = 0; group < groups; ++group)
            for (int part = 0; part < kGroup; part += 2 * L) {
                Real low[kGroupColumns] = {}, high[kGroupColumns] = {};
                const double* row = rows + static_cast<std::size_t>(group) * kGroup * depth + part;
                const double* factor = factors;
                for (int k = 0; k < depth; ++k, row += kGroup, factor += kGroupColumns) {
                    const Real first = load<Real>(row), second = load<Real>(row + L);
                    AMBIENT_UNROLL
                    for (int c = 0; c < kGroupColumns; ++c) {
                        low[c] += first * factor[c];
                        high[c] += second * factor[c];
                    }
                }
                double* to = out + group * kGroup + part;
                for (int c = 0; c < kGroupColumns; ++c, to += stride) {
                    store<Real>(to, load<Real>(to) - low[c]);
                    store<Real>(to + L, load<Real>(to + L) - high[c]);
                }
            }
    }
};

/// One column of a panel: subtracts earlier ones times the numbers of the diagonal block, and divides.
struct CholeskyPanel {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* earlier, const double* factors, int count, double perDiagonal,
                                          std::size_t stride, double* column, std::size_t rows) {
        using Real = typename Lanes<L>::Real;
        for (std::size_t r = 0; r < rows; r += L) {
            Real value = load<Real>(column + r);
            for (int k = 0; k < count; ++k)
                value -= load<Real>(earlier + static_cast<std::size_t>(k) * stride + r) * factors[k];
            store<Real>(column + r, Real(value * perDiagonal));
        }
    }
};

} // namespace

DenseCholesky::DenseCholesky(const Eigen::MatrixXd& a)
    : m_size(static_cast<int>(a.rows())), m_stride(static_cast<std::size_t>(choleskyRoundedUp(m_size, kGroup))),
      m_lower(m_stride * static_cast<std::size_t>(choleskyRoundedUp(m_size, kGroupColumns))) {
    for (int j = 0; j < m_size; ++j)
        for (int i = j; i < m_size; ++i)
            column(j)[i] = a(i, j);
    for (int first = 0; first < m_size && m_isPositive; first += kBlock) {
        const int end = std::min(first + kBlock, m_size);
        m_isPositive = factorBlock(first, end);
        if (!m_isPositive || end == m_size) return;
        solvePanel(first, end);
        updateRest(first, end);
    }
}

/// Factors a block on the diagonal.
bool DenseCholesky::factorBlock(int first, int end) {
    for (int j = first; j < end; ++j) {
        double pivot = column(j)[j];
        for (int k = first; k < j; ++k)
            pivot -= column(k)[j] * column(k)[j];
        if (!(pivot > 0.0) || !std::isfinite(pivot)) return false;
        const double root = std::sqrt(pivot);
        column(j)[j] = root;
        for (int i = j + 1; i < end; ++i) {
            double entry = column(j)[i];
            for (int k = first; k < j; ++k)
                entry -= column(k)[i] * column(k)[j];
            column(j)[i] = entry / root;
        }
    }
    return true;
}

/// Solves for the rows of L below a block. A block that is not the last one is full, so that they begin with a group.
void DenseCholesky::solvePanel(int first, int end) {
    const std::size_t rows = m_stride - static_cast<std::size_t>(end);
    for (int j = first; j < end; ++j) {
        double factors[kBlock];
        for (int k = first; k < j; ++k)
            factors[k - first] = column(k)[j];
        runVectorised<CholeskyPanel>(column(first) + end, factors, j - first, 1.0 / column(j)[j], m_stride,
                                     column(j) + end, rows);
    }
}

/// Subtracts the block's part from all columns behind it.
void DenseCholesky::updateRest(int first, int end) {
    const int depth = end - first, groups = static_cast<int>(m_stride - static_cast<std::size_t>(end)) / kGroup;
    m_rows.resize(static_cast<std::size_t>(groups) * kGroup * depth);
    double* to = m_rows.data();
    for (int group = 0; group < groups; ++group)
        for (int k = first; k < end; ++k)
            for (int r = 0; r < kGroup; ++r)
                *to++ = column(k)[end + group * kGroup + r];
    const int last = choleskyRoundedUp(m_size, kGroupColumns);
#pragma omp parallel for schedule(dynamic, 4)
    for (int j = end; j < last; j += kGroupColumns) {
        double factors[kBlock * kGroupColumns];
        for (int k = 0; k < depth; ++k)
            for (int c = 0; c < kGroupColumns; ++c)
                factors[k * kGroupColumns + c] = column(first + k)[j + c];
        // Groups above the diagonal are not needed.
        const int skipped = (j - end) / kGroup;
        runVectorised<CholeskyUpdate>(m_rows.data() + static_cast<std::size_t>(skipped) * kGroup * depth, factors,
                                      groups - skipped, depth, column(j) + end + skipped * kGroup, m_stride);
    }
}

Eigen::MatrixXd DenseCholesky::solve(const Eigen::MatrixXd& right) const {
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    Rows x = right;
    const Eigen::Index columns = right.cols();
    const auto subtract = [&](double* to, const double* from, double factor) {
        for (Eigen::Index c = 0; c < columns; ++c)
            to[c] -= factor * from[c];
    };
    double* rows = x.data();
    for (int j = 0; j < m_size; ++j) {
        double* row = rows + j * columns;
        for (Eigen::Index c = 0; c < columns; ++c)
            row[c] /= column(j)[j];
        for (int i = j + 1; i < m_size; ++i)
            subtract(rows + i * columns, row, column(j)[i]);
    }
    for (int j = m_size - 1; j >= 0; --j) {
        double* row = rows + j * columns;
        for (int i = j + 1; i < m_size; ++i)
            subtract(row, rows + i * columns, column(j)[i]);
        for (Eigen::Index c = 0; c < columns; ++c)
            row[c] /= column(j)[j];
    }
    return x;
}

} // namespace ambient
