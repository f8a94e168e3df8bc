// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SolidGrid.h"

#include "AmbientFluid/Mesh/DisjointSets.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambient {
namespace {

/// Bounds closer to each other than this fraction of the spacing count as one.
constexpr double kLeastSpacing = 0.05;

/// Upper bound of the spacing of lines along one axis between two positions.
struct Limit {
    double low, high, spacing;
};

/// Limits of the spacing from thin solids.
/// A grid resolves a solid of width w in the direction n if its cells are narrower: sum |n_i| h_i < w.
std::vector<Limit> limitsAlong(const std::vector<ConvexSolid>& solids, int axis) {
    constexpr double margin = 0.6;
    constexpr double parallel = 0.05;
    std::vector<Limit> limits;
    for (const ConvexSolid& solid : solids)
        for (const ConvexSolid::Width& w : solid.widths())
            if (std::abs(w.direction[axis]) > parallel)
                limits.push_back({solid.bounds().min()[axis], solid.bounds().max()[axis],
                                  margin * w.width / w.direction.lpNorm<1>()});
    return limits;
}

/// Positions that grid lines avoid: the bounds of the solids.
std::vector<double> boundsAlong(const std::vector<ConvexSolid>& solids, int axis, double tolerance) {
    std::vector<double> all, apart;
    for (const ConvexSolid& solid : solids) {
        all.push_back(solid.bounds().min()[axis]);
        all.push_back(solid.bounds().max()[axis]);
    }
    std::sort(all.begin(), all.end());
    for (double position : all)
        if (apart.empty() || position - apart.back() > tolerance) apart.push_back(position);
    return apart;
}

/// Lines in the middles of equal parts of the intervals between the bounds, and two more at each end.
std::vector<double> linesAlong(const std::vector<ConvexSolid>& solids, int axis, double spacing) {
    const std::vector<Limit> limits = limitsAlong(solids, axis);
    double finest = spacing;
    for (const Limit& limit : limits)
        finest = std::min(finest, limit.spacing);
    const std::vector<double> bounds = boundsAlong(solids, axis, kLeastSpacing * finest);
    std::vector<double> lines = {bounds.front() - 1.5 * finest, bounds.front() - 0.5 * finest};
    for (std::size_t i = 0; i + 1 < bounds.size(); ++i) {
        double h = spacing;
        for (const Limit& limit : limits)
            if (limit.low < bounds[i + 1] - kLeastSpacing * finest && limit.high > bounds[i] + kLeastSpacing * finest)
                h = std::min(h, limit.spacing);
        const double length = bounds[i + 1] - bounds[i];
        const int parts = std::max(1, static_cast<int>(std::ceil(length / h - 1e-9)));
        for (int k = 0; k < parts; ++k)
            lines.push_back(bounds[i] + (k + 0.5) * length / parts);
    }
    lines.push_back(bounds.back() + 0.5 * finest);
    lines.push_back(bounds.back() + 1.5 * finest);
    return lines;
}

/// First line at or above a position.
int lineAbove(const std::vector<double>& lines, double position) {
    return static_cast<int>(std::lower_bound(lines.begin(), lines.end(), position) - lines.begin());
}

} // namespace

SolidGrid::Lines SolidGrid::linesThrough(const std::vector<ConvexSolid>& solids, double spacing) {
    return {linesAlong(solids, 0, spacing), linesAlong(solids, 1, spacing), linesAlong(solids, 2, spacing)};
}

double SolidGrid::pointCount(const std::vector<ConvexSolid>& solids, double spacing) {
    double product = 1.0;
    for (const std::vector<double>& lines : linesThrough(solids, spacing))
        product *= static_cast<double>(lines.size());
    return product;
}

SolidGrid::SolidGrid(const std::vector<ConvexSolid>& solids, double spacing)
    : m_solids(solids), m_lines(linesThrough(solids, spacing)) {
    m_inside.assign(m_lines[0].size() * m_lines[1].size() * m_lines[2].size(), 0);
    const double closedGap = 0.01 * spacing;
    for (const ConvexSolid& solid : solids)
        forEachIn(solid, closedGap, [this](int p) { m_inside[p] = 1; });
    closeSingularContacts();
    dropHollowsAndSplinters(closedGap);
}

