// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "core/TestBodies.h"

#include <algorithm>
#include <cmath>
#include <vector>

/// Convex parts and the volume of the union of two by inclusion and exclusion, independent of any boolean of meshes.
namespace test {

using Polygon = std::vector<ambient::Vector3>;

/// The faces of a convex solid after a cut by a plane: what is behind it stays, a lid closes the cut.
inline std::vector<Polygon> cutBehind(const std::vector<Polygon>& solid, const ambient::Vector3& normal,
                                      double offset) {
    using ambient::Vector3;
    std::vector<Polygon> left;
    Polygon lid;
    for (const Polygon& face : solid) {
        Polygon kept;
        for (std::size_t i = 0; i < face.size(); ++i) {
            const Vector3 &p = face[i], &q = face[(i + 1) % face.size()];
            const double a = normal.dot(p) - offset, b = normal.dot(q) - offset;
            if (a <= 0.0) kept.push_back(p);
            if (a * b < 0.0) {
                kept.push_back(p + a / (a - b) * (q - p));
                lid.push_back(kept.back());
            }
        }
        if (kept.size() > 2) left.push_back(kept);
    }
    if (lid.size() < 3) return left;
    Vector3 middle = Vector3::Zero();
    for (const Vector3& p : lid)
        middle += p / static_cast<double>(lid.size());
    const Vector3 u = normal.unitOrthogonal(), v = normal.cross(u);
    const auto angle = [&](const Vector3& p) { return std::atan2(v.dot(p - middle), u.dot(p - middle)); };
    std::sort(lid.begin(), lid.end(), [&](const Vector3& p, const Vector3& q) { return angle(p) < angle(q); });
    left.push_back(lid);
    return left;
}

/// The planes of the faces of a convex mesh, normal and offset, each once.
inline std::vector<std::pair<ambient::Vector3, double>> planesOf(const ambient::TriangleMesh& mesh) {
    std::vector<std::pair<ambient::Vector3, double>> planes;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const ambient::Vector3 normal = mesh.areaVector(f).normalized();
        const double offset = normal.dot(mesh.corner(f, 0));
        if (std::none_of(planes.begin(), planes.end(), [&](const auto& known) {
                return (known.first - normal).norm() < 1e-9 && std::abs(known.second - offset) < 1e-9;
            }))
            planes.emplace_back(normal, offset);
    }
    return planes;
}

/// Volume of the common part of two convex meshes in general positions.
inline double commonVolumeOfConvex(const ambient::TriangleMesh& a, const ambient::TriangleMesh& b) {
    std::vector<Polygon> solid;
    for (int f = 0; f < a.faceCount(); ++f)
        solid.push_back({a.corner(f, 0), a.corner(f, 1), a.corner(f, 2)});
    for (const auto& [normal, offset] : planesOf(b))
        solid = cutBehind(solid, normal, offset);
    double volume = 0.0;
    for (const Polygon& face : solid)
        for (std::size_t k = 2; k < face.size(); ++k)
            volume += face[0].dot(face[k - 1].cross(face[k])) / 6.0;
    return volume;
}

/// Volume of the union of two convex meshes.
inline double unionVolume(const ambient::TriangleMesh& a, const ambient::TriangleMesh& b) {
    return ambient::enclosedVolume(a) + ambient::enclosedVolume(b) - commonVolumeOfConvex(a, b);
}

inline ambient::TriangleMesh placed(const ambient::TriangleMesh& mesh, const ambient::Quaternion& turn,
                                    const ambient::Vector3& shift) {
    return transformed(mesh, turn.toRotationMatrix(), shift);
}

/// A box, plate, ball or cylinder near the origin in any pose.
/// \param isConvex a box or a plate; meshes of round bodies have small dents
inline ambient::TriangleMesh randomPart(Random& random, bool isConvex = false) {
    const ambient::Vector3 size(random.uniform(0.3, 1.0), random.uniform(0.3, 1.0), random.uniform(0.3, 1.0));
    const ambient::Quaternion turn = random.rotation();
    const ambient::Vector3 shift = random.vector(0.35);
    switch (random.integer(0, isConvex ? 1 : 3)) {
    case 0:
        return placed(ambient::makeBox(size, 48), turn, shift);
    case 1:
        return placed(ambient::makeBox({size.x(), size.y(), 0.004}, 12), turn, shift);
    case 2:
        return placed(ambient::makeSphere(0.5 * size.x(), 80), turn, shift);
    default:
        return placed(ambient::makeCylinder(0.4 * size.x(), size.y(), 100), turn, shift);
    }
}

} // namespace test
