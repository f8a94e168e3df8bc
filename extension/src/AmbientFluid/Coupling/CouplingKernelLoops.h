// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/HatLoops.h"
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
                                          int modesB, int padded, Number* sums, int axes = 3) {
        using Of = NumbersOf<Number, L>;
        constexpr int kMost = 4; // sums side by side hide the time that one addition takes
        for (int column = 0; column < padded; column += kMost * Of::kCount) {
            const int vectors = std::min(kMost, (padded - column) / Of::kCount);
            if (vectors == kMost)
                round<Of, kMost>(currents, rowA, modesA, image + column, rowB, modesB, padded, sums + column, axes);
            else
                for (int v = 0; v < vectors; ++v)
                    round<Of, 1>(currents, rowA, modesA, image + column + v * Of::kCount, rowB, modesB, padded,
                                 sums + column + v * Of::kCount, axes);
        }
    }

    /// One round over the points, for a number of lanes that the compiler knows.
    template <class Of, int kVectors, class Number>
    AMBIENT_ALWAYS_INLINE static void round(const Number* currents, int rowA, int modesA, const Number* image, int rowB,
                                            int modesB, int padded, Number* sums, int axes = 3) {
        using Real = typename Of::Real;
        for (int mode = 0; mode < modesA; ++mode) {
            Real sum[kVectors];
            AMBIENT_UNROLL
            for (int v = 0; v < kVectors; ++v)
                sum[v] = load<Real>(sums + mode * padded + v * Of::kCount);
            for (int point = 0; point < kTile; ++point)
                for (int axis = 0; axis < axes; ++axis) {
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

/// Force of the points of b on, and potential of their currents at, kSumParts points of a.
struct PairForceLoop {
    /// The loop in lanes of L numbers: a lane is a point of a. \param sums three of the force, three of the potential
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const KernelBuffers<Number>& at, const Number* epsilonA,
                                          const Number* epsilonB, const std::array<std::vector<Number>, 3>& ofA,
                                          const std::array<std::vector<Number>, 3>& ofB, int first, int count,
                                          Number* sums) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        constexpr int kRound = 32; // terms of a partial sum: long sums in single precision lose digits
        for (int from = first; from < first + Of::kSumParts; from += Of::kCount) {
            Real x[3], j[3], total[6] = {};
            AMBIENT_UNROLL
            for (int k = 0; k < 3; ++k) {
                x[k] = load<Real>(&at.x[k][from]);
                j[k] = load<Real>(&ofA[k][from]);
            }
            const Real e = load<Real>(&epsilonA[from]);
            for (int start = 0; start < count; start += kRound) {
                const int end = std::min(start + kRound, count);
                Real f[3] = {}, v[3] = {};
                for (int h = start; h < end; ++h) {
                    Real d[3], r2 = e + epsilonB[h], product = {};
                    AMBIENT_UNROLL
                    for (int k = 0; k < 3; ++k) {
                        d[k] = x[k] - at.x[3 + k][h];
                        r2 += d[k] * d[k];
                        product += j[k] * ofB[k][h];
                    }
                    const Real inverse2 = Number(1) / r2;
                    const Real inverse = squareRoot(inverse2);
                    const Real push = product * inverse * inverse2;
                    AMBIENT_UNROLL
                    for (int k = 0; k < 3; ++k) {
                        f[k] += push * d[k];
                        v[k] += inverse * ofB[k][h];
                    }
                }
                AMBIENT_UNROLL
                for (int k = 0; k < 3; ++k) {
                    total[k] += f[k];
                    total[3 + k] += v[k];
                }
            }
            AMBIENT_UNROLL
            for (int k = 0; k < 6; ++k)
                store<Real>(sums + k * Of::kSumParts + from - first, total[k]);
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

/// A block of two meshes by the energy of their hats, of which there are half as many as faces.
template <class Number>
void addBlockOfHats(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b, const Vector3& middle,
                    double weight, KernelBuffers<Number>& buffers, Eigen::Ref<Eigen::MatrixXd> block) {
    const HatTables<Number>&hatsA = *a.hats, &hatsB = *b.hats;
    const int padded = paddedSize(b.count), row = paddedSize(hatsA.vertices), columns = paddedSize(a.modes);
    centreOn(middle, a, 0, buffers);
    centreOn(middle, b, 3, buffers);
    buffers.kernel.resize(static_cast<std::size_t>(paddedSize(a.count)) * static_cast<std::size_t>(padded));
    for (int tile = 0; tile < a.count; tile += kTile)
        runVectorised<KernelTileLoop>(buffers, a.epsilon2.data(), b.epsilon2.data(), tile, padded,
                                      buffers.kernel.data() + static_cast<std::ptrdiff_t>(tile) * padded);
    buffers.spread.resize(static_cast<std::size_t>(3 * kHatTile * padded));
    buffers.turned.resize(buffers.spread.size());
    buffers.energy.assign(static_cast<std::size_t>(paddedSize(hatsB.vertices)) * static_cast<std::size_t>(row),
                          Number(0));
    for (int vertex = 0; vertex < hatsA.vertices; vertex += kHatTile) {
        runVectorised<HatRowLoop>(hatsA, a.curls.data(), buffers.kernel.data(), vertex, padded, buffers.spread.data());
        for (int axis = 0; axis < 3; ++axis)
            for (int i = 0; i < kHatTile; ++i) {
                const Number* const from =
                    buffers.spread.data() + static_cast<std::ptrdiff_t>(axis * kHatTile + i) * padded;
                Number* const to = buffers.turned.data() + static_cast<std::ptrdiff_t>(axis) * padded * kHatTile + i;
                for (int h = 0; h < b.count; ++h)
                    to[static_cast<std::ptrdiff_t>(h) * kHatTile] = from[h];
            }
        runVectorised<HatColumnLoop>(hatsB, b.curls.data(), buffers.turned.data(), padded, row,
                                     buffers.energy.data() + vertex);
    }
    buffers.image.resize(static_cast<std::size_t>(kTile * columns));
    buffers.sums.assign(static_cast<std::size_t>(b.modes * columns), Number(0));
    const int rowOfB = paddedSize(b.modes);
    for (int tile = 0; tile < hatsB.vertices; tile += kTile) {
        runVectorised<KernelImageLoop>(buffers.energy.data() + static_cast<std::ptrdiff_t>(tile) * row,
                                       hatsA.layers.data(), hatsA.vertices, row, columns, buffers.image.data(),
                                       columns);
        runVectorised<KernelBlockLoop>(hatsB.layers.data() + static_cast<std::ptrdiff_t>(tile) * rowOfB, rowOfB,
                                       b.modes, buffers.image.data(), columns, a.modes, columns, buffers.sums.data(),
                                       1);
    }
    for (int i = 0; i < a.modes; ++i)
        for (int k = 0; k < b.modes; ++k)
            block(i, k) += weight * buffers.sums[static_cast<std::size_t>(k * columns + i)];
}

template <class Number>
void addPairBlock(const CurrentPoints<Number>& a, const CurrentPoints<Number>& b, const Vector3& middle, double weight,
                  KernelBuffers<Number>& buffers, Eigen::Ref<Eigen::MatrixXd> block) {
    if (a.hats && b.hats) return addBlockOfHats(a, b, middle, weight, buffers, block);
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
    constexpr int kPoints = NumbersOf<Number, 1>::kSumParts;
    Number sums[6 * kPoints];
    for (int first = 0; first < a.count; first += kPoints) {
        runVectorised<PairForceLoop>(buffers, a.epsilon2.data(), b.epsilon2.data(), ofA, ofB, first, b.count, sums);
        for (int point = first; point < std::min(first + kPoints, a.count); ++point) {
            const Number* const sum = sums + (point - first);
            const Vector3 f(sum[0], sum[kPoints], sum[2 * kPoints]),
                v(sum[3 * kPoints], sum[4 * kPoints], sum[5 * kPoints]);
            const Vector3 current(ofA[0][point], ofA[1][point], ofA[2][point]);
            const Vector3 x(buffers.x[0][point], buffers.x[1][point], buffers.x[2][point]);
            total.force += f;
            total.torque += x.cross(f) - current.cross(v);
            total.energy += current.dot(v);
        }
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
    hats = from.hats;
    Number turned[3][3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            turned[i][k] = static_cast<Number>(currentTurn(i, k));
    curls.resize(hats ? hats->curls.size() : 0);
    for (std::size_t c = 0; c < curls.size(); c += 3)
        for (std::size_t axis = 0; axis < 3; ++axis)
            curls[c + axis] = turned[axis][0] * hats->curls[c] + turned[axis][1] * hats->curls[c + 1] +
                              turned[axis][2] * hats->curls[c + 2];
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