template <class Visitor>
void SolidGrid::forEachIn(const ConvexSolid& solid, double tolerance, Visitor&& visit) const {
    std::array<int, 3> first, last;
    for (int axis = 0; axis < 3; ++axis) {
        // Two lines on all sides stay outside, so that the surface is closed.
        first[axis] = std::max(2, lineAbove(m_lines[axis], solid.bounds().min()[axis]));
        last[axis] = std::min(count(axis) - 2, lineAbove(m_lines[axis], solid.bounds().max()[axis]));
    }
    for (int z = first[2]; z < last[2]; ++z)
        for (int y = first[1]; y < last[1]; ++y)
            for (int x = first[0]; x < last[0]; ++x)
                if (solid.at({m_lines[0][x], m_lines[1][y], m_lines[2][z]}).distance <= tolerance)
                    visit(x + y * stride(1) + z * stride(2));
}

/// Fills enclosed cavities and removes isolated points.
/// A solid is connected, so that points disconnected from most of its points belong to a thin part that the grid does
/// not resolve.
void SolidGrid::dropHollowsAndSplinters(double tolerance) {
    const int total = static_cast<int>(m_inside.size());
    DisjointSets sets(total);
    for (int p = 0; p < total; ++p)
        for (int axis = 0; axis < 3; ++axis)
            if (coordinate(p, axis) + 1 < count(axis) && m_inside[p] == m_inside[p + stride(axis)])
                sets.join(p, p + stride(axis));
    std::vector<int> size(m_inside.size(), 0);
    for (int p = 0; p < total; ++p)
        ++size[sets.root(p)];
    std::vector<char> isNeeded(m_inside.size(), 0); // indexed by root
    for (const ConvexSolid& solid : m_solids) {
        int largest = -1;
        forEachIn(solid, tolerance, [&](int p) {
            if (largest < 0 || size[sets.root(p)] > size[largest]) largest = sets.root(p);
        });
        if (largest >= 0) isNeeded[largest] = 1;
    }
    const int outside = sets.root(0);
    for (int p = 0; p < total; ++p)
        m_inside[p] = m_inside[p] ? isNeeded[sets.root(p)] : sets.root(p) != outside;
}

bool SolidGrid::isCell(int p) const {
    for (int axis = 0; axis < 3; ++axis)
        if (coordinate(p, axis) >= count(axis) - 1) return false;
    return true;
}

std::array<int, 8> SolidGrid::cornersOf(int p) const {
    std::array<int, 8> corners;
    for (int k = 0; k < 8; ++k)
        corners[k] = p + (k & 1) * stride(0) + (k >> 1 & 1) * stride(1) + (k >> 2) * stride(2);
    return corners;
}

/// Adds points until the net is manifold.
/// A net is not manifold if each diagonal of a cell side is uniform but the two differ, or if the ends of a cell's
/// diagonal differ from
/// all its other corners [Latecki1997]. The loop terminates because points are only added.
void SolidGrid::closeSingularContacts() {
    bool changed = true;
    while (changed) {
        changed = false;
        for (int p = 0; p < static_cast<int>(m_inside.size()); ++p) {
            if (!isCell(p)) continue;
            changed |= closeFaces(p);
            changed |= closeDiagonals(p);
        }
    }
}

bool SolidGrid::closeFaces(int p) {
    bool changed = false;
    for (int axis = 0; axis < 3; ++axis) {
        const int u = stride((axis + 1) % 3), v = stride((axis + 2) % 3);
        char &a = m_inside[p], &b = m_inside[p + u], &c = m_inside[p + v], &d = m_inside[p + u + v];
        if (a != d || b != c || a == b) continue;
        a = b = c = d = 1;
        changed = true;
    }
    return changed;
}

