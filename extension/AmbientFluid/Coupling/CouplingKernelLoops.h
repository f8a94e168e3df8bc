// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CouplingKernel.h"
#include "AmbientFluid/Math/Lanes.h"

#include <algorithm>
#include <cstddef>

/// \file
/// The loops of CouplingKernel, for single and for double precision, in two translation units. The unit in single
/// precision fuses multiplications with additions.

namespace ambient {

/// Points of the first body that are worked on together, so that the currents of the second are read once for all.
constexpr int kTile = 4;

/// 1/(4 pi sqrt(R2)) of a tile of points of a, and all points of b: kernel[point of b][point of the tile].
struct KernelTileLoop {
    /// The loop in lanes of L numbers.
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const KernelBuffers<Number>& at, const Number* epsilonA,
                                          const Number* epsilonB, int tile, int count, Number* kernel) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        const Number perFourPi = static_cast<Number>(0.25 / kPi);
        for (int i = 0; i < kTile; ++i) {
            const Number x = at.x[0][tile + i], y = at.x[1][tile + i], z = at.x[2][tile + i], e = epsilonA[tile + i];
            for (int h = 0; h < count; h += Of::kCount) {
                const Real dx = x - load<Real>(&at.x[3][h]), dy = y - load<Real>(&at.x[4][h]),
                           dz = z - load<Real>(&at.x[5][h]);
                const Real r2 = dx * dx + dy * dy + dz * dz + (e + load<Real>(&epsilonB[h]));
                store<Real>(kernel + i * count + h, perFourPi / squareRoot(r2));
            }
        }
    }
};

/// image[point of the tile][column] = Sum_h kernel[h] currents[h][column].
struct KernelImageLoop {
    /// The loop in lanes of L numbers.
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const Number* kernel, const Number* currents, int count, int padded,
                                          int columns, Number* image, int imageRow) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        constexpr int kVectors = 3; // columns of a round, in vectors: kTile times as many sums stay in 16 registers
        for (int column = 0; column < columns; column += kVectors * Of::kCount) {
            const int vectors = std::min(kVectors, (columns - column) / Of::kCount);
            if (vectors == kVectors)
                round<Of, Real, kVectors>(kernel, currents + column, count, padded, columns, image + column, imageRow);
            else
                for (int v = 0; v < vectors; ++v)
                    round<Of, Real, 1>(kernel, currents + column + v * Of::kCount, count, padded, columns,
                                       image + column + v * Of::kCount, imageRow);
        }
    }

    /// One round over the points, for a number of lanes that the compiler knows.
    template <class Of, class Real, int kVectors, class Number>
    AMBIENT_ALWAYS_INLINE static void round(const Number* kernel, const Number* currents, int count, int padded,
                                            int columns, Number* image, int imageRow) {
        Real sum[kTile][kVectors] = {};
        for (int h = 0; h < count; ++h) {
            const Number* row = currents + static_cast<std::ptrdiff_t>(h) * columns;
            AMBIENT_UNROLL
            for (int v = 0; v < kVectors; ++v) {
                const Real current = load<Real>(row + v * Of::kCount);
                AMBIENT_UNROLL
                for (int i = 0; i < kTile; ++i)
                    sum[i][v] += kernel[i * padded + h] * current;
            }
        }
        AMBIENT_UNROLL
        for (int i = 0; i < kTile; ++i)
            AMBIENT_UNROLL
        for (int v = 0; v < kVectors; ++v)
            store<Real>(image + i * imageRow + v * Of::kCount, sum[i][v]);
    }
};

