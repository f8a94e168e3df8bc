// SPDX-License-Identifier: Zlib
#pragma once

#include <mpi.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace distributed {

using Vec = std::array<double, 3>;
using Field = std::vector<double>;

constexpr double kRadius = 0.13;
inline const Vec kPlaces[] = {
    {0.27, 0.3, 0.3}, {0.73, 0.3, 0.33}, {0.3, 0.7, 0.3}, {0.7, 0.72, 0.68}, {0.3, 0.3, 0.75}};
constexpr int kBodies = 5;

/// Layers first to last - 1 of a box of n^3 cells, with one layer of the neighbours on either side.
struct Slab {
    int n, first, last;

    int layers() const { return last - first; }
    std::size_t layer() const { return std::size_t(n) * std::size_t(n); }
    std::size_t size() const { return layer() * std::size_t(layers() + 2); }
    std::size_t at(int i, int j, int k) const {
        return std::size_t(i) + std::size_t(n) * (std::size_t(j) + std::size_t(n) * std::size_t(k - first + 1));
    }
    bool owns(int k) const { return k >= first && k < last; }
};

/// A face that a ball covers in part or whole.
struct Covered {
    std::size_t low, high;
    bool lowIsOurs, highIsOurs;
    int axis, body;
    double share;
    Vec arm;
};

/// Share of a face that lies in a ball.
inline double coveredShare(const Vec& face, const Vec& center, double h) {
    Vec arm;
    double square = 0.0, sum = 0.0;
    for (std::size_t a = 0; a < 3; ++a) {
        arm[a] = face[a] - center[a];
        square += arm[a] * arm[a];
        sum += std::abs(arm[a]);
    }
    const double length = std::sqrt(square);
    const double fluid = std::clamp(0.5 + (length - kRadius) / (h * sum / length), 0.0, 1.0);
    return fluid < 0.02 ? 1.0 : 1.0 - fluid;
}

/// The equation on one slab: walls at all sides but the top, which is open.
class Equation {
  public:
    Equation(const Slab& slab, double density) : m_slab(slab), m_h(1.0 / slab.n) {
        for (Field& weights : m_weights)
            weights.assign(slab.size() + slab.layer(), 1.0);
        for (int body = 0; body < kBodies; ++body)
            cover(body);
        const double volume = 4.0 / 3.0 * 3.14159265358979 * kRadius * kRadius * kRadius;
        m_perMass = 1.0 / (density * volume);
        m_perInertia = m_perMass / (0.4 * kRadius * kRadius);
    }

    const Slab& slab() const { return m_slab; }

