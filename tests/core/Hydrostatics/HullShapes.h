// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "TestSupport.h"

#include <algorithm>
#include <cmath>
#include <vector>

/// Hulls for tests of hydrostatics, and their potential energy from slices.
namespace test {

/// The convex hull of points in general position, by trying all triples.
inline ambient::TriangleMesh convexHull(const std::vector<ambient::Vector3>& points) {
    ambient::TriangleMesh mesh{points, {}};
    const int n = static_cast<int>(points.size());
    for (int a = 0; a < n; ++a)
        for (int b = a + 1; b < n; ++b)
            for (int c = b + 1; c < n; ++c) {
                const auto at = [&points](int i) { return points[static_cast<std::size_t>(i)]; };
                const ambient::Vector3 normal = (at(b) - at(a)).cross(at(c) - at(a));
                int above = 0, below = 0;
                for (int i = 0; i < n; ++i)
                    if (i != a && i != b && i != c) ++(normal.dot(at(i) - at(a)) > 0.0 ? above : below);
                if (above == 0) mesh.faces.push_back({a, b, c});
                if (below == 0) mesh.faces.push_back({a, c, b});
            }
    // Points inside the hull are no vertices of it.
    std::vector<int> number(points.size(), -1);
    mesh.vertices.clear();
    for (ambient::TriangleMesh::Face& face : mesh.faces)
        for (int& v : face) {
            int& name = number[static_cast<std::size_t>(v)];
            if (name < 0) {
                name = mesh.vertexCount();
                mesh.vertices.push_back(points[static_cast<std::size_t>(v)]);
            }
            v = name;
        }
    return mesh;
}

/// A random convex hull, longest along x.
inline ambient::TriangleMesh randomHull(Random& random) {
    std::vector<ambient::Vector3> points;
    for (int i = 0; i < 14; ++i)
        points.push_back(ambient::Vector3(3.0, 1.5, 1.0).cwiseProduct(random.direction()));
    return convexHull(points);
}

/// Area of the slice of a mesh at up . x = height.
inline double sliceArea(const ambient::TriangleMesh& mesh, const ambient::Vector3& up, double height) {
    double area = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        std::vector<ambient::Vector3> ends;
        for (int k = 0; k < 3; ++k) {
            const ambient::Vector3 a = mesh.corner(f, k), b = mesh.corner(f, (k + 1) % 3);
            const double onA = up.dot(a) - height, onB = up.dot(b) - height;
            if ((onA < 0.0) != (onB < 0.0)) ends.push_back(a + onA / (onA - onB) * (b - a));
        }
        if (ends.size() != 2) continue;
        const ambient::Vector3 outward = mesh.areaVector(f);
        const ambient::Vector3 across = (ends[1] - ends[0]).cross(up); // outward if the segment runs to the left
        area += (across.dot(outward) > 0.0 ? 0.5 : -0.5) * up.dot(ends[0].cross(ends[1]));
    }
    return area;
}

/// Potential energy of body and fluid over rho g, with the surface at up . x = level, from slices: the area of a slice
/// is quadratic between two vertices, for which Gauss's rule of two points is exact.
/// \param volume of the body's mass over the density of the fluid
inline double energyFromSlices(const ambient::TriangleMesh& mesh, const ambient::Vector3& up, double level,
                               double volume, const ambient::Vector3& centerOfMass) {
    std::vector<double> heights = {level};
    for (const ambient::Vector3& v : mesh.vertices)
        if (up.dot(v) < level) heights.push_back(up.dot(v));
    std::sort(heights.begin(), heights.end());
    double lifted = 0.0;
    for (std::size_t i = 0; i + 1 < heights.size(); ++i) {
        const double middle = 0.5 * (heights[i] + heights[i + 1]), half = 0.5 * (heights[i + 1] - heights[i]);
        for (const double side : {-1.0, 1.0}) {
            const double height = middle + side * half / std::sqrt(3.0);
            lifted += half * sliceArea(mesh, up, height) * (level - height);
        }
    }
    return volume * (up.dot(centerOfMass) - level) + lifted;
}

/// Wigley's hull, 2 y = B (1 - (2 x / L)^2) (1 - (z / T)^2) below z = 0 and with upright walls up to the deck.
struct Wigley {
    double length = 10.0, beam = 1.0, draft = 0.625, freeboard = 0.5;
    int stations = 96, rows = 48;

    double halfBeam(double x, double z) const {
        const double s = 2.0 * x / length, t = std::min(z, 0.0) / draft;
        return 0.5 * beam * (1.0 - s * s) * (1.0 - t * t);
    }

    /// Port and starboard meet in stem, stern and keel.
    ambient::TriangleMesh mesh() const {
        ambient::TriangleMesh mesh;
        const auto place = [&](int i, int j) {
            // Rows below the deck's follow a cosine, so that they are close at the keel.
            const double z = j > rows ? freeboard : -draft * std::cos(0.5 * ambient::kPi * j / rows);
            return ambient::Vector3((static_cast<double>(i) / stations - 0.5) * length, 0.0, z);
        };
        std::vector<std::vector<std::array<int, 2>>> index(static_cast<std::size_t>(stations + 1));
        for (int i = 0; i <= stations; ++i)
            for (int j = 0; j <= rows + 1; ++j) {
                ambient::Vector3 p = place(i, j);
                const bool isEdge = i == 0 || i == stations || j == 0;
                std::array<int, 2> at;
                for (std::size_t side = 0; side < 2; ++side) {
                    p.y() = isEdge ? 0.0 : (side == 0 ? 1.0 : -1.0) * halfBeam(p.x(), p.z());
                    if (side == 0 || !isEdge) mesh.vertices.push_back(p);
                    at[side] = mesh.vertexCount() - 1;
                }
                index[static_cast<std::size_t>(i)].push_back(at);
            }
        const auto number = [&](int i, int j, std::size_t side) {
            return index[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)][side];
        };
        const auto add = [&mesh](int a, int b, int c, bool turn) {
            if (a != b && b != c && c != a)
                mesh.faces.push_back(turn ? ambient::TriangleMesh::Face{a, c, b}
                                          : ambient::TriangleMesh::Face{a, b, c});
        };
        for (int i = 0; i < stations; ++i) {
            for (std::size_t side = 0; side < 2; ++side)
                for (int j = 0; j <= rows; ++j) {
                    const int a = number(i, j, side), b = number(i + 1, j, side), c = number(i + 1, j + 1, side),
                              d = number(i, j + 1, side);
                    // The diagonal starts at the end of the keel: no face lies in the plane y = 0.
                    if (2 * i < stations) {
                        add(a, b, c, side == 0);
                        add(a, c, d, side == 0);
                    } else {
                        add(a, b, d, side == 0);
                        add(b, c, d, side == 0);
                    }
                }
            const int a = number(i, rows + 1, 1), b = number(i + 1, rows + 1, 1), c = number(i + 1, rows + 1, 0),
                      d = number(i, rows + 1, 0);
            add(a, b, c, false);
            add(a, c, d, false);
        }
        return mesh;
    }
};

} // namespace test