/// sums[mode of a][mode of b] += Sum over the tile and the axes of current[mode of a] image[mode of b].
struct KernelBlockLoop {
    /// \param padded columns of `sums`; those from modesB on receive numbers of the next axis, and are not read
    /// The loop in lanes of L numbers.
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const Number* currents, int rowA, int modesA, const Number* image, int rowB,
                                          int modesB, int padded, Number* sums) {
        using Of = NumbersOf<Number, L>;
        constexpr int kMost = 4; // sums side by side hide the time that one addition takes
        for (int column = 0; column < padded; column += kMost * Of::kCount) {
            const int vectors = std::min(kMost, (padded - column) / Of::kCount);
            if (vectors == kMost)
                round<Of, kMost>(currents, rowA, modesA, image + column, rowB, modesB, padded, sums + column);
            else
                for (int v = 0; v < vectors; ++v)
                    round<Of, 1>(currents, rowA, modesA, image + column + v * Of::kCount, rowB, modesB, padded,
                                 sums + column + v * Of::kCount);
        }
    }

    /// One round over the points, for a number of lanes that the compiler knows.
    template <class Of, int kVectors, class Number>
    AMBIENT_ALWAYS_INLINE static void round(const Number* currents, int rowA, int modesA, const Number* image, int rowB,
                                            int modesB, int padded, Number* sums) {
        using Real = typename Of::Real;
        for (int mode = 0; mode < modesA; ++mode) {
            Real sum[kVectors];
            AMBIENT_UNROLL
            for (int v = 0; v < kVectors; ++v)
                sum[v] = load<Real>(sums + mode * padded + v * Of::kCount);
            for (int point = 0; point < kTile; ++point)
                for (int axis = 0; axis < 3; ++axis) {
                    const Number current = currents[point * rowA + axis * modesA + mode];
                    const Number* const row = image + point * rowB + axis * modesB;
                    AMBIENT_UNROLL
                    for (int v = 0; v < kVectors; ++v)
                        sum[v] += current * load<Real>(row + v * Of::kCount);
                }
            AMBIENT_UNROLL
            for (int v = 0; v < kVectors; ++v)
                store<Real>(sums + mode * padded + v * Of::kCount, sum[v]);
        }
    }
};

/// Sums over the points of b of the force on, and the potential of currents at, one point of a.
struct PairForceLoop {
    /// The loop in lanes of L numbers.
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const KernelBuffers<Number>& at, const Number* epsilonB,
                                          const std::array<std::vector<Number>, 3>& ofA,
                                          const std::array<std::vector<Number>, 3>& ofB, int point, Number epsilonA,
                                          int count, double* force, double* potential) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        SumOf<Number, L> f[3], v[3];
        Number x[3], j[3];
        for (int k = 0; k < 3; ++k) {
            x[k] = at.x[k][point];
            j[k] = ofA[k][point];
        }
        for (int h = 0; h < count; h += Of::kSumParts)
            for (int part = 0; part < Of::kSumParts / Of::kCount; ++part) {
                const int from = h + part * Of::kCount;
                Real d[3], current[3], r2 = epsilonA + load<Real>(&epsilonB[from]), product = {};
                AMBIENT_UNROLL
                for (int k = 0; k < 3; ++k) {
                    d[k] = x[k] - load<Real>(&at.x[3 + k][from]);
                    current[k] = load<Real>(&ofB[k][from]);
                    r2 += d[k] * d[k];
                    product += j[k] * current[k];
                }
                const Real inverse2 = Number(1) / r2;
                const Real inverse = squareRoot(inverse2);
                const Real push = product * inverse * inverse2;
                AMBIENT_UNROLL
                for (int k = 0; k < 3; ++k) {
                    f[k].parts[part] += push * d[k];
                    v[k].parts[part] += inverse * current[k];
                }
            }
        for (int k = 0; k < 3; ++k) {
            force[k] = f[k].total();
            potential[k] = v[k].total();
        }
    }
};

/// Writes the points relative to the middle of a pair, for the sums in single precision.
template <class Number>
void centreOn(const Vector3& middle, const CurrentPoints<Number>& points, int first, KernelBuffers<Number>& buffers) {
    for (int k = 0; k < 3; ++k) {
        const std::vector<double>& from = points.x[k];
        std::vector<Number>& to = buffers.x[first + k];
        to.resize(from.size());
        for (std::size_t i = 0; i < from.size(); ++i)
            to[i] = static_cast<Number>(from[i] - middle[k]);
    }
}

