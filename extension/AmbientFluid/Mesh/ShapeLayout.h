// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <utility>

namespace ambient {

/// \file
/// What the generators of Primitives.h and BluffBodies.h share: checks of their arguments, the search for the layout
/// with about the wanted number of faces, and volumes made exact.

constexpr int kMostShapeFaces = 2000000; ///< the largest targetFaces that a generator takes
constexpr int kFewestRevolvedFaces = 48; ///< the smallest for surfaces of revolution

/// A length of a shape [m] as its caller knows it.
struct NamedLength {
    const char* name; ///< of the parameter, for the message
    double value;     ///< [m]
};

/// \throws std::invalid_argument naming the length that is not between 1e-9 and 1e9 m, or all if two of them differ by
/// more than a factor 1e6.
void requireLengths(std::initializer_list<NamedLength> lengths);

/// \throws std::invalid_argument when targetFaces is below `fewest` or above kMostShapeFaces
void requireFaces(int targetFaces, int fewest);

/// The layout whose face count is nearest to the target. layoutAt(h) gives a layout of spacing h, countOf its faces;
/// the count falls as h grows, from above the target at `finest` [m] on.
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

/// A spacing [m] that surely gives more faces than asked: triangles of spacing h have about the area h^2 / 2.
inline double finestSpacing(double area, int targetFaces) {
    return 0.25 * std::sqrt(area / targetFaces);
}

/// The revolved profile with about the wanted number of faces. profileAt(spacing, ringSpacing) gives rings `spacing`
/// apart with segments of `ringSpacing`. Since rings have multiples of 8 segments, equal spacings may miss the target
/// by a quarter; slightly unequal ones then come nearer.
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

/// The nearest count, but at least 1.
int atLeastOne(double count);

/// Rings of a flat disc from the axis to just inside the rim, graded towards the rim.
std::vector<Ring> capRings(double radius, double z, double spacing, double ringSpacing);

/// \name Make the enclosed volume this one [m^3]
/// @{
void scaleUniformly(TriangleMesh& mesh, double volume);
void scaleRadially(TriangleMesh& mesh, double volume); ///< x and y only
/// @}

/// Shifts the mesh along z so that its volume centroid lies at height 0.
void centreAlongAxis(TriangleMesh& mesh);

} // namespace ambient
