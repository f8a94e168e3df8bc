// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cmath>
#include <functional>
#include <utility>

/// Wings along y with the nose towards +x.
namespace test {

/// The mesh with its faces turned outwards; they are all turned alike.
inline ambient::TriangleMesh outward(ambient::TriangleMesh mesh) {
    double volume = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f)
        volume += mesh.faceCentroid(f).dot(mesh.areaVector(f)) / 3.0;
    if (volume < 0.0)
        for (ambient::TriangleMesh::Face& face : mesh.faces)
            std::swap(face[1], face[2]);
    return mesh;
}

/// Upper and lower height of a section with chord 1 m at the angle t: x = cos(t)/2, nose at t = 0.
using SectionHeights = std::function<std::pair<double, double>(double t)>;

/// Half thickness of a four-digit NACA section, closed at the tail, `behind` the nose from 0 to 1. [Abbott1959]
inline double nacaHalfThickness(double thickness, double behind) {
    const double x = behind;
    return 5.0 * thickness *
           (0.2969 * std::sqrt(x) - 0.1260 * x - 0.3516 * x * x + 0.2843 * x * x * x - 0.1036 * x * x * x * x);
}

/// Mean line of a four-digit NACA section. \param at place of the largest camber
inline double nacaCamber(double camber, double at, double behind) {
    const double x = behind;
    if (camber == 0.0) return 0.0;
    if (x < at) return camber / (at * at) * (2.0 * at * x - x * x);
    return camber / ((1.0 - at) * (1.0 - at)) * (1.0 - 2.0 * at + 2.0 * at * x - x * x);
}

/// A four-digit NACA section; its thickness is laid across the chord.
inline SectionHeights nacaSection(double camber, double at, double thickness) {
    return [=](double t) {
        const double behind = 0.5 - 0.5 * std::cos(t), middle = nacaCamber(camber, at, behind),
                     half = nacaHalfThickness(thickness, behind);
        return std::make_pair(middle + half, middle - half);
    };
}

/// A wing of chord 1 m with square tips.
/// \param points of each side between nose and tail \param stations along the span, `span` [m]
inline ambient::TriangleMesh makeWing(const SectionHeights& section, double span, int points = 30, int stations = 24) {
    using ambient::kPi;
    ambient::TriangleMesh mesh;
    const int ring = 2 * points; // nose, upper side, tail, lower side
    for (int j = 0; j <= stations; ++j)
        for (int i = 0; i < ring; ++i) {
            const bool isUpper = i <= points;
            const double t = kPi * (isUpper ? i : ring - i) / points;
            const std::pair<double, double> z = section(t);
            const bool isEnd = i == 0 || i == points;
            mesh.vertices.emplace_back(0.5 * std::cos(t), span * (double(j) / stations - 0.5),
                                       isEnd     ? 0.5 * (z.first + z.second)
                                       : isUpper ? z.first
                                                 : z.second);
        }
    const auto at = [&](int j, int i) { return j * ring + (i + ring) % ring; };
    const auto quad = [&](int a, int b, int c, int d) {
        mesh.faces.push_back({a, b, c});
        mesh.faces.push_back({a, c, d});
    };
    for (int j = 0; j < stations; ++j)
        for (int i = 0; i < ring; ++i)
            quad(at(j, i), at(j + 1, i), at(j + 1, i + 1), at(j, i + 1));
    for (const int j : {0, stations})
        for (int i = 0; i < points; ++i) { // between both sides
            int a = at(j, i), b = at(j, i + 1), c = at(j, -i - 1), d = at(j, -i);
            if (j > 0) std::swap(b, d);
            if (i == 0)
                mesh.faces.push_back(j > 0 ? ambient::TriangleMesh::Face{a, c, d}
                                           : ambient::TriangleMesh::Face{a, b, c});
            else if (i == points - 1)
                mesh.faces.push_back({a, b, d});
            else
                quad(a, b, c, d);
        }
    return outward(std::move(mesh));
}

/// A flat triangle in the plane z = 0 with its apex towards +x, its corners about the centroid.
/// \param span [m] \param rows triangles along each side
inline ambient::TriangleMesh makeDelta(double chord, double span, double thickness, int rows) {
    ambient::TriangleMesh mesh;
    const auto at = [&](int side, int i, int j) {
        return side * (rows + 1) * (rows + 2) / 2 + i * (rows + 1) - i * (i - 1) / 2 + j;
    };
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i <= rows; ++i)
            for (int j = 0; j <= rows - i; ++j)
                mesh.vertices.emplace_back(chord * (2.0 / 3.0 - double(i + j) / rows), 0.5 * span * (i - j) / rows,
                                           (side - 0.5) * thickness);
    const auto face = [&](int side, int a, int b, int c) {
        if (side == 1) std::swap(b, c);
        mesh.faces.push_back({a, b, c});
    };
    for (int side = 0; side < 2; ++side)
        for (int i = 0; i < rows; ++i)
            for (int j = 0; j < rows - i; ++j) {
                face(side, at(side, i, j), at(side, i, j + 1), at(side, i + 1, j));
                if (j < rows - i - 1) face(side, at(side, i + 1, j), at(side, i, j + 1), at(side, i + 1, j + 1));
            }
    std::vector<int> rim;
    for (int i = 0; i < rows; ++i)
        rim.push_back(at(0, i, 0));
    for (int k = 0; k < rows; ++k)
        rim.push_back(at(0, rows - k, k));
    for (int k = 0; k < rows; ++k)
        rim.push_back(at(0, 0, rows - k));
    const int above = at(1, 0, 0);
    for (std::size_t k = 0; k < rim.size(); ++k) {
        const int a = rim[k], b = rim[(k + 1) % rim.size()];
        mesh.faces.push_back({a, b, b + above});
        mesh.faces.push_back({a, b + above, a + above});
    }
    return outward(std::move(mesh));
}

/// An annular wing about z with its nose towards +z, chord 1 m, a symmetric NACA section.
inline ambient::TriangleMesh ringWing(double aspectRatio, double thickness = 0.03) {
    constexpr int kPoints = 10, kSectors = 24, around = 2 * kPoints;
    ambient::TriangleMesh mesh;
    for (int j = 0; j < kSectors; ++j)
        for (int i = 0; i < around; ++i) {
            const double t = 2.0 * ambient::kPi * i / around, sector = 2.0 * ambient::kPi * j / kSectors;
            const double half = nacaHalfThickness(thickness, 0.5 - 0.5 * std::cos(t));
            const double radius = 0.5 * aspectRatio + (2 * i < around ? half : -half);
            mesh.vertices.emplace_back(radius * std::cos(sector), radius * std::sin(sector), 0.5 * std::cos(t));
        }
    const auto at = [](int j, int i) { return (j % kSectors) * around + i % (around); };
    for (int j = 0; j < kSectors; ++j)
        for (int i = 0; i < around; ++i) {
            mesh.faces.push_back({at(j, i), at(j + 1, i), at(j + 1, i + 1)});
            mesh.faces.push_back({at(j, i), at(j + 1, i + 1), at(j, i + 1)});
        }
    return outward(mesh);
}

} // namespace test
