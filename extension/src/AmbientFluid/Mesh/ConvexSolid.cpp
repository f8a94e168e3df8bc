// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/ConvexSolid.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ambient {
namespace {

/// A unit vector perpendicular to a unit vector.
Vector3 across(const Vector3& axis) {
    return axis.unitOrthogonal();
}

Vector3 unitOr(const Vector3& v, const Vector3& otherwise) {
    const double length = v.norm();
    return length > 0.0 ? Vector3(v / length) : otherwise;
}

} // namespace

ConvexSolid ConvexSolid::capsule(const Vector3& a, const Vector3& b, double radius) {
    ConvexSolid solid(Kind::Capsule);
    solid.m_start = a;
    solid.m_length = (b - a).norm();
    solid.m_axis = unitOr(b - a, Vector3::UnitZ());
    solid.m_radiusAtStart = radius;
    solid.m_bounds.extend(a).extend(b);
    solid.m_bounds.min().array() -= radius;
    solid.m_bounds.max().array() += radius;
    solid.m_area = 2.0 * kPi * radius * (solid.m_length + 2.0 * radius);
    solid.measureAxial(radius, radius);
    return solid;
}

ConvexSolid ConvexSolid::frustum(const Vector3& a, const Vector3& b, double radiusAtA, double radiusAtB) {
    ConvexSolid solid(Kind::Frustum);
    solid.m_start = a;
    solid.m_length = (b - a).norm();
    solid.m_axis = unitOr(b - a, Vector3::UnitZ());
    solid.m_radiusAtStart = radiusAtA;
    solid.m_slope = (radiusAtB - radiusAtA) / solid.m_length;
    const Vector3 spread = (Vector3::Ones() - solid.m_axis.cwiseAbs2()).cwiseMax(0.0).cwiseSqrt();
    for (const auto& [end, radius] : {std::pair(a, radiusAtA), std::pair(b, radiusAtB)})
        solid.m_bounds.extend(Vector3(end - radius * spread)).extend(Vector3(end + radius * spread));
    const double slant = portable::hypot(solid.m_length, radiusAtB - radiusAtA);
    solid.m_area = kPi * (radiusAtA * radiusAtA + radiusAtB * radiusAtB) + kPi * (radiusAtA + radiusAtB) * slant;
    solid.measureAxial(0.0, std::max(radiusAtA, radiusAtB));
    return solid;
}

void ConvexSolid::measureAxial(double overhang, double largestRadius) {
    const Vector3 side = across(m_axis);
    m_widths = {
        {{m_axis, m_length + 2.0 * overhang}, {side, 2.0 * largestRadius}, {m_axis.cross(side), 2.0 * largestRadius}}};
}

ConvexSolid ConvexSolid::polyhedron(const TriangleMesh& mesh) {
    ConvexSolid solid(Kind::Polyhedron);
    for (const Vector3& v : mesh.vertices)
        solid.m_bounds.extend(v);
    solid.m_area = surfaceArea(mesh);
    const double tolerance = 1e-7 * solid.m_bounds.diagonal().norm();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 normal = unitOr(mesh.areaVector(f), Vector3::Zero());
        if (normal.isZero()) continue;
        const double offset = normal.dot(mesh.faceCentroid(f));
        const auto isSame = [&](const Plane& p) {
            return p.normal.dot(normal) > 1.0 - 1e-12 && std::abs(p.offset - offset) < tolerance;
        };
        if (std::none_of(solid.m_planes.begin(), solid.m_planes.end(), isSame))
            solid.m_planes.push_back({normal, offset});
    }
    solid.sortIntoBlocks();
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(solidMassProperties(mesh, 1.0).inertia);
    for (int k = 0; k < 3; ++k) {
        const Vector3 direction = axes.eigenvectors().col(k);
        double low = std::numeric_limits<double>::max(), high = -low;
        for (const Vector3& v : mesh.vertices) {
            low = std::min(low, direction.dot(v));
            high = std::max(high, direction.dot(v));
        }
        solid.m_widths[k] = {direction, high - low};
    }
    return solid;
}

