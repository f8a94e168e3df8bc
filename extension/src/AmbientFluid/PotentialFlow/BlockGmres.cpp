// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/BlockGmres.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <vector>

namespace ambient {
namespace {

using Row6 = Eigen::Array<double, 1, 6>;

constexpr int kRowsOfBlock = 2048;

/// Dot products of the columns of a with the columns of b.
Row6 products(const SixRows& a, const SixRows& b) {
    const int rows = static_cast<int>(a.rows()), blocks = (rows + kRowsOfBlock - 1) / kRowsOfBlock;
    std::vector<Row6> parts(blocks);
#pragma omp parallel for schedule(static)
    for (int block = 0; block < blocks; ++block) {
        const int first = block * kRowsOfBlock, end = std::min(first + kRowsOfBlock, rows);
        Row6 sum = Row6::Zero();
        for (int i = first; i < end; ++i)
            sum += a.row(i).array() * b.row(i).array();
        parts[block] = sum;
    }
    Row6 sum = Row6::Zero();
    for (const Row6& part : parts)
        sum += part;
    return sum;
}

/// a += b with each column of b times its factor.
void addScaled(SixRows& a, const SixRows& b, const Row6& factor) {
    const int rows = static_cast<int>(a.rows());
#pragma omp parallel for schedule(static)
    for (int i = 0; i < rows; ++i)
        a.row(i).array() += factor * b.row(i).array();
}

/// One cycle: orthonormal bases of the Krylov spaces and their least-squares problems.
/// Givens rotations keep the matrices triangular.
class Cycle {
  public:
    Cycle(const SixRows& residual, const Row6& wanted) : m_wanted(wanted) {
        m_error = products(residual, residual).sqrt();
        m_right.push_back(m_error);
        m_basis.push_back(residual);
        normalise(m_basis.back(), m_error);
    }

    bool solved() const { return (m_error <= m_wanted).all(); }
    const Row6& error() const { return m_error; } ///< norms of the residuals
    const SixRows& direction() const { return m_basis.back(); }

    /// Extends the basis by the operator's image of direction().
    void extend(SixRows image) {
        const size_t size = m_basis.size();
        std::vector<Row6> h(size + 1);
        for (size_t k = 0; k < size; ++k) {
            h[k] = products(m_basis[k], image);
            addScaled(image, m_basis[k], -h[k]);
        }
        h[size] = products(image, image).sqrt();
        // Solved columns are dropped, since only noise is left of their direction.
        const Row6 norm = (m_error > m_wanted).select(h[size], 0.0);
        normalise(image, norm);
        m_basis.push_back(std::move(image));
        h[size] = norm;
        rotate(h);
    }

    /// Adds the solution in the current basis to x.
    void addSolution(SixRows& x) const {
        const int size = static_cast<int>(m_columns.size());
        std::vector<Row6> y(size, Row6::Zero());
        for (int i = size - 1; i >= 0; --i) {
            Row6 sum = m_right[i];
            for (int k = i + 1; k < size; ++k)
                sum -= m_columns[k][i] * y[k];
            y[i] = (m_columns[i][i] != 0.0).select(sum / m_columns[i][i], 0.0);
        }
        for (int i = 0; i < size; ++i)
            addScaled(x, m_basis[i], y[i]);
    }

  private:
    static void normalise(SixRows& columns, const Row6& norm) {
        const Row6 factor = (norm > 0.0).select(1.0 / norm, 0.0);
        const int rows = static_cast<int>(columns.rows());
#pragma omp parallel for schedule(static)
        for (int i = 0; i < rows; ++i)
            columns.row(i).array() *= factor;
    }

    void rotate(std::vector<Row6>& h) {
        const size_t size = h.size() - 1;
        for (size_t k = 0; k + 1 < size; ++k) {
            const Row6 upper = m_cosine[k] * h[k] + m_sine[k] * h[k + 1];
            h[k + 1] = m_cosine[k] * h[k + 1] - m_sine[k] * h[k];
            h[k] = upper;
        }
        const Row6 norm = (h[size - 1].square() + h[size].square()).sqrt();
        m_cosine.push_back((norm > 0.0).select(h[size - 1] / norm, 1.0));
        m_sine.push_back((norm > 0.0).select(h[size] / norm, 0.0));
        h[size - 1] = norm;
        h.pop_back();
        m_columns.push_back(h);
        m_right.push_back(-m_sine.back() * m_right.back());
        m_right[size - 1] *= m_cosine.back();
        m_error = m_right.back().abs();
    }

    Row6 m_wanted, m_error;
    std::vector<SixRows> m_basis;
    std::vector<std::vector<Row6>> m_columns; ///< columns of the triangular matrices
    std::vector<Row6> m_cosine, m_sine, m_right;
};

} // namespace

GmresReport solveInLockstep(const std::function<void(const SixRows&, SixRows&)>& apply, const SixRows& load, SixRows& x,
                            const GmresOptions& options) {
    const Row6 size = products(load, load).sqrt();
    const Row6 wanted = options.tolerance * size;
    const Row6 inverse = (size > 0.0).select(1.0 / size, 0.0);
    GmresReport report;
    x.setZero(load.rows(), 6);
    SixRows residual = load, image;
    while (true) {
        Cycle cycle(residual, wanted);
        const double before = (cycle.error() * inverse).maxCoeff();
        for (int k = 0; k < options.restart && report.iterations < options.mostIterations && !cycle.solved(); ++k) {
            apply(cycle.direction(), image);
            cycle.extend(std::move(image));
            ++report.iterations;
            report.residual = (cycle.error() * inverse).maxCoeff();
            if (options.progress && report.residual > 0.0)
                options.progress(
                    std::clamp(portable::log(report.residual) / portable::log(options.tolerance), 0.0, 1.0));
        }
        cycle.addSolution(x);
        report.residual = (cycle.error() * inverse).maxCoeff();
        if (cycle.solved() || report.iterations >= options.mostIterations || !(report.residual < 0.9 * before)) break;
        apply(x, image);
        ++report.iterations;
        residual = load - image;
    }
    return report;
}

} // namespace ambient
