// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/GroupSums.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <cmath>
#include <vector>

namespace ambient {

/// The motion of a large group, without its matrix: the flow and the twists that belong to momenta.
///
/// With C the coupling of the modes, W_0 the bodies' own mobility and b their loads, a + N C a = b Y_0, where Y_0 are
/// the twists of the bodies alone and N = 1 - density b W_0 b^T is a block of each body. The others then carry a body
/// by density W_0 b^T C a. Solved by GMRES from the last solution; the cost grows with the number of pairs.
/// Sums are taken in one order: the same bytes for any number of threads. Included by CoupledGroup.cpp only.
class GroupResponse {
  public:
    /// The bodies' own parts. \param loads b of each body: modes x 6 \param mobilities W_0 of each body, world axes,
    /// zero for one with a prescribed motion \param density of the fluid [kg/m^3]
    void set(const std::vector<Eigen::MatrixXd>& loads, const std::vector<Matrix6>& mobilities, double density);

    /// Solves for the flow. \param pairs, blocks pairs of bodies and their blocks of C \param alone Y_0 of each body
    /// \returns whether the residual became 1e-8 of the right side
    bool solve(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
               const std::vector<int>& first, const std::vector<Twist>& alone);

    /// Solves (1 + C) x = right by conjugate gradients. \returns as solve()
    bool solveModes(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
                    const std::vector<int>& first, const Eigen::VectorXd& right, Eigen::VectorXd& x) const;

    const Eigen::VectorXd& amplitudes() const { return m_amplitudes; } ///< a of the last solve()
    /// Twist by which the others carry a body, by the last solve(), world axes.
    Twist carried(int body, const std::vector<int>& first) const;

  private:
    static constexpr double kResidual = 1e-8;  ///< of the right side; C has single precision
    static constexpr int kMostDirections = 60; ///< of an iteration

