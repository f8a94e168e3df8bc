// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/CutCube.h"
#include "AmbientFluidGrid/GridBorders.h"
#include "AmbientFluidGrid/NeighbourCell.h"
#include "AmbientFluidGrid/ResolvedProjection.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

constexpr double kLeastShare = 0.02;  ///< of fluid on a face; through a smaller one water would shoot: it is none
constexpr double kFewestCells = 60.0; ///< that a body fills: about five cells across a ball

/// Share of a face that lies in a body. \param at signed distance of its centre \param distance signed, of a point in
/// world axes
template <class Distance>
double coveredShare(const Vector3& face, double at, double spacing, const Distance& distance) {
    if (at > spacing) return 0.0;
    if (at < -spacing) return 1.0;
    Vector3 normal;
    const double step = 0.25 * spacing;
    for (int axis = 0; axis < 3; ++axis) {
        const Vector3 by = step * Vector3::Unit(axis);
        normal[axis] = distance(Vector3(face + by)) - distance(Vector3(face - by));
    }
    const double size = normal.norm();
    if (!(size > 0.0)) return at < 0.0 ? 1.0 : 0.0;
    const double fluid = cutCube(0.5 + at / (spacing * normal.lpNorm<1>() / size), normal);
    return fluid > 1.0 - 1e-12 ? 0.0 : 1.0 - fluid;
}

/// The same as the mean of points: exact at edges, too.
template <class Distance>
double sampledShare(const Vector3& face, double at, double spacing, const Distance& distance) {
    constexpr int kPoints = 4; // along each axis
    if (at > spacing) return 0.0;
    if (at < -spacing) return 1.0;
    double sum = 0.0;
    for (int n = 0; n < kPoints * kPoints * kPoints; ++n) {
        const Vector3 place(n % kPoints, n / kPoints % kPoints, n / (kPoints * kPoints));
        const Vector3 by = spacing * ((place.array() + 0.5) / kPoints - 0.5).matrix();
        sum += std::clamp(0.5 - distance(Vector3(face + by)) * kPoints / spacing, 0.0, 1.0);
    }
    return sum / (kPoints * kPoints * kPoints);
}

void requireValid(const GridBody& body, const std::string& name) {
    const auto reject = [&](const std::string& why) {
        throw std::invalid_argument("ResolvedProjection::setBodies: " + name + why);
    };
    if (body.isAbsent) return;
    if (!body.distance) reject(" has no distance function");
    if (!(body.radius > 0.0) || !std::isfinite(body.radius)) reject(" has a radius that is not positive");
    if (!body.worldFromBody.isFinite() || !body.velocity.vector().allFinite())
        reject(" has a state that is not finite");
    if (body.isPrescribed) return;
    if (!(body.mass > 0.0) || !std::isfinite(body.mass)) reject(" has a mass that is not positive");
    if (body.inertia.llt().info() != Eigen::Success) reject(" has an inertia that is not positive definite");
}

/// For each body whether it is in a group.
std::vector<char> joinedBodies(std::size_t bodies, const std::vector<GridGroup>& groups) {
    const auto reject = [](const std::string& why) {
        throw std::invalid_argument("ResolvedProjection::setBodies: a group of bodies " + why);
    };
    std::vector<char> isJoined(bodies, 0);
    int end = 0;
    for (const GridGroup& group : groups) {
        if (!group.joints) reject("has no joints");
        if (group.first < end) reject("overlaps the one before it");
        end = group.first + group.joints->count();
        if (end > int(bodies)) reject("ends behind the last body");
        std::fill(isJoined.begin() + group.first, isJoined.begin() + end, char(1));
    }
    return isJoined;
}

} // namespace