template <class Number>
void addPairBlock(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b, const Vector3& middle, double weight,
                  KernelBuffers<Number>& buffers, Eigen::Ref<Eigen::MatrixXd> block) {
    const int padded = paddedSize(b.count), columns = b.rowLength(), imageRow = columns + kSingleParts,
              modeColumns = paddedSize(b.modes);
    centreOn(middle, a, 0, buffers);
    centreOn(middle, b, 3, buffers);
    buffers.kernel.resize(static_cast<std::size_t>(kTile * padded));
    buffers.image.resize(static_cast<std::size_t>(kTile * imageRow));
    buffers.sums.assign(static_cast<std::size_t>(a.modes * modeColumns), Number(0));
    for (int tile = 0; tile < a.count; tile += kTile) {
        runVectorised<KernelTileLoop>(buffers, a.epsilon2.data(), b.epsilon2.data(), tile, padded,
                                      buffers.kernel.data());
        runVectorised<KernelImageLoop>(buffers.kernel.data(), b.currents.data(), b.count, padded, columns,
                                       buffers.image.data(), imageRow);
        runVectorised<KernelBlockLoop>(a.currents.data() + static_cast<std::ptrdiff_t>(tile) * a.rowLength(),
                                       a.rowLength(), a.modes, buffers.image.data(), imageRow, b.modes, modeColumns,
                                       buffers.sums.data());
    }
    for (int row = 0; row < a.modes; ++row)
        for (int column = 0; column < b.modes; ++column)
            block(row, column) += weight * buffers.sums[static_cast<std::size_t>(row * modeColumns + column)];
}

template <class Number>
PairForce pairForce(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b,
                    const std::array<std::vector<Number>, 3>& ofA, const std::array<std::vector<Number>, 3>& ofB,
                    const Vector3& middle, KernelBuffers<Number>& buffers) {
    centreOn(middle, a, 0, buffers);
    centreOn(middle, b, 3, buffers);
    PairForce total;
    for (int point = 0; point < a.count; ++point) {
        double force[3], potential[3];
        runVectorised<PairForceLoop>(buffers, b.epsilon2.data(), ofA, ofB, point, a.epsilon2[point],
                                     paddedSize(b.count), force, potential);
        const Vector3 f(force[0], force[1], force[2]), v(potential[0], potential[1], potential[2]);
        const Vector3 current(ofA[0][point], ofA[1][point], ofA[2][point]);
        const Vector3 x(buffers.x[0][point], buffers.x[1][point], buffers.x[2][point]);
        total.force += f;
        total.torque += x.cross(f) - current.cross(v);
        total.energy += current.dot(v);
    }
    constexpr double kPerFourPi = 0.25 / kPi;
    return {kPerFourPi * total.force, kPerFourPi * total.torque, kPerFourPi * total.energy};
}

template <class Number>
int CurrentPoints<Number>::rowLength() const {
    return paddedSize(3 * modes);
}

template <class Number>
void CurrentPoints<Number>::resize(int points, int modeCount) {
    count = points;
    modes = modeCount;
    const std::size_t padded = static_cast<std::size_t>(paddedSize(points));
    for (std::vector<double>& axis : x)
        axis.assign(padded, 0.0);
    epsilon2.assign(padded, Number(1)); // padding carries no current, but must not divide by zero
    currents.assign(padded * static_cast<std::size_t>(rowLength()), Number(0));
}

template <class Number>
void CurrentPoints<Number>::place(const CurrentPoints& from, const Matrix3& turn, const Vector3& shift,
                                  const Matrix3& currentTurn) {
    if (count != from.count || modes != from.modes) resize(from.count, from.modes);
    epsilon2 = from.epsilon2;
    Number turned[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            turned[i][k] = static_cast<Number>(currentTurn(i, k));
    for (int p = 0; p < count; ++p) {
        const Vector3 at = turn * Vector3(from.x[0][p], from.x[1][p], from.x[2][p]) + shift;
        for (int axis = 0; axis < 3; ++axis)
            x[axis][p] = at[axis];
        const Number* const in = from.currents.data() + static_cast<std::ptrdiff_t>(p) * rowLength();
        Number* const out = currents.data() + static_cast<std::ptrdiff_t>(p) * rowLength();
        for (int axis = 0; axis < 3; ++axis)
            for (int m = 0; m < modes; ++m)
                out[axis * modes + m] =
                    turned[axis][0] * in[m] + turned[axis][1] * in[modes + m] + turned[axis][2] * in[2 * modes + m];
    }
}

} // namespace ambient