int SolidGrid::countInside(const std::array<int, 8>& corners) const {
    return static_cast<int>(
        std::count_if(corners.begin(), corners.end(), [this](int corner) { return m_inside[corner] != 0; }));
}

bool SolidGrid::closeDiagonals(int p) {
    const std::array<int, 8> corners = cornersOf(p);
    const int total = countInside(corners);
    if (total != 2 && total != 6) return false;
    for (int k = 0; k < 4; ++k) {
        const char different = total == 2;
        if (m_inside[corners[k]] != different || m_inside[corners[7 - k]] != different) continue;
        for (int corner : corners)
            m_inside[corner] = 1;
        return true;
    }
    return false;
}

ConvexSolid::Sample SolidGrid::at(const Vector3& point) const {
    ConvexSolid::Sample best{std::numeric_limits<double>::max(), Vector3::UnitX()};
    for (const ConvexSolid& solid : m_solids) {
        if (solid.bounds().exteriorDistance(point) > best.distance) continue;
        const ConvexSolid::Sample sample = solid.at(point);
        if (sample.distance < best.distance) best = sample;
    }
    return best;
}

SolidGrid::Crossing SolidGrid::crossing(int inside, int outside) const {
    Vector3 a = pointAt(inside), b = pointAt(outside);
    ConvexSolid::Sample atA = at(a), atB = at(b);
    if (atA.distance > 0.0) return {a, atA.normal}; // point added to close a gap
    double valueA = atA.distance, valueB = atB.distance;
    const double accuracy = 1e-9 * (b - a).norm();
    for (int step = 0; step < 60; ++step) { // the Illinois method
        const Vector3 middle = a + valueA / (valueA - valueB) * (b - a);
        const ConvexSolid::Sample sample = at(middle);
        if (std::abs(sample.distance) <= accuracy) return {middle, sample.normal};
        const bool isInside = sample.distance < 0.0;
        (isInside ? a : b) = middle;
        (isInside ? valueA : valueB) = sample.distance;
        (isInside ? valueB : valueA) *= 0.5;
    }
    return {b, at(b).normal};
}

Vector3 SolidGrid::middleOf(const std::vector<Crossing>& crossings) {
    Vector3 sum = Vector3::Zero();
    for (const Crossing& c : crossings)
        sum += c.point;
    return sum / static_cast<double>(crossings.size());
}

/// Least-squares intersection of the planes of the crossings, near their middle if undetermined.
Vector3 SolidGrid::cornerOf(const std::vector<Crossing>& crossings, const Eigen::AlignedBox3d& cell) {
    const Vector3 middle = middleOf(crossings);
    Matrix3 a = Matrix3::Zero();
    Vector3 b = Vector3::Zero();
    for (const Crossing& c : crossings) {
        a += c.normal * c.normal.transpose();
        b += c.normal * c.normal.dot(c.point - middle);
    }
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(a);
    constexpr double leastAngle =
        0.04; // relative eigenvalue: planes at less than 20 degrees to each other count as one
    Vector3 corner = middle;
    for (int k = 0; k < 3; ++k) {
        const Vector3 direction = solver.eigenvectors().col(k);
        if (solver.eigenvalues()[k] < leastAngle * solver.eigenvalues()[2]) continue;
        corner += direction.dot(b) / solver.eigenvalues()[k] * direction;
    }
    constexpr double inset = 0.02; // keeps vertices of neighbouring cells apart
    const Vector3 border = inset * cell.sizes();
    return corner.cwiseMax(cell.min() + border).cwiseMin(cell.max() - border);
}

