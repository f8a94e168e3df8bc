// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridSurface.h"

#include "AmbientFluidGrid/CutCube.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/GridFluxes.h"
#include "AmbientFluidGrid/GridSurfaceRows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace ambient {

GridSurface::GridSurface(const FluidGridDef& def) : m_def(def), m_layout(def.cells) {
    for (GridField* field : {&m_distance, &m_next, &m_rate, &m_secondRate, &m_shares})
        *field = makeGridField(m_layout);
    m_isFixed.assign(m_distance.size(), 0);
    start();
}

void GridSurface::start() {
    const GridSurfaceDef& surface = *m_def.surface;
    bool isFinite = true;
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i) {
                const Vector3 point = m_def.lowCorner - m_moved + m_def.spacing * Vector3(i + 0.5, j + 0.5, k + 0.5);
                double& distance = m_distance[std::size_t(m_layout.index(i, j, k))];
                distance = surface.distance ? surface.distance(point) : point.z() - surface.level;
                isFinite = isFinite && std::isfinite(distance);
            }
    if (!isFinite) throw std::invalid_argument("GridSurface: the distances at the start are not finite");
    update();
    renewDistance();
    update();
    if (!(*std::max_element(m_shares.begin(), m_shares.end()) > 0.0))
        throw std::invalid_argument("GridSurface: there is no water in the box");
    m_shift = 0.0;
    m_spray.clear();
}

double GridSurface::sprayVolume() const {
    double sum = 0.0;
    for (const SprayDrop& drop : m_spray)
        sum += drop.volume;
    return sum;
}

void GridSurface::setLowCorner(const Vector3& corner) {
    for (SprayDrop& drop : m_spray)
        drop.position += corner - m_def.lowCorner;
    m_moved += corner - m_def.lowCorner;
    m_def.lowCorner = corner;
}

double GridSurface::steepness(std::ptrdiff_t water, std::ptrdiff_t air) const {
    // With a larger least value, thin cells would take the pressure of a surface that is higher: waves gain energy.
    constexpr double kLeastTheta = 1e-6;
    const double within = m_distance[std::size_t(water)], beyond = m_distance[std::size_t(air)];
    return 1.0 / std::max(kLeastTheta, within / (within - beyond));
}

void GridSurface::addRate(double factor, const GridVelocity& velocity, GridField& flux) {
    // m_next carried; m_rate += factor rate. The velocity in the air has divergence, and creates no water.
    fillEvenBorders(m_def, m_layout, m_next);
    scalarRate(m_layout, m_def.spacing, velocity, m_next, m_secondRate, flux);
    const double perSpacing = 1.0 / m_def.spacing;
    const double *u = velocity[0].data(), *v = velocity[1].data(), *w = velocity[2].data(), *phi = m_next.data(),
                 *rate = m_secondRate.data();
    double* const sum = m_rate.data();
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    forEachRow([=](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t c = begin; c < end; ++c) {
            const double divergence = perSpacing * ((u[c + 1] - u[c]) + (v[c + dy] - v[c]) + (w[c + dz] - w[c]));
            sum[c] += factor * (rate[c] + phi[c] * divergence);
        }
    });
}

void GridSurface::carry(double duration, const GridVelocity& velocity, GridField& flux) {
    std::fill(m_rate.begin(), m_rate.end(), 0.0);
    m_next = m_distance;
    addRate(1.0, velocity, flux);
    const auto add = [&](double factor) {
        double* const to = m_next.data();
        const double *from = m_distance.data(), *rate = m_rate.data();
        forEachRow([=](std::ptrdiff_t begin, std::ptrdiff_t end) {
            for (std::ptrdiff_t c = begin; c < end; ++c)
                to[c] = from[c] + factor * rate[c];
        });
    };
    add(duration);
    addRate(1.0, velocity, flux);
    add(0.5 * duration);
    m_distance.swap(m_next);
    update();
}

double GridSurface::shareOf(std::ptrdiff_t cell, double shift) const {
    const double* const phi = m_distance.data() + cell;
    const double at = phi[0] + shift, reach = 2.0 * m_def.spacing;
    if (at >= reach) return 0.0;
    if (at <= -reach) return 1.0;
    Vector3 rise; // over a cell
    for (int axis = 0; axis < 3; ++axis) {
        const std::ptrdiff_t s = m_layout.stride[std::size_t(axis)];
        rise[axis] = 0.5 * (phi[s] - phi[-s]);
    }
    const double size = rise.lpNorm<1>();
    if (!(size > 0.0)) return at < 0.0 ? 1.0 : 0.0;
    return cutCube(0.5 - at / size, rise);
}

void GridSurface::update() {
    fillEvenBorders(m_def, m_layout, m_distance);
    forEachRow([this](std::ptrdiff_t begin, std::ptrdiff_t end) {
        for (std::ptrdiff_t c = begin; c < end; ++c)
            m_shares[std::size_t(c)] = shareOf(c, 0.0);
    });
    fillEvenBorders(m_def, m_layout, m_shares);
}

double GridSurface::volumeOfShift(double shift, const GridVelocity& weights) const {
    const double *wx = weights[0].data(), *wy = weights[1].data(), *wz = weights[2].data();
    const std::ptrdiff_t dy = m_layout.stride[1], dz = m_layout.stride[2];
    double sum = 0.0;
    for (int k = 0; k < m_def.cells[2]; ++k) {
        double layer = 0.0;
        for (int j = 0; j < m_def.cells[1]; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + m_def.cells[0]; ++c) {
                const double share = shareOf(c, shift);
                if (share > 0.0)
                    layer += share * ((wx[c] + wx[c + 1]) + (wy[c] + wy[c + dy]) + (wz[c] + wz[c + dz])) / 6.0;
            }
        }
        sum += layer;
    }
    return std::pow(m_def.spacing, 3) * sum;
}

