// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/SurfaceSpray.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr int kThin = 2;                  ///< cells
constexpr std::size_t kMostDrops = 20000; ///< beyond, small pieces stay in the surface
constexpr double kAirDensity = 1.2;       ///< [kg/m^3]
constexpr double kDragCoefficient = 0.47; ///< of a ball
constexpr std::size_t kNumbers = 7;       ///< of a drop in a state

} // namespace

SurfaceSpray::SurfaceSpray(const FluidGridDef& def, GridSurface& surface)
    : m_def(def), m_layout(def.cells), m_surface(surface), m_isSeen(m_layout.size(), 0) {
    // Steps allocate nothing.
    m_cells.reserve(std::size_t(m_layout.cellCount()));
    m_pieces.reserve(std::size_t(m_layout.cellCount()));
    m_surface.spray().reserve(kMostDrops);
}

bool SurfaceSpray::isCovered(std::ptrdiff_t cell, const GridVelocity& weights) const {
    double sum = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        sum += weights[axis][std::size_t(cell)] + weights[axis][std::size_t(cell + m_layout.stride[axis])];
    return !(sum > 0.0);
}

SurfaceSpray::Piece SurfaceSpray::collect(const Cell& start, const GridVelocity& weights) {
    Piece piece{int(m_cells.size()), 0, false};
    Cell low = start, high = start;
    const auto visit = [&](const Cell& cell) {
        const std::ptrdiff_t place = indexOf(cell);
        if (m_isSeen[std::size_t(place)] || !m_surface.isWater(place) || isCovered(place, weights)) return;
        m_isSeen[std::size_t(place)] = 1;
        m_cells.push_back(cell);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], cell[axis]);
            high[axis] = std::max(high[axis], cell[axis]);
        }
    };
    visit(start);
    for (std::size_t next = std::size_t(piece.first); next < m_cells.size(); ++next)
        for (std::size_t axis = 0; axis < 3; ++axis)
            for (const int step : {-1, 1}) {
                Cell cell = m_cells[next];
                const int count = m_def.cells[axis];
                cell[axis] += step;
                if (m_def.side(int(axis), false).kind == GridSideKind::Periodic)
                    cell[axis] = (cell[axis] + count) % count;
                if (cell[axis] >= 0 && cell[axis] < count) visit(cell);
            }
    piece.count = int(m_cells.size()) - piece.first;
    int thin = 0;
    for (std::size_t axis = 0; axis < 3; ++axis)
        thin += high[axis] - low[axis] < kThin ? 1 : 0;
    piece.isThin = thin >= 2;
    return piece;
}

void SurfaceSpray::findPieces(const GridVelocity& weights) {
    std::fill(m_isSeen.begin(), m_isSeen.end(), char(0));
    m_cells.clear();
    m_pieces.clear();
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i) {
                const Piece piece = collect({i, j, k}, weights);
                if (piece.count > 0) m_pieces.push_back(piece);
            }
}

void SurfaceSpray::shed(const GridVelocity& weights, const GridVelocity& velocity) {
    findPieces(weights);
    if (m_pieces.size() < 2) return;
    const auto largest = std::max_element(m_pieces.begin(), m_pieces.end(),
                                          [](const Piece& a, const Piece& b) { return a.count < b.count; });
    largest->isThin = false;
    std::vector<SprayDrop>& drops = m_surface.spray();
    const std::size_t before = drops.size();
    double shares = 0.0;
    const double volume = m_surface.measuredVolume(weights), energy = m_surface.potentialEnergy();
    for (const Piece& piece : m_pieces) {
        if (!piece.isThin || drops.size() + std::size_t(piece.count) > kMostDrops) continue;
        for (int n = piece.first; n < piece.first + piece.count; ++n) {
            const Cell& cell = m_cells[std::size_t(n)];
            const std::ptrdiff_t place = indexOf(cell);
            SprayDrop drop{m_def.lowCorner + m_def.spacing * Vector3(cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5),
                           Vector3::Zero(), std::max(m_surface.share(place), 1e-3)};
            for (int axis = 0; axis < 3; ++axis) {
                const GridField& u = velocity[std::size_t(axis)];
                drop.velocity[axis] =
                    0.5 * (u[std::size_t(place)] + u[std::size_t(place + m_layout.stride[std::size_t(axis)])]);
            }
            shares += drop.volume;
            drops.push_back(drop);
            m_surface.distance()[std::size_t(place)] = 0.5 * m_def.spacing;
        }
    }
    if (drops.size() == before) return;
    m_surface.update();
    const double lost = std::max(0.0, volume - m_surface.measuredVolume(weights));
    for (std::size_t n = before; n < drops.size(); ++n)
        drops[n].volume *= lost / shares;
    if (lost > 0.0) {
        // To the height at which potentialEnergy() had their water.
        const double weight = m_def.density * m_def.surface->gravity * lost;
        const double rise = (energy - m_surface.potentialEnergy()) / weight;
        for (std::size_t n = before; n < drops.size(); ++n)
            drops[n].position.z() += std::clamp(rise, -m_def.spacing, m_def.spacing);
    } else {
        drops.resize(before);
    }
    m_surface.setVolume(m_surface.volume() - lost);
    m_surface.renewDistance();
}