TriangleMesh SolidGrid::net(bool keepsEdges) const {
    TriangleMesh mesh;
    std::vector<int> vertexOfCell(m_inside.size(), -1);
    const auto addFaces = [&](int p, int axis) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3;
        if (coordinate(p, axis) == count(axis) - 1 || m_inside[p] == m_inside[p + stride(axis)]) return;
        std::array<int, 4> q = {vertexOfCell[p - stride(u) - stride(v)], vertexOfCell[p - stride(v)], vertexOfCell[p],
                                vertexOfCell[p - stride(u)]};
        if (!m_inside[p]) std::swap(q[1], q[3]);
        const auto length = [&](int i, int j) { return (mesh.vertices[i] - mesh.vertices[j]).squaredNorm(); };
        if (length(q[0], q[2]) > length(q[1], q[3])) std::rotate(q.begin(), q.begin() + 1, q.end());
        mesh.faces.push_back({q[0], q[1], q[2]});
        mesh.faces.push_back({q[0], q[2], q[3]});
    };
    std::vector<Crossing> crossings;
    std::vector<Vector3> middles;
    for (int p = 0; p < static_cast<int>(m_inside.size()); ++p) {
        if (!isCell(p)) continue;
        const std::array<int, 8> corners = cornersOf(p);
        crossings.clear();
        for (int from = 0; from < 8; ++from)
            for (int bit : {1, 2, 4}) {
                const int a = corners[from], b = corners[from | bit];
                if ((from & bit) || m_inside[a] == m_inside[b]) continue;
                crossings.push_back(m_inside[a] ? crossing(a, b) : crossing(b, a));
            }
        if (crossings.empty()) continue;
        vertexOfCell[p] = mesh.vertexCount();
        middles.push_back(middleOf(crossings));
        mesh.vertices.push_back(cornerOf(crossings, {pointAt(corners[0]), pointAt(corners[7])}));
    }
    for (int p = 0; p < static_cast<int>(m_inside.size()); ++p)
        for (int axis = 0; axis < 3; ++axis)
            addFaces(p, axis);
    if (keepsEdges)
        unfold(mesh, middles);
    else
        mesh.vertices = middles;
    return mesh;
}

/// Replaces vertices that fold faces over by the middles of the crossings.
void SolidGrid::unfold(TriangleMesh& mesh, const std::vector<Vector3>& middles) const {
    constexpr int mostRounds = 4;
    bool folded = true;
    for (int round = 0; round < mostRounds && folded; ++round) {
        folded = false;
        for (int f = 0; f < mesh.faceCount(); ++f) {
            constexpr double leastCosine = 0.1;
            const Vector3 area = mesh.areaVector(f);
            if (at(mesh.faceCentroid(f)).normal.dot(area) >= leastCosine * area.norm()) continue;
            for (int v : mesh.faces[f]) {
                folded |= mesh.vertices[v] != middles[v];
                mesh.vertices[v] = middles[v];
            }
        }
    }
}

double SolidGrid::coverage(const Eigen::AlignedBox3d& cell, int depth) const {
    const ConvexSolid::Sample sample = at(cell.center());
    const Vector3 size = cell.sizes();
    if (std::abs(sample.distance) >= 0.5 * size.norm()) return sample.distance < 0.0 ? cell.volume() : 0.0;
    if (depth == 0) {
        const double reach = sample.normal.cwiseAbs().dot(size);
        return std::clamp(0.5 - sample.distance / reach, 0.0, 1.0) * cell.volume();
    }
    double covered = 0.0;
    for (int k = 0; k < 8; ++k) {
        const Vector3 low = cell.min() + 0.5 * size.cwiseProduct(Vector3(k & 1, k >> 1 & 1, k >> 2));
        covered += coverage({low, low + 0.5 * size}, depth - 1);
    }
    return covered;
}

double SolidGrid::volume() const {
    double sum = 0.0;
    for (int p = 0; p < static_cast<int>(m_inside.size()); ++p) {
        if (!isCell(p)) continue;
        const std::array<int, 8> corners = cornersOf(p);
        const Eigen::AlignedBox3d cell(pointAt(corners[0]), pointAt(corners[7]));
        const int total = countInside(corners);
        if (total == 8) sum += cell.volume();
        constexpr int depth = 3;
        if (total > 0 && total < 8) sum += coverage(cell, depth);
    }
    return sum;
}

} // namespace ambient
