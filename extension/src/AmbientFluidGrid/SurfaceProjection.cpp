// SPDX-License-Identifier: Zlib
// ResolvedProjection in water with a surface.
#include "AmbientFluidGrid/NeighbourCell.h"
#include "AmbientFluidGrid/ResolvedProjection.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Finds the cells with their centre within a body, not too deep, from its surface inwards.
template <class Cell, class Distance>
void findInnerCells(const FluidGridDef& def, const GridLayout& layout, const GridBody& body, const Distance& distanceAt,
                    std::vector<Cell>& cells) {
    constexpr double kDepth = 4.0; // cells
    cells.clear();
    const Vector3 middle = (body.worldFromBody.position - def.lowCorner) / def.spacing;
    const double reach = body.radius / def.spacing;
    std::array<int, 3> low, high;
    for (int axis = 0; axis < 3; ++axis) {
        const std::size_t a = std::size_t(axis);
        low[a] = std::max(0, int(std::floor(middle[axis] - reach)));
        high[a] = std::min(def.cells[a] - 1, int(std::ceil(middle[axis] + reach)));
    }
    for (int k = low[2]; k <= high[2]; ++k)
        for (int j = low[1]; j <= high[1]; ++j)
            for (int i = low[0]; i <= high[0]; ++i) {
                const double at = distanceAt({i, j, k});
                if (at < 0.0 && at > -kDepth * def.spacing) cells.push_back({layout.index(i, j, k), at, {i, j, k}});
            }
    std::sort(cells.begin(), cells.end(), [](const Cell& a, const Cell& b) {
        return a.distance > b.distance || (a.distance == b.distance && a.cell < b.cell);
    });
    reserveAhead(cells);
}

} // namespace

void ResolvedProjection::setSurface(const GridSurface* surface) {
    m_surface = surface;
    place();
}

void ResolvedProjection::findWaterBand() {
    m_cover.band.clear();
    m_cover.closedCells.clear();
    m_cover.surface.clear();
    const auto addSurfaceFaces = [this](const std::array<int, 3>& index, std::ptrdiff_t cell) {
        char& isBand = m_cover.isBand[std::size_t(cell)];
        isBand = isWholeCell(m_layout, m_cover.weights, cell) ? 0 : 1;
        for (int side = 0; side < 6; ++side) {
            const int axis = side / 2;
            const bool high = side % 2 == 1;
            const auto [neighbour, isBoxSide] = neighbourOf(m_def, m_layout, cell, index[std::size_t(axis)], side);
            if (isBoxSide || m_surface->isWater(neighbour)) continue;
            isBand = 1;
            const std::ptrdiff_t face = high ? neighbour : cell;
            const double weight = m_cover.weights[std::size_t(axis)][std::size_t(face)];
            const double more = m_surface->steepness(cell, neighbour) - 1.0;
            if (weight > 0.0) m_cover.surface.push_back({face, cell, axis, high ? more : -more, weight * more});
        }
    };
    const auto forEachIndex = [&](const auto& function) {
        for (int k = 0; k < m_def.cells[2]; ++k)
            for (int j = 0; j < m_def.cells[1]; ++j)
                for (int i = 0; i < m_def.cells[0]; ++i)
                    function(std::array<int, 3>{i, j, k}, m_layout.index(i, j, k));
    };
    forEachIndex([&](const std::array<int, 3>& index, std::ptrdiff_t cell) {
        const bool isAir = !m_surface->isWater(cell);
        m_cover.isClosed[std::size_t(cell)] = isAir ? 1 : 0;
        m_cover.isBand[std::size_t(cell)] = 0;
        if (isAir)
            m_cover.closedCells.push_back(cell);
        else
            addSurfaceFaces(index, cell);
    });
    forEachIndex([&](const std::array<int, 3>& index, std::ptrdiff_t cell) {
        if (m_cover.isBand[std::size_t(cell)] != 1) return;
        for (int side = 0; side < 6; ++side) {
            const std::ptrdiff_t next = neighbourOf(m_def, m_layout, cell, index[std::size_t(side) / 2], side).cell;
            char& isBand = m_cover.isBand[std::size_t(next)];
            if (isBand == 0 && !m_cover.isClosed[std::size_t(next)]) isBand = 2;
        }
    });
    forEachIndex([&](const std::array<int, 3>& index, std::ptrdiff_t cell) {
        if (m_cover.isBand[std::size_t(cell)] != 0) addBandCell(index);
    });
}

void ResolvedProjection::startAtRest(GridField& x, double duration) {
    const double perDepth = duration * m_def.density * m_def.surface->gravity;
    forEachCell([&](std::ptrdiff_t c) {
        const std::size_t at = std::size_t(c);
        if (!m_cover.isClosed[at]) x[at] = perDepth * m_surface->distance()[at];
    });
    apply(x, m_cg.applied);
    const double before = dot(m_cg.residual, m_cg.residual);
    forEachCell([&](std::ptrdiff_t c) { m_cg.residual[std::size_t(c)] -= m_cg.applied[std::size_t(c)]; });
    if (dot(m_cg.residual, m_cg.residual) < before) return;
    std::fill(x.begin(), x.end(), 0.0);
    m_cg.residual = m_cg.right;
}

int ResolvedProjection::extendDistance(GridField& distance) {
    int present = 0;
    for (std::size_t number = 0; number < m_bodies.size(); ++number) {
        GridBody& body = m_bodies[number];
        if (body.isAbsent) continue;
        ++present;
        double wet = 0.0, whole = 0.0;
        for (const CoveredFace& face : m_cover.faces[number]) {
            wet += m_surface ? face.share * m_surface->faceShare(face.component, face.face) : face.share;
            whole += face.share;
        }
        body.submerged = whole > 0.0 ? wet / whole : 0.0;
        const Pose bodyFromWorld = body.worldFromBody.inverse();
        const auto distanceAt = [&](const std::array<int, 3>& index) {
            const Vector3 inCells(index[0] + 0.5, index[1] + 0.5, index[2] + 0.5);
            return body.distance(bodyFromWorld * Vector3(m_def.lowCorner + m_def.spacing * inCells));
        };
        findInnerCells(m_def, m_layout, body, distanceAt, m_innerCells);
        for (const InnerCell& of : m_innerCells) {
            double sum = 0.0, weights = 0.0;
            for (std::size_t side = 0; side < 6; ++side) {
                const std::size_t axis = side / 2;
                const auto [next, isBoxSide] = neighbourOf(m_def, m_layout, of.cell, of.index[axis], int(side));
                std::array<int, 3> index = of.index;
                index[axis] += side % 2 == 1 ? 1 : -1;
                const double farther = isBoxSide ? 0.0 : distanceAt(index) - of.distance;
                if (!(farther > 0.0)) continue;
                // Level water stays level: its pressure then has no gradient along the surface, whatever the body's
                // form.
                const double rise = axis == 2 ? (side % 2 == 1 ? m_def.spacing : -m_def.spacing) : 0.0;
                sum += farther * (distance[std::size_t(next)] - rise);
                weights += farther;
            }
            if (weights > 0.0) distance[std::size_t(of.cell)] = sum / weights;
        }
    }
    return present;
}

} // namespace ambient