bool SurfaceSpray::holdInBox(SprayDrop& drop) const {
    for (int axis = 0; axis < 3; ++axis) {
        const double low = m_def.lowCorner[axis], size = m_def.size()[axis];
        double& at = drop.position[axis];
        if (m_def.side(axis, false).kind == GridSideKind::Periodic) {
            at -= size * std::floor((at - low) / size);
            continue;
        }
        const bool isBeyond = at > low + size;
        if (isBeyond && m_def.side(axis, true).kind == GridSideKind::Open) return false;
        if (!isBeyond && !(at < low)) continue;
        at = std::clamp(at, low, low + size);
        drop.velocity[axis] = 0.0;
        if (axis == 2 && !isBeyond) drop.velocity.setZero();
    }
    return true;
}

template <class Function>
void SurfaceSpray::forEachFaceAround(int axis, const Cell& cell, const Function& function) const {
    const FaceRange free = freeFaces(m_def, axis);
    Cell at;
    const auto visit = [&](int along, int a, int b) {
        const std::array<int, 3> step = {along, a, b};
        for (int n = 0; n < 3; ++n) {
            const std::size_t other = std::size_t((axis + n) % 3);
            const int count = m_def.cells[other];
            at[other] = cell[other] + step[std::size_t(n)];
            if (m_def.side(int(other), false).kind == GridSideKind::Periodic) at[other] = (at[other] + count) % count;
            const bool isInside =
                n == 0 ? at[other] >= free.first && at[other] <= free.last : at[other] >= 0 && at[other] < count;
            if (!isInside) return;
        }
        function(std::size_t(indexOf(at)));
    };
    for (const int along : {0, 1})
        for (const int a : {-1, 0, 1})
            for (const int b : {-1, 0, 1})
                visit(along, a, b);
}

void SurfaceSpray::land(const SprayDrop& drop, const Cell& cell, const GridVelocity& weights,
                        GridVelocity& velocity) const {
    // The volume joins the surface with the velocity that is there: the water takes the difference. As the water is
    // more than the drop, energy is lost.
    const double volume = drop.volume / std::pow(m_def.spacing, 3);
    for (int axis = 0; axis < 3; ++axis) {
        GridField& u = velocity[std::size_t(axis)];
        double water = 0.0, momentum = 0.0;
        forEachFaceAround(axis, cell, [&](std::size_t face) {
            const double share = weights[std::size_t(axis)][face] * m_surface.faceShare(axis, std::ptrdiff_t(face));
            water += share;
            momentum += share * u[face];
        });
        if (!(water > 0.0)) continue;
        const double change = volume / std::max(water, volume) * (drop.velocity[axis] - momentum / water);
        forEachFaceAround(axis, cell, [&](std::size_t face) {
            if (weights[std::size_t(axis)][face] * m_surface.faceShare(axis, std::ptrdiff_t(face)) > 0.0)
                u[face] += change;
        });
    }
}

void SurfaceSpray::fly(double duration, const GridVelocity& weights, GridVelocity& velocity) {
    std::vector<SprayDrop>& drops = m_surface.spray();
    double returned = 0.0;
    std::size_t kept = 0;
    for (std::size_t n = 0; n < drops.size(); ++n) {
        SprayDrop drop = drops[n];
        const Vector3 fall(0.0, 0.0, -duration * m_def.surface->gravity);
        drop.position += duration * (drop.velocity + 0.5 * fall);
        drop.velocity += fall;
        const double radius = std::cbrt(0.75 / kPi * drop.volume);
        const double perLength = 0.375 * kDragCoefficient * kAirDensity / (m_def.density * radius);
        drop.velocity /= 1.0 + perLength * duration * drop.velocity.norm();
        if (!holdInBox(drop)) continue;
        Cell cell;
        for (int axis = 0; axis < 3; ++axis) {
            const double place = (drop.position[axis] - m_def.lowCorner[axis]) / m_def.spacing;
            cell[std::size_t(axis)] = std::clamp(int(place), 0, m_def.cells[std::size_t(axis)] - 1);
        }
        if (m_surface.isWater(indexOf(cell)) || isCovered(indexOf(cell), weights)) {
            returned += drop.volume;
            land(drop, cell, weights, velocity);
            continue;
        }
        drops[kept++] = drop;
    }
    drops.resize(kept);
    m_surface.setVolume(m_surface.volume() + returned);
}

void SurfaceSpray::save(std::vector<double>& state) const {
    state.push_back(double(m_surface.spray().size()));
    for (const SprayDrop& drop : m_surface.spray()) {
        const Vector3 place = drop.position - m_def.lowCorner;
        for (const Vector3* vector : {&place, &drop.velocity})
            state.insert(state.end(), vector->data(), vector->data() + 3);
        state.push_back(drop.volume);
    }
}

bool SurfaceSpray::fits(const double* state, std::size_t count) {
    return count > 0 && state[0] >= 0.0 && state[0] <= double(kMostDrops) &&
           count == 1 + kNumbers * std::size_t(state[0]);
}

void SurfaceSpray::restore(const double* state, const Vector3& corner) {
    m_def.lowCorner = corner;
    std::vector<SprayDrop>& drops = m_surface.spray();
    drops.resize(std::size_t(state[0]));
    ++state;
    for (SprayDrop& drop : drops) {
        drop = {corner + Vector3(state[0], state[1], state[2]), Vector3(state[3], state[4], state[5]), state[6]};
        state += kNumbers;
    }
}

} // namespace ambient
