// SPDX-License-Identifier: Zlib
// GridSurface: distances anew.
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridSurfaceRows.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ambient {
namespace {

/// Solution of sum over the axes of max(x - a, 0)^2 = 1. \param near values of the nearer neighbour along each axis
double solveEikonal(std::array<double, 3> near) {
    if (near[0] > near[1]) std::swap(near[0], near[1]);
    if (near[1] > near[2]) std::swap(near[1], near[2]);
    if (near[0] > near[1]) std::swap(near[0], near[1]);
    double x = near[0] + 1.0;
    if (x <= near[1]) return x;
    const double difference = near[0] - near[1];
    x = 0.5 * (near[0] + near[1] + std::sqrt(2.0 - difference * difference));
    if (x <= near[2]) return x;
    const double sum = near[0] + near[1] + near[2];
    const double squares = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
    return (sum + std::sqrt(std::max(0.0, sum * sum - 3.0 * (squares - 1.0)))) / 3.0;
}

} // namespace

bool GridSurface::renewAtSurface(std::ptrdiff_t cell) {
    const double* const phi = m_distance.data() + cell;
    double sum = 0.0, weights = 0.0;
    for (int axis = 0; axis < 3; ++axis)
        for (const int sign : {-1, 1}) {
            const std::ptrdiff_t step = sign * m_layout.stride[std::size_t(axis)];
            if ((phi[0] < 0.0) == (phi[step] < 0.0)) continue;
            // Along the edge that the surface crosses, so that both its cells get one factor and the crossing stays.
            const double along = phi[step] - phi[0];
            double across = 0.0;
            for (int other = 0; other < 3; ++other) {
                if (other == axis) continue;
                const std::ptrdiff_t s = m_layout.stride[std::size_t(other)];
                const double mean = 0.25 * ((phi[s] - phi[-s]) + (phi[step + s] - phi[step - s]));
                across += mean * mean;
            }
            const double square = along * along + across;
            const double share = along * along / square;
            const double weight = share * share;
            if (!(weight > 0.0)) continue;
            sum += weight * std::sqrt(square);
            weights += weight;
        }
    if (!(weights > 0.0)) return false;
    m_next[std::size_t(cell)] = phi[0] * m_def.spacing * weights / sum;
    return true;
}

void GridSurface::sweep(const std::array<bool, 3>& backwards) {
    const auto nearer = [&](int axis, int at, std::ptrdiff_t cell) {
        const int count = m_def.cells[std::size_t(axis)];
        const std::ptrdiff_t s = m_layout.stride[std::size_t(axis)];
        const bool isPeriodic = m_def.side(axis, false).kind == GridSideKind::Periodic;
        double least = std::abs(m_next[std::size_t(cell)]);
        if (at > 0 || isPeriodic)
            least = std::min(least, std::abs(m_next[std::size_t(at > 0 ? cell - s : cell + (count - 1) * s)]));
        if (at + 1 < count || isPeriodic)
            least = std::min(least, std::abs(m_next[std::size_t(at + 1 < count ? cell + s : cell - (count - 1) * s)]));
        return least / m_def.spacing;
    };
    const auto place = [&](int axis, int n) {
        return backwards[std::size_t(axis)] ? m_def.cells[std::size_t(axis)] - 1 - n : n;
    };
    for (int c = 0; c < m_def.cells[2]; ++c)
        for (int b = 0; b < m_def.cells[1]; ++b)
            for (int a = 0; a < m_def.cells[0]; ++a) {
                const int i = place(0, a), j = place(1, b), k = place(2, c);
                const std::ptrdiff_t cell = m_layout.index(i, j, k);
                if (m_isFixed[std::size_t(cell)]) continue;
                double& value = m_next[std::size_t(cell)];
                const double found =
                    m_def.spacing * solveEikonal({nearer(0, i, cell), nearer(1, j, cell), nearer(2, k, cell)});
                if (found < std::abs(value)) value = value < 0.0 ? -found : found;
            }
}

void GridSurface::renewDistance() {
    const double farthest = m_def.size().sum();
    forEachRow([&](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t c = begin; c < end; ++c) {
            const bool isFixed = renewAtSurface(c);
            m_isFixed[std::size_t(c)] = isFixed ? 1 : 0;
            if (!isFixed) m_next[std::size_t(c)] = m_distance[std::size_t(c)] < 0.0 ? -farthest : farthest;
        }
    });
    for (int octant = 0; octant < 8; ++octant)
        sweep({(octant & 1) != 0, (octant & 2) != 0, (octant & 4) != 0});
    m_distance.swap(m_next);
    update();
}

} // namespace ambient
