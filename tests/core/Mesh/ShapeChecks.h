// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

namespace ambient {

/// Largest over the faces of longest side over height.
inline double worstAspectRatio(const TriangleMesh& mesh) {
    double worst = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        double longest = 0.0;
        for (int k = 0; k < 3; ++k)
            longest = std::max(longest, (mesh.corner(f, (k + 1) % 3) - mesh.corner(f, k)).norm());
        worst = std::max(worst, longest * longest / (2.0 * mesh.areaVector(f).norm()));
    }
    return worst;
}

/// Whether a map of space maps the mesh, as a set of oriented triangles, exactly onto itself. Reflections reverse.
inline bool isSymmetric(const TriangleMesh& mesh, const std::function<Vector3(const Vector3&)>& map) {
    using Triangle = std::array<std::array<double, 3>, 3>;
    const auto canonical = [&](int f, bool mapped) {
        Triangle t;
        for (int k = 0; k < 3; ++k) {
            const Vector3 p = mapped ? map(mesh.corner(f, (3 - k) % 3)) : mesh.corner(f, k);
            t[k] = {p.x() + 0.0, p.y() + 0.0, p.z() + 0.0};
        }
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
        return t;
    };
    std::set<Triangle> triangles;
    for (int f = 0; f < mesh.faceCount(); ++f)
        triangles.insert(canonical(f, false));
    for (int f = 0; f < mesh.faceCount(); ++f) {
        if (triangles.count(canonical(f, true)) == 0) return false;
    }
    return true;
}

inline const auto mirrorX = [](const Vector3& p) { return Vector3(-p.x(), p.y(), p.z()); };
inline const auto mirrorY = [](const Vector3& p) { return Vector3(p.x(), -p.y(), p.z()); };
inline const auto mirrorZ = [](const Vector3& p) { return Vector3(p.x(), p.y(), -p.z()); };
inline const auto exchangeXY = [](const Vector3& p) { return Vector3(p.y(), p.x(), p.z()); };

} // namespace ambient
