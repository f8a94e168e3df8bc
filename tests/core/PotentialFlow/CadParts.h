// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cmath>

/// Surfaces as CAD programs triangulate them: with fans of long, thin faces.
namespace test {

/// A prism of n sides about z, centred; the lids are fans from one corner.
inline ambient::TriangleMesh fanLiddedPrism(int n, double radius, double height) {
    ambient::TriangleMesh mesh;
    for (double z : {-0.5 * height, 0.5 * height})
        for (int i = 0; i < n; ++i) {
            const double angle = 2.0 * ambient::kPi * i / n;
            mesh.vertices.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
        }
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        mesh.faces.push_back({i, j, n + j});
        mesh.faces.push_back({i, n + j, n + i});
    }
    for (int i = 1; i + 1 < n; ++i) {
        mesh.faces.push_back({0, i + 1, i});
        mesh.faces.push_back({n, n + i, n + i + 1});
    }
    return mesh;
}

/// A square plate of side 1 with a round hole of `sides` (a multiple of 4) through its middle: four fans a side.
inline ambient::TriangleMesh drilledPlate(double thickness, double radius, int sides) {
    ambient::TriangleMesh mesh;
    const int quarter = sides / 4, lid = 4 + sides;
    for (double z : {0.0, thickness}) {
        for (const auto& [x, y] : {std::pair(0.0, 0.0), std::pair(1.0, 0.0), std::pair(1.0, 1.0), std::pair(0.0, 1.0)})
            mesh.vertices.push_back({x, y, z});
        for (int k = 0; k < sides; ++k) {
            const double angle = 2.0 * ambient::kPi * k / sides - ambient::kPi;
            mesh.vertices.push_back({0.5 + radius * std::cos(angle), 0.5 + radius * std::sin(angle), z});
        }
    }
    const auto hole = [&](int k) { return 4 + k % sides; };
    const auto both = [&](int a, int b, int c) { // below and above
        mesh.faces.push_back({a, c, b});
        mesh.faces.push_back({lid + a, lid + b, lid + c});
    };
    const auto wall = [&](int a, int b) {
        mesh.faces.push_back({a, b, lid + b});
        mesh.faces.push_back({a, lid + b, lid + a});
    };
    for (int s = 0; s < 4; ++s) {
        for (int k = s * quarter; k < (s + 1) * quarter; ++k)
            both(s, hole(k + 1), hole(k));
        both(s, (s + 1) % 4, hole((s + 1) * quarter));
        wall(s, (s + 1) % 4);
    }
    for (int k = 0; k < sides; ++k)
        wall(hole(k + 1), hole(k));
    return mesh;
}

} // namespace test