ResolvedProjection::ResolvedProjection(const FluidGridDef& def, double tolerance)
    : m_def((ambient::requireValid(def), def)), m_layout(def.cells), m_tolerance(tolerance), m_box(pressureLines(def)),
      m_friction(def, tolerance) {
    if (!(tolerance > 0.0 && tolerance < 1.0))
        throw std::invalid_argument("ResolvedProjection: the tolerance is " + std::to_string(tolerance));
    for (GridField* field :
         {&m_cg.x, &m_cg.right, &m_cg.residual, &m_cg.preconditioned, &m_cg.direction, &m_cg.applied, &m_cg.buffer})
        *field = makeGridField(m_layout);
    for (GridField& weights : m_cover.weights)
        weights.assign(m_cg.x.size(), 1.0);
    m_cover.isClosed.assign(m_cg.x.size(), 0);
    m_cg.packed.resize(std::size_t(m_box.size()) + GridLayout::kTail);
    if (def.surface) {
        m_cover.isBand.assign(m_cg.x.size(), 0);
        m_cover.surface.reserve(std::size_t(m_layout.cellCount()));
    }
    m_cover.band.reserve(std::size_t(m_layout.cellCount()));
    m_cover.closedCells.reserve(std::size_t(m_layout.cellCount()));
    m_cover.pocketCells.reserve(std::size_t(m_layout.cellCount()));
    m_cover.pocketEnds.reserve(std::size_t(m_layout.cellCount()));
}

void ResolvedProjection::setBodies(std::vector<GridBody> bodies, std::vector<GridGroup> groups) {
    std::vector<char> isJoined = joinedBodies(bodies.size(), groups);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const GridBody& body = bodies[i];
        const std::string name = "body " + std::to_string(i);
        requireValid(body, name);
        if (body.isAbsent) continue;
        if (!m_def.contains(body.worldFromBody.position))
            throw std::invalid_argument("ResolvedProjection::setBodies: " + name + " is outside the grid's box");
        bool isTooLarge = false; // a body may go on through periodic sides
        for (int axis = 0; axis < 3; ++axis)
            isTooLarge = isTooLarge || (m_def.side(axis, false).kind != GridSideKind::Periodic &&
                                        2.0 * body.radius > m_def.size()[axis]);
        if (isTooLarge)
            throw std::invalid_argument("ResolvedProjection::setBodies: " + name +
                                        " is larger than the grid's box: it needs one of " +
                                        std::to_string(2.0 * body.radius) + " m");
    }
    std::swap(m_bodies, bodies);
    m_cover.faces.resize(m_bodies.size());
    m_impulses.resize(m_bodies.size());
    m_changes.resize(m_bodies.size());
    place();
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const double filled = volume(int(i)) / std::pow(m_def.spacing, 3);
        if (filled >= kFewestCells || m_bodies[i].isAbsent) continue;
        const double spacing = m_def.spacing * std::cbrt(std::max(filled, 1e-3) / kFewestCells);
        std::swap(m_bodies, bodies);
        m_cover.faces.resize(m_bodies.size());
        m_impulses.resize(m_bodies.size());
        m_changes.resize(m_bodies.size());
        place();
        throw std::invalid_argument("ResolvedProjection::setBodies: body " + std::to_string(i) + " fills " +
                                    std::to_string(filled) + " cells, too few; a spacing of " +
                                    std::to_string(spacing) + " m would do");
    }
    m_groups = std::move(groups);
    m_isJoined = std::move(isJoined);
}

void ResolvedProjection::place() {
    for (GridField& weights : m_cover.weights)
        std::fill(weights.begin(), weights.end(), 1.0);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        placeBody(int(i));
    for (int axis = 0; axis < 3; ++axis) {
        if (m_def.side(axis, false).kind != GridSideKind::Periodic) continue;
        GridField& weights = m_cover.weights[std::size_t(axis)];
        const std::ptrdiff_t span = m_def.cells[std::size_t(axis)] * m_layout.stride[std::size_t(axis)];
        forEachCell([&](std::ptrdiff_t c) { // the last face is the first one
            if ((c / m_layout.stride[std::size_t(axis)]) % m_layout.padded(axis) == GridLayout::kBorder)
                weights[std::size_t(c + span)] = weights[std::size_t(c)];
        });
    }
    if (!m_surface) { // with a surface they change with it, too
        findBand();
        findPockets();
    }
    m_friction.place(m_bodies, m_cover.faces, m_cover.weights);
}

void ResolvedProjection::setLowCorner(const Vector3& corner) {
    m_def.lowCorner = corner;
    place();
}

