// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

namespace ambient {

/// \file
/// Common parts of the generators of Primitives.h and BluffBodies.h.
/// Checks of arguments, the search for the layout with the nearest face count, and scaling to the exact volume.

constexpr int kMostShapeFaces = 2000000; ///< largest targetFaces of a generator
constexpr int kFewestRevolvedFaces = 48; ///< smallest targetFaces of surfaces of revolution

/// A length of a shape with the name of its parameter.
struct NamedLength {
    const char* name; ///< name of the parameter, for error messages
    double value;     ///< [m]
};

/// Checks the lengths of a shape.
/// \throws std::invalid_argument naming the length that is not between 1e-9 and 1e9 m, or all lengths if two of them
///        differ by more than a factor 1e6
void requireLengths(std::initializer_list<NamedLength> lengths);

/// Checks a face count. \throws std::invalid_argument if targetFaces is below `fewest` or above kMostShapeFaces
void requireFaces(int targetFaces, int fewest);

/// Finds the layout whose face count is nearest to the target.
/// layoutAt(h) returns a layout of spacing h [m], countOf its face count. The count decreases with h and exceeds the
/// target at h = `finest` [m].
template <class LayoutAt, class CountOf>
auto nearestLayout(int targetFaces, double finest, double coarsest, LayoutAt layoutAt, CountOf countOf) {
    auto best = layoutAt(coarsest);
    for (int step = 0; step < 60; ++step) {
        const double middle = std::sqrt(finest * coarsest);
        auto layout = layoutAt(middle);
        (countOf(layout) > targetFaces ? finest : coarsest) = middle;
        if (std::abs(countOf(layout) - targetFaces) < std::abs(countOf(best) - targetFaces)) best = std::move(layout);
    }
    return best;
}

/// Spacing [m] that gives more than targetFaces faces.
/// Triangles of spacing h have about the area h^2 / 2.
inline double finestSpacing(double area, int targetFaces) {
    return 0.25 * std::sqrt(area / targetFaces);
}

/// Finds the revolved profile whose face count is nearest to the target.
/// profileAt(spacing, ringSpacing) returns rings `spacing` apart with segments of `ringSpacing` [m]. Rings have
/// multiples of 8 segments, so that equal spacings may miss the target by a quarter; slightly unequal spacings come
/// nearer.
template <class ProfileAt>
TriangleMesh revolveNearest(int targetFaces, double area, double coarsest, ProfileAt profileAt) {
    std::vector<Ring> best;
    int smallestMiss = kMostShapeFaces;
    for (double ratio : {1.0, 0.85, 1.2}) {
        const auto layoutAt = [&](double spacing) { return profileAt(spacing, ratio * spacing); };
        auto profile =
            nearestLayout(targetFaces, finestSpacing(area, targetFaces), coarsest, layoutAt, revolvedFaceCount);
        const int miss = std::abs(revolvedFaceCount(profile) - targetFaces);
        if (miss < smallestMiss) {
            smallestMiss = miss;
            best = std::move(profile);
        }
        if (20 * smallestMiss <= targetFaces) break;
    }
    return revolve(best);
}

/// Nearest integer, but at least 1.
int atLeastOne(double count);

/// Rings of a flat disc from the axis to the last ring inside the rim, graded towards the rim.
std::vector<Ring> capRings(double radius, double z, double spacing, double ringSpacing);

/// \name Scaling to a given enclosed volume [m^3]
/// @{
void scaleUniformly(TriangleMesh& mesh, double volume);
void scaleRadially(TriangleMesh& mesh, double volume); ///< x and y only
/// @}

/// Shifts the mesh along z to bring its volume centroid to z = 0.
void centreAlongAxis(TriangleMesh& mesh);

} // namespace ambient
