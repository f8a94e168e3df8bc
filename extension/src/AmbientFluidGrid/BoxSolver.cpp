// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/BoxSolver.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluidGrid/GridLoop.h"

#include <cstddef>

namespace ambient {
namespace {

constexpr int kTail = 16;

/// C = A B, column by column: A of `rows` x `depth` with a stride between columns, C of `columns` columns.
/// Each number is a sum in the order of `depth`, so that all vector widths give identical bits.
struct ProductLoop {
    struct Matrices {
        const double* a;
        std::ptrdiff_t aStride;
        const double* b;
        std::ptrdiff_t bStride;
        double* c;
        std::ptrdiff_t cStride;
        int rows, depth, columns;
    };

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const Matrices& m) {
        int column = 0;
        for (; column + 4 <= m.columns; column += 4)
            runColumns<L, 4>(m, column);
        for (; column < m.columns; ++column)
            runColumns<L, 1>(m, column);
    }

  private:
    template <int L, int N>
    AMBIENT_ALWAYS_INLINE static void runColumns(const Matrices& m, int column) {
        int row = 0;
        for (; row + 2 * L <= m.rows; row += 2 * L)
            runBlock<L, 2, N>(m, row, column);
        for (; row + L <= m.rows; row += L)
            runBlock<L, 1, N>(m, row, column);
        for (; row < m.rows; ++row)
            runBlock<1, 1, N>(m, row, column);
    }

    template <int L, int V, int N>
    AMBIENT_ALWAYS_INLINE static void runBlock(const Matrices& m, int row, int column) {
        using Real = typename Lanes<L>::Real;
        Real sum[N][V] = {};
        const double* a = m.a + row;
        const double* b = m.b + column * m.bStride;
        for (int k = 0; k < m.depth; ++k, a += m.aStride)
            for (int v = 0; v < V; ++v) {
                const Real values = load<Real>(a + v * L);
                for (int n = 0; n < N; ++n)
                    sum[n][v] += values * b[n * m.bStride + k];
            }
        for (int n = 0; n < N; ++n)
            for (int v = 0; v < V; ++v)
                store<Real>(m.c + (column + n) * m.cStride + row + v * L, sum[n][v]);
    }
};

double diagonalAt(LineEnd end) {
    return end == LineEnd::Even ? 1.0 : end == LineEnd::Odd ? 3.0 : 2.0;
}

Eigen::MatrixXd matrixOf(const LineOperator& line) {
    const int n = line.count;
    Eigen::MatrixXd t = Eigen::MatrixXd::Zero(n, n);
    for (int i = 0; i < n; ++i) {
        t(i, i) = 2.0;
        if (i > 0) t(i, i - 1) = t(i - 1, i) = -1.0;
    }
    if (line.low == LineEnd::Periodic) {
        t(0, n - 1) -= 1.0;
        t(n - 1, 0) -= 1.0;
    } else {
        t(0, 0) = diagonalAt(line.low);
        t(n - 1, n - 1) = diagonalAt(line.high);
    }
    return t;
}

} // namespace

BoxSolver::BoxSolver(const std::array<LineOperator, 3>& axes) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        m_counts[axis] = axes[axis].count;
        const auto eigen = symmetricEigen(matrixOf(axes[axis]));
        const Eigen::MatrixXd transposed = eigen.vectors.transpose(), &q = eigen.vectors;
        Modes& modes = m_modes[axis];
        modes.toLine.assign(q.data(), q.data() + q.size());
        modes.fromLine.assign(transposed.data(), transposed.data() + q.size());
        // The null mode of even and periodic ends: exactly 0, so that it is known as one.
        modes.values = (eigen.values.array() < 1e-12).select(0.0, eigen.values);
    }
    m_buffer.resize(static_cast<std::size_t>(size()) + kTail);
}

void BoxSolver::turn(int axis, bool toLine, const double* from, double* to) const {
    const Modes& modes = m_modes[static_cast<std::size_t>(axis)];
    // Along x the matrix stands at the left, along y and z its transpose at the right.
    const double* const left = toLine ? modes.toLine.data() : modes.fromLine.data();
    const double* const right = toLine ? modes.fromLine.data() : modes.toLine.data();
    const int nx = m_counts[0], ny = m_counts[1], nz = m_counts[2];
    const std::ptrdiff_t layer = static_cast<std::ptrdiff_t>(nx) * ny;
    inParallel(axis == 2 ? ny : nz, [=](int chunk) {
        const std::ptrdiff_t at = chunk * (axis == 2 ? nx : layer);
        if (axis == 0)
            runVectorised<ProductLoop>(ProductLoop::Matrices{left, nx, from + at, nx, to + at, nx, nx, nx, ny});
        else if (axis == 1)
            runVectorised<ProductLoop>(ProductLoop::Matrices{from + at, nx, right, ny, to + at, nx, nx, ny, ny});
        else
            runVectorised<ProductLoop>(ProductLoop::Matrices{from + at, layer, right, nz, to + at, layer, nx, nz, nz});
    });
}

void BoxSolver::solve(double* values, double shift, double scale) {
    double* const buffer = m_buffer.data();
    turn(0, false, values, buffer);
    turn(1, false, buffer, values);
    turn(2, false, values, buffer);
    const int nx = m_counts[0], ny = m_counts[1], nz = m_counts[2];
    inParallel(nz, [=](int k) {
        for (int j = 0; j < ny; ++j) {
            double* const row = buffer + (static_cast<std::ptrdiff_t>(k) * ny + j) * nx;
            const double others = m_modes[1].values[j] + m_modes[2].values[k];
            for (int i = 0; i < nx; ++i) {
                const double factor = shift + scale * (others + m_modes[0].values[i]);
                row[i] = factor == 0.0 ? 0.0 : row[i] / factor;
            }
        }
    });
    turn(2, true, buffer, values);
    turn(1, true, values, buffer);
    turn(0, true, buffer, values);
}

} // namespace ambient