void ResolvedProjection::placeBody(int number) {
    GridBody& body = m_bodies[std::size_t(number)];
    std::vector<CoveredFace>& covered = m_cover.faces[std::size_t(number)];
    covered.clear();
    body.isAbsent = body.isAbsent || !body.worldFromBody.isFinite();
    if (body.isAbsent) return;
    const Pose bodyFromWorld = body.worldFromBody.inverse();
    const auto distance = [&](const Vector3& point) { return body.distance(bodyFromWorld * point); };
    const Vector3 inCells = (body.worldFromBody.position - m_def.lowCorner) / m_def.spacing;
    const double reach = body.radius / m_def.spacing + 1.0;
    for (int component = 0; component < 3; ++component) {
        GridField& weights = m_cover.weights[std::size_t(component)];
        int low[3], high[3];
        for (int axis = 0; axis < 3; ++axis) {
            const int count = m_def.cells[std::size_t(axis)];
            const FaceRange free = axis == component ? freeFaces(m_def, axis) : FaceRange{0, count - 1};
            const bool isPeriodic = m_def.side(axis, false).kind == GridSideKind::Periodic;
            low[axis] = int(std::floor(inCells[axis] - reach));
            high[axis] = int(std::ceil(inCells[axis] + reach));
            if (isPeriodic)
                high[axis] = std::min(high[axis], low[axis] + count - 1);
            else {
                low[axis] = std::max(low[axis], free.first);
                high[axis] = std::min(high[axis], free.last);
            }
        }
        const auto wrapped = [&](int axis, int i) {
            const int count = m_def.cells[std::size_t(axis)];
            return m_def.side(axis, false).kind == GridSideKind::Periodic ? (i % count + count) % count : i;
        };
        for (int k = low[2]; k <= high[2]; ++k)
            for (int j = low[1]; j <= high[1]; ++j)
                for (int i = low[0]; i <= high[0]; ++i) {
                    Vector3 point = m_def.lowCorner + m_def.spacing * Vector3(i + 0.5, j + 0.5, k + 0.5);
                    point[component] -= 0.5 * m_def.spacing;
                    const std::ptrdiff_t face = m_layout.index(wrapped(0, i), wrapped(1, j), wrapped(2, k));
                    // Where bodies overlap, later ones take the space that earlier ones have left.
                    const double at = distance(point);
                    double& left = weights[std::size_t(face)];
                    const double measured = m_def.surface ? sampledShare(point, at, m_def.spacing, distance)
                                                          : coveredShare(point, at, m_def.spacing, distance);
                    double share = std::min(measured, left);
                    if (!(share > 0.0)) continue;
                    if (left - share < kLeastShare) share = left;
                    left -= share;
                    int before[] = {i, j, k};
                    --before[component];
                    const std::ptrdiff_t cell =
                        m_layout.index(wrapped(0, before[0]), wrapped(1, before[1]), wrapped(2, before[2]));
                    const Vector3 arm = point - body.worldFromBody.position;
                    covered.push_back({face, cell, face, component, share, at, arm});
                }
    }
    reserveAhead(covered);
}

void ResolvedProjection::findBand() {
    m_cover.band.clear();
    m_cover.closedCells.clear();
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j)
            for (int i = 0; i < m_def.cells[0]; ++i) {
                const std::ptrdiff_t cell = m_layout.index(i, j, k);
                m_cover.isClosed[std::size_t(cell)] = 0;
                if (!isWholeCell(m_layout, m_cover.weights, cell)) addBandCell({i, j, k});
            }
}

void ResolvedProjection::addBandCell(const std::array<int, 3>& index) {
    BandCell band;
    band.cell = m_layout.index(index[0], index[1], index[2]);
    band.diagonal = 0.0;
    double open = 0.0;
    for (int side = 0; side < 6; ++side) {
        const int axis = side / 2;
        const bool high = side % 2 == 1;
        const std::ptrdiff_t stride = m_layout.stride[std::size_t(axis)];
        const double weight = m_cover.weights[std::size_t(axis)][std::size_t(band.cell + (high ? stride : 0))];
        const auto [neighbour, isSide] = neighbourOf(m_def, m_layout, band.cell, index[std::size_t(axis)], side);
        const GridSideKind kind = m_def.side(axis, high).kind;
        const bool isSurface = m_surface && !isSide && !m_surface->isWater(neighbour);
        band.neighbours[side] = neighbour;
        band.weights[side] = isSide ? 0.0 : weight;
        open += weight;
        if (isSide)
            band.diagonal += kind == GridSideKind::Open ? 2.0 * weight : 0.0;
        else
            band.diagonal += isSurface ? weight * m_surface->steepness(band.cell, neighbour) : weight;
    }
    const bool isClosed = open == 0.0 || band.diagonal == 0.0;
    m_cover.isClosed[std::size_t(band.cell)] = isClosed ? 1 : 0;
    if (isClosed) m_cover.closedCells.push_back(band.cell);
    m_cover.band.push_back(band);
}