    void couple(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
                const std::vector<int>& first, const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
    void subtractOwn(const std::vector<int>& first, Eigen::VectorXd& y) const;

    std::vector<Eigen::MatrixXd> m_loads, m_responses; ///< b; density W_0 b^T
    Eigen::VectorXd m_amplitudes, m_coupled;           ///< a, C a
};

inline void GroupResponse::set(const std::vector<Eigen::MatrixXd>& loads, const std::vector<Matrix6>& mobilities,
                               double density) {
    m_loads = loads;
    m_responses.resize(loads.size());
    for (std::size_t i = 0; i < loads.size(); ++i)
        m_responses[i] = density * mobilities[i] * loads[i].transpose();
    m_amplitudes.resize(0);
}

inline void GroupResponse::couple(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
                                  const std::vector<int>& first, const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
    y.setZero(x.size());
    for (std::size_t p = 0; p < pairs.size(); ++p) {
        const Eigen::MatrixXd& block = blocks[p];
        const int a = first[pairs[p].a], b = first[pairs[p].b];
        const auto rows = static_cast<int>(block.rows()), columns = static_cast<int>(block.cols());
        if (a == b) { // its own image: the lower triangle counts
            y.segment(a, rows) += block.selfadjointView<Eigen::Lower>() * x.segment(a, rows);
            continue;
        }
        const double *const ofA = x.data() + a, *const ofB = x.data() + b;
        double *const toA = y.data() + a, *const toB = y.data() + b;
        for (int k = 0; k < columns; ++k) {
            const double* const column = block.data() + static_cast<std::ptrdiff_t>(k) * rows;
            const double factor = ofB[k];
            double sum = 0.0;
            for (int i = 0; i < rows; ++i) {
                toA[i] += column[i] * factor;
                sum += column[i] * ofA[i];
            }
            toB[k] += sum;
        }
    }
}

inline void GroupResponse::subtractOwn(const std::vector<int>& first, Eigen::VectorXd& y) const {
    for (std::size_t i = 0; i < m_loads.size(); ++i) {
        const auto rows = static_cast<int>(m_loads[i].rows());
        const Vector6 twist = m_responses[i] * y.segment(first[i], rows);
        y.segment(first[i], rows).noalias() -= m_loads[i] * twist;
    }
}

inline bool GroupResponse::solve(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
                                 const std::vector<int>& first, const std::vector<Twist>& alone) {
    const int size = first.back();
    Eigen::VectorXd right(size);
    for (std::size_t i = 0; i < alone.size(); ++i)
        right.segment(first[i], m_loads[i].rows()) = m_loads[i] * alone[i].vector();
    const auto apply = [&](const Eigen::VectorXd& x, Eigen::VectorXd& y) {
        couple(pairs, blocks, first, x, y);
        subtractOwn(first, y);
        y += x;
    };
    if (m_amplitudes.size() != size) m_amplitudes = right;
    Eigen::VectorXd image;
    apply(m_amplitudes, image);
    Eigen::VectorXd residual = right - image;
    const double wanted = kResidual * right.norm();
    double norm = residual.norm();
    // GMRES: the directions are orthonormal, and plane rotations keep their images triangular.
    std::vector<Eigen::VectorXd> directions;
    Eigen::MatrixXd triangle = Eigen::MatrixXd::Zero(kMostDirections + 1, kMostDirections);
    Eigen::VectorXd reduced = Eigen::VectorXd::Zero(kMostDirections + 1);
    std::vector<Eigen::JacobiRotation<double>> rotations;
    reduced[0] = norm;
    int count = 0;
    if (norm > wanted) directions.push_back(residual / norm);
    while (norm > wanted && count < kMostDirections) {
        apply(directions[count], image);
        for (int k = 0; k <= count; ++k) {
            triangle(k, count) = directions[k].dot(image);
            image -= triangle(k, count) * directions[k];
        }
        const double length = image.norm();
        for (int k = 0; k < count; ++k) {
            const double upper = triangle(k, count), lower = triangle(k + 1, count);
            triangle(k, count) = rotations[k].c() * upper + rotations[k].s() * lower;
            triangle(k + 1, count) = -rotations[k].s() * upper + rotations[k].c() * lower;
        }
        const double diagonal = portable::hypot(triangle(count, count), length);
        if (!(diagonal > 0.0)) return false;
        rotations.emplace_back(triangle(count, count) / diagonal, length / diagonal);
        triangle(count, count) = diagonal;
        reduced[count + 1] = -rotations[count].s() * reduced[count];
        reduced[count] *= rotations[count].c();
        norm = std::abs(reduced[count + 1]);
        ++count;
        if (length > 0.0)
            directions.push_back(image / length);
        else
            break;
    }
    if (count > 0) {
        const Eigen::VectorXd weights =
            triangle.topLeftCorner(count, count).triangularView<Eigen::Upper>().solve(reduced.head(count));
        for (int k = 0; k < count; ++k)
            m_amplitudes += weights[k] * directions[k];
    }
    couple(pairs, blocks, first, m_amplitudes, m_coupled);
    return norm <= wanted && m_amplitudes.allFinite();
}

inline bool GroupResponse::solveModes(const std::vector<CoupledPair>& pairs, const std::vector<Eigen::MatrixXd>& blocks,
                                      const std::vector<int>& first, const Eigen::VectorXd& right,
                                      Eigen::VectorXd& x) const {
    x = right;
    Eigen::VectorXd image;
    couple(pairs, blocks, first, x, image);
    Eigen::VectorXd residual = -image;
    Eigen::VectorXd direction = residual;
    const double wanted = kResidual * kResidual * right.squaredNorm();
    double square = residual.squaredNorm();
    for (int count = 0; square > wanted; ++count) {
        if (count == kMostDirections) return false;
        couple(pairs, blocks, first, direction, image);
        image += direction;
        const double curvature = direction.dot(image);
        if (!(curvature > 0.0)) return false;
        const double step = square / curvature;
        x += step * direction;
        residual -= step * image;
        const double next = residual.squaredNorm();
        direction = residual + next / square * direction;
        square = next;
    }
    return true;
}

inline Twist GroupResponse::carried(int body, const std::vector<int>& first) const {
    return Twist(Vector6(m_responses[body] * m_coupled.segment(first[body], m_loads[body].rows())));
}

} // namespace ambient