ConvexSolid::Sample ConvexSolid::at(const Vector3& point) const {
    switch (m_kind) {
    case Kind::Capsule:
        return atCapsule(point);
    case Kind::Frustum:
        return atFrustum(point);
    case Kind::Polyhedron:
        break;
    }
    return atPolyhedron(point);
}

ConvexSolid::Sample ConvexSolid::atCapsule(const Vector3& point) const {
    const Vector3 d = point - m_start;
    const Vector3 out = d - std::clamp(d.dot(m_axis), 0.0, m_length) * m_axis;
    return {out.norm() - m_radiusAtStart, unitOr(out, across(m_axis))};
}

ConvexSolid::Sample ConvexSolid::atFrustum(const Vector3& point) const {
    const Vector3 d = point - m_start;
    const double height = d.dot(m_axis);
    const Vector3 out = d - height * m_axis;
    const double stretch = portable::hypot(1.0, m_slope);
    Sample best{(out.norm() - m_radiusAtStart - m_slope * height) / stretch,
                (unitOr(out, across(m_axis)) - m_slope * m_axis) / stretch};
    if (-height > best.distance) best = {-height, -m_axis};
    if (height - m_length > best.distance) best = {height - m_length, m_axis};
    return best;
}

void ConvexSolid::sortIntoBlocks() {
    constexpr int fewPlanes = 40, blocksPerSide = 20;
    if (static_cast<int>(m_planes.size()) <= fewPlanes) return;
    m_blocks.perSide = blocksPerSide;
    const Vector3 size = m_bounds.sizes() / blocksPerSide;
    const double reach = size.norm(); // twice the largest change of a distance from the middle of a block
    std::vector<double> distance(m_planes.size());
    for (int block = 0; block < blocksPerSide * blocksPerSide * blocksPerSide; ++block) {
        const int x = block % blocksPerSide, y = block / blocksPerSide % blocksPerSide,
                  z = block / (blocksPerSide * blocksPerSide);
        const Vector3 middle = m_bounds.min() + size.cwiseProduct(Vector3(x + 0.5, y + 0.5, z + 0.5));
        for (std::size_t i = 0; i < m_planes.size(); ++i)
            distance[i] = m_planes[i].distance(middle);
        const double least = *std::max_element(distance.begin(), distance.end()) - 1.001 * reach;
        m_blocks.first.push_back(static_cast<int>(m_blocks.planes.size()));
        for (std::size_t i = 0; i < m_planes.size(); ++i)
            if (distance[i] >= least) m_blocks.planes.push_back(static_cast<int>(i));
    }
    m_blocks.first.push_back(static_cast<int>(m_blocks.planes.size()));
}

/// Index of the block of a point; -1 outside the bounding box.
int ConvexSolid::blockAt(const Vector3& point) const {
    const int n = m_blocks.perSide;
    if (n == 0 || !m_bounds.contains(point)) return -1;
    const Vector3 place = n * (point - m_bounds.min()).cwiseQuotient(m_bounds.sizes());
    const auto line = [n](double t) { return std::min(static_cast<int>(t), n - 1); };
    return line(place.x()) + n * (line(place.y()) + n * line(place.z()));
}

ConvexSolid::Sample ConvexSolid::atPolyhedron(const Vector3& point) const {
    const Plane* nearest = &m_planes.front();
    double largest = -std::numeric_limits<double>::max();
    const auto look = [&](const Plane& plane) {
        const double distance = plane.distance(point);
        if (distance <= largest) return;
        largest = distance;
        nearest = &plane;
    };
    const int block = blockAt(point);
    if (block < 0) {
        for (const Plane& plane : m_planes)
            look(plane);
    } else {
        for (int i = m_blocks.first[block]; i < m_blocks.first[block + 1]; ++i)
            look(m_planes[m_blocks.planes[i]]);
    }
    return {largest, nearest->normal};
}

} // namespace ambient
