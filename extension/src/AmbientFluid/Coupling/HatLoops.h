// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CouplingKernel.h"
#include "AmbientFluid/Math/Lanes.h"

#include <cstddef>

/// \file
/// The loops from the faces of two meshes to the hats of their vertices, for CouplingKernelLoops.h.

namespace ambient {

/// Vertices of the first body that are worked on together.
constexpr int kHatTile = kSingleParts;

/// spread[axis][vertex of the tile][face of b] = Sum of the curls of the vertex times S, a row per face of a.
struct HatRowLoop {
    /// The loop in lanes of L numbers.
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const HatTables<Number>& hats, const Number* curls, const Number* kernel,
                                          int vertex, int padded, Number* spread) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        const std::ptrdiff_t row = padded;
        for (int i = 0; i < kHatTile; ++i) {
            const bool isVertex = vertex + i < hats.vertices;
            const int begin = isVertex ? hats.first[vertex + i] : 0, end = isVertex ? hats.first[vertex + i + 1] : 0;
            for (int h = 0; h < padded; h += Of::kCount) {
                Real sum[3] = {};
                for (int c = begin; c < end; ++c) {
                    const int corner = hats.incident[c];
                    const Real s = load<Real>(kernel + corner / 3 * row + h);
                    AMBIENT_UNROLL
                    for (int axis = 0; axis < 3; ++axis)
                        sum[axis] += curls[3 * corner + axis] * s;
                }
                AMBIENT_UNROLL
                for (int axis = 0; axis < 3; ++axis)
                    store<Real>(spread + (axis * kHatTile + i) * row + h, sum[axis]);
            }
        }
    }
};

/// energy[vertex of b][vertex of the tile] = Sum of the curls of the vertex of b times `turned`, [axis][face of
/// b][vertex of the tile].
struct HatColumnLoop {
    /// The loop in lanes of L numbers. \param row numbers from one vertex of b to the next in `energy`
    template <int L, class Number>
    AMBIENT_ALWAYS_INLINE static void run(const HatTables<Number>& hats, const Number* curls, const Number* turned,
                                          int padded, int row, Number* energy) {
        using Of = NumbersOf<Number, L>;
        using Real = typename Of::Real;
        constexpr int kVectors = kHatTile / Of::kCount;
        const std::ptrdiff_t axisRow = static_cast<std::ptrdiff_t>(padded) * kHatTile;
        for (int w = 0; w < hats.vertices; ++w) {
            Real sum[kVectors] = {};
            for (int c = hats.first[w]; c < hats.first[w + 1]; ++c) {
                const int corner = hats.incident[c];
                const Number* const face = turned + static_cast<std::ptrdiff_t>(corner / 3) * kHatTile;
                for (int axis = 0; axis < 3; ++axis) {
                    const Number curl = curls[3 * corner + axis];
                    AMBIENT_UNROLL
                    for (int v = 0; v < kVectors; ++v)
                        sum[v] += curl * load<Real>(face + axis * axisRow + v * Of::kCount);
                }
            }
            AMBIENT_UNROLL
            for (int v = 0; v < kVectors; ++v)
                store<Real>(energy + static_cast<std::ptrdiff_t>(w) * row + v * Of::kCount, sum[v]);
        }
    }
};

template <class Number>
void HatTables<Number>::join(const std::vector<std::array<int, 3>>& corners, int vertexCount) {
    vertices = vertexCount;
    first.assign(static_cast<std::size_t>(vertexCount) + 1, 0);
    for (const std::array<int, 3>& face : corners)
        for (const int vertex : face)
            ++first[vertex + 1];
    for (int v = 0; v < vertexCount; ++v)
        first[v + 1] += first[v];
    std::vector<int> next(first.begin(), first.end() - 1);
    incident.resize(3 * corners.size());
    for (std::size_t f = 0; f < corners.size(); ++f)
        for (int k = 0; k < 3; ++k)
            incident[next[corners[f][k]]++] = 3 * static_cast<int>(f) + k;
}

} // namespace ambient