void ResolvedProjection::findPockets() {
    std::vector<std::ptrdiff_t>& cells = m_cover.pocketCells;
    cells.clear();
    m_cover.pocketEnds.clear();
    m_cover.isReached = m_cover.isClosed;
    // Appends the cells that open faces lead to.
    const auto reach = [&](std::size_t from) {
        for (; from < cells.size(); ++from) {
            const std::ptrdiff_t cell = cells[from];
            for (int side = 0; side < 6; ++side) {
                const std::size_t axis = std::size_t(side) / 2;
                const std::ptrdiff_t stride = m_layout.stride[axis];
                const int at = int(cell / stride % m_layout.padded(int(axis))) - GridLayout::kBorder;
                const auto [next, isBoxSide] = neighbourOf(m_def, m_layout, cell, at, side);
                const std::ptrdiff_t face = cell + (side % 2 == 1 ? stride : 0);
                if (isBoxSide || !(m_cover.weights[axis][std::size_t(face)] > 0.0)) continue;
                if (m_cover.isReached[std::size_t(next)]) continue;
                m_cover.isReached[std::size_t(next)] = 1;
                cells.push_back(next);
            }
        }
    };
    const auto start = [&](std::ptrdiff_t cell) {
        if (m_cover.isReached[std::size_t(cell)]) return;
        m_cover.isReached[std::size_t(cell)] = 1;
        cells.push_back(cell);
    };
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) {
            if (m_def.side(axis, high).kind != GridSideKind::Open) continue;
            const int end = high ? m_def.cells[std::size_t(axis)] - 1 : 0;
            forEachCell([&](std::ptrdiff_t c) {
                const std::ptrdiff_t stride = m_layout.stride[std::size_t(axis)];
                if (c / stride % m_layout.padded(axis) == end + GridLayout::kBorder) start(c);
            });
        }
    for (const SurfaceFace& face : m_cover.surface)
        start(face.cell);
    reach(0);
    cells.clear();
    forEachCell([&](std::ptrdiff_t c) {
        const std::size_t first = cells.size();
        start(c);
        if (cells.size() == first) return;
        reach(first);
        m_cover.pocketEnds.push_back(cells.size());
    });
}

void ResolvedProjection::fillSolids(GridVelocity& velocity) const {
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const Twist motion = m_bodies[i].velocity.isFinite() ? m_bodies[i].velocity : Twist();
        for (const CoveredFace& face : m_cover.faces[i])
            if (m_cover.weights[std::size_t(face.component)][std::size_t(face.face)] <= 0.0)
                velocity[std::size_t(face.component)][std::size_t(face.face)] =
                    velocityAlong(motion, face.arm, face.component);
    }
}

Vector3 ResolvedProjection::fluidMomentum(const GridVelocity& velocity) const {
    Vector3 sum = Vector3::Zero();
    for (int axis = 0; axis < 3; ++axis) {
        const FaceRange range = freeFaces(m_def, axis);
        for (int k = 0; k <= m_def.cells[2]; ++k)
            for (int j = 0; j <= m_def.cells[1]; ++j)
                for (int i = 0; i <= m_def.cells[0]; ++i) {
                    const int index[] = {i, j, k};
                    bool counts = index[axis] >= range.first && index[axis] <= range.last;
                    for (int other = 0; other < 3; ++other)
                        counts = counts && (other == axis || index[other] < m_def.cells[std::size_t(other)]);
                    const std::size_t face = std::size_t(m_layout.index(i, j, k));
                    if (counts)
                        sum[axis] += m_cover.weights[std::size_t(axis)][face] * velocity[std::size_t(axis)][face];
                }
    }
    return m_def.density * std::pow(m_def.spacing, 3) * sum;
}

double ResolvedProjection::volume(int body) const {
    double sum = 0.0;
    for (const CoveredFace& face : m_cover.faces[std::size_t(body)])
        sum += face.share;
    return std::pow(m_def.spacing, 3) * sum / 3.0;
}

} // namespace ambient