void GridSurface::correctVolume(const GridVelocity& weights) {
    constexpr int kRounds = 2;
    const double step = 1e-3 * m_def.spacing, most = 0.5 * m_def.spacing;
    double shift = 0.0;
    for (int round = 0; round < kRounds; ++round) {
        const double missing = m_volume - volumeOfShift(shift, weights);
        const double slope =
            (volumeOfShift(shift + step, weights) - volumeOfShift(shift - step, weights)) / (2.0 * step);
        if (!(slope < 0.0)) break;
        shift = std::clamp(shift + missing / slope, -most, most);
    }
    if (shift == 0.0) return;
    for (double& distance : m_distance)
        distance += shift;
    m_shift -= shift;
    update();
}

double GridSurface::outflow(const GridField& upwards) const {
    double sum = 0.0;
    const int top = m_def.cells[2] - 1;
    for (int j = 0; j < m_def.cells[1] && m_def.side(2, true).kind == GridSideKind::Open; ++j)
        for (int i = 0; i < m_def.cells[0]; ++i)
            sum +=
                share(m_layout.index(i, j, top)) * std::max(0.0, upwards[std::size_t(m_layout.index(i, j, top + 1))]);
    return m_def.spacing * m_def.spacing * sum;
}

double GridSurface::deepestColumn() const {
    int highest = 0;
    for (int k = m_def.cells[2] - 1; k >= 0 && highest == 0; --k)
        for (int j = 0; j < m_def.cells[1] && highest == 0; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + m_def.cells[0]; ++c)
                if (isWater(c)) highest = k + 1;
        }
    return highest * m_def.spacing;
}

double GridSurface::heightAt(double x, double y) const {
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const double inCells[] = {(x - m_def.lowCorner.x()) / m_def.spacing, (y - m_def.lowCorner.y()) / m_def.spacing};
    std::ptrdiff_t base = 0;
    double share[2];
    for (std::size_t axis = 0; axis < 2; ++axis) {
        const int count = m_def.cells[axis];
        if (!(inCells[axis] >= 0.0 && inCells[axis] <= count)) return nothing;
        const double place = inCells[axis] - 0.5;
        const int cell = std::min(int(std::floor(place)), count - 1);
        share[axis] = place - cell;
        base += (cell + GridLayout::kBorder) * m_layout.stride[axis];
    }
    const auto distanceAt = [&](int k) {
        const double* const phi = m_distance.data() + base + (k + GridLayout::kBorder) * m_layout.stride[2];
        const std::ptrdiff_t dy = m_layout.stride[1];
        return (1.0 - share[1]) * ((1.0 - share[0]) * phi[0] + share[0] * phi[1]) +
               share[1] * ((1.0 - share[0]) * phi[dy] + share[0] * phi[dy + 1]);
    };
    double above = distanceAt(m_def.cells[2] - 1);
    if (above < 0.0) return m_def.highCorner().z();
    for (int k = m_def.cells[2] - 2; k >= 0; --k) {
        const double here = distanceAt(k);
        if (here < 0.0) return m_def.lowCorner.z() + m_def.spacing * (k + 0.5 + here / (here - above));
        above = here;
    }
    return nothing;
}

double GridSurface::submergedShare(const Vector3& center, double radius) const {
    const Vector3 inCells = (center - m_def.lowCorner) / m_def.spacing;
    std::array<int, 3> index;
    for (int axis = 0; axis < 3; ++axis)
        index[std::size_t(axis)] = std::clamp(int(inCells[axis]), 0, m_def.cells[std::size_t(axis)] - 1);
    const double depth = -m_distance[std::size_t(m_layout.index(index[0], index[1], index[2]))];
    const double place = std::clamp(0.5 + 0.5 * depth / radius, 0.0, 1.0);
    return place * place * (3.0 - 2.0 * place);
}

double GridSurface::potentialEnergy() const {
    // Columns of water one above the other, each without gaps: exact for a surface with one height everywhere.
    double volume = 0.0, moment = 0.0; // in cells
    const auto endRun = [&](double height, int bottom) {
        volume += height;
        moment += height * (bottom + 0.5 * height);
    };
    for (int j = 0; j < m_def.cells[1]; ++j)
        for (int i = 0; i < m_def.cells[0]; ++i) {
            double height = 0.0;
            int bottom = 0;
            for (int k = 0; k < m_def.cells[2]; ++k) {
                const double water = share(m_layout.index(i, j, k));
                if (!(height > 0.0)) bottom = k;
                height += water;
                if (water > 0.0 && k + 1 < m_def.cells[2]) continue;
                if (height > 0.0) endRun(height, bottom);
                height = 0.0;
            }
        }
    for (const SprayDrop& drop : m_spray) {
        const double cells = drop.volume / std::pow(m_def.spacing, 3);
        volume += cells;
        moment += cells * (drop.position.z() - m_def.lowCorner.z()) / m_def.spacing;
    }
    const double atRest = 0.5 * volume * volume / (m_def.cells[0] * m_def.cells[1]);
    return m_def.density * m_def.surface->gravity * std::pow(m_def.spacing, 4) * (moment - atRest);
}

} // namespace ambient