    /// Seven numbers of the row of a cell: diagonal, then -x, +x, -y, +y, -z, +z. A closed cell has a 1 alone.
    std::array<double, 7> row(int i, int j, int k) const {
        std::array<double, 7> numbers{};
        const int index[] = {i, j, k};
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2, high = side % 2;
            if (index[axis] == (high ? m_slab.n - 1 : 0)) {
                if (side == 5) numbers[0] += 2.0; // open
                continue;
            }
            const double weight = m_weights[std::size_t(axis)][m_slab.at(i, j, k) + (high ? stride(axis) : 0)];
            numbers[std::size_t(1 + side)] = -weight;
            numbers[0] += weight;
        }
        if (numbers[0] == 0.0) numbers[0] = 1.0;
        return numbers;
    }

    /// y = A x. The neighbours' layers of x are exchanged.
    void apply(Field& x, Field& y) const {
        exchange(x);
        forEachCell([&](std::size_t c, int i, int j, int k) {
            const std::array<double, 7> a = row(i, j, k);
            double sum = a[0] * x[c];
            for (int side = 0; side < 6; ++side)
                if (a[std::size_t(1 + side)] != 0.0)
                    sum += a[std::size_t(1 + side)] * x[side % 2 ? c + stride(side / 2) : c - stride(side / 2)];
            y[c] = sum;
        });
        std::array<double, 6 * kBodies> impulses{};
        for (const Covered& face : m_covered) {
            if (!face.highIsOurs) continue; // the other slab counts it
            const double push = face.share * (x[face.low] - x[face.high]);
            addPush(&impulses[std::size_t(6 * face.body)], push, face);
        }
        MPI_Allreduce(MPI_IN_PLACE, impulses.data(), int(impulses.size()), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        for (std::size_t n = 0; n < impulses.size(); ++n)
            impulses[n] *= n % 6 < 3 ? m_perMass : m_perInertia;
        addFluxes(impulses.data(), m_h * m_h * m_h, y);
    }

    /// y += fluxes of the bodies' motions through their faces.
    void addFluxes(const double* motions, double factor, Field& y) const {
        for (const Covered& face : m_covered) {
            const double* const m = motions + 6 * face.body;
            const std::size_t a = std::size_t(face.axis), b = (a + 1) % 3, c = (a + 2) % 3;
            const double flux = factor * face.share * (m[a] + m[3 + b] * face.arm[c] - m[3 + c] * face.arm[b]);
            if (face.lowIsOurs) y[face.low] += flux;
            if (face.highIsOurs) y[face.high] -= flux;
        }
    }

    double dot(const Field& a, const Field& b) const {
        double sum = 0.0;
        forEachCell([&](std::size_t c, int, int, int) { sum += a[c] * b[c]; });
        MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        return sum;
    }

    template <class Function>
    void forEachCell(const Function& function) const {
        for (int k = m_slab.first; k < m_slab.last; ++k)
            for (int j = 0; j < m_slab.n; ++j)
                for (int i = 0; i < m_slab.n; ++i)
                    function(m_slab.at(i, j, k), i, j, k);
    }

  private:
    std::size_t stride(int axis) const { return axis == 0 ? 1 : axis == 1 ? std::size_t(m_slab.n) : m_slab.layer(); }

    static void addPush(double* sum, double push, const Covered& face) {
        const std::size_t a = std::size_t(face.axis), b = (a + 1) % 3, c = (a + 2) % 3;
        sum[a] += push;
        sum[3 + b] += push * face.arm[c];
        sum[3 + c] -= push * face.arm[b];
    }

    void cover(int body) {
        const Vec& center = kPlaces[body];
        for (int axis = 0; axis < 3; ++axis)
            for (int k = std::max(m_slab.first, axis == 2 ? 1 : 0); k < m_slab.last + (axis == 2 ? 1 : 0); ++k)
                for (int j = axis == 1 ? 1 : 0; j < m_slab.n; ++j)
                    for (int i = axis == 0 ? 1 : 0; i < m_slab.n; ++i) {
                        if (k >= m_slab.n) continue;
                        Vec point = {(i + 0.5) * m_h, (j + 0.5) * m_h, (k + 0.5) * m_h};
                        point[std::size_t(axis)] -= 0.5 * m_h;
                        const double share = coveredShare(point, center, m_h);
                        if (!(share > 0.0)) continue;
                        const std::size_t high = m_slab.at(i, j, k);
                        m_weights[std::size_t(axis)][high] -= share;
                        const Vec arm = {point[0] - center[0], point[1] - center[1], point[2] - center[2]};
                        m_covered.push_back({high - stride(axis), high, m_slab.owns(axis == 2 ? k - 1 : k),
                                             m_slab.owns(k), axis, body, share, arm});
                    }
    }

    void exchange(Field& x) const {
        int rank, ranks;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks);
        const int below = rank > 0 ? rank - 1 : MPI_PROC_NULL, above = rank + 1 < ranks ? rank + 1 : MPI_PROC_NULL;
        const int count = int(m_slab.layer());
        double* const bottom = &x[m_slab.at(0, 0, m_slab.first)];
        double* const top = &x[m_slab.at(0, 0, m_slab.last - 1)];
        MPI_Sendrecv(top, count, MPI_DOUBLE, above, 0, bottom - count, count, MPI_DOUBLE, below, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(bottom, count, MPI_DOUBLE, below, 1, top + count, count, MPI_DOUBLE, above, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }

    Slab m_slab;
    double m_h, m_perMass, m_perInertia;
    std::array<Field, 3> m_weights; ///< of the fluid, on the low face of each cell
    std::vector<Covered> m_covered;
};

} // namespace distributed
