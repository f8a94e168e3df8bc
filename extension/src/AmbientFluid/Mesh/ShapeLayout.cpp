// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/ShapeLayout.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ambient {

namespace {

constexpr double kSmallestLength = 1e-9, kLargestLength = 1e9, kLargestRatio = 1e6;

} // namespace

void requireLengths(std::initializer_list<NamedLength> lengths) {
    double smallest = kLargestLength, largest = kSmallestLength;
    for (const NamedLength& l : lengths) {
        if (!(l.value >= kSmallestLength && l.value <= kLargestLength)) {
            throw std::invalid_argument(std::string(l.name) + " must be between 1e-9 and 1e9 m, got " +
                                        textOf(l.value));
        }
        smallest = std::min(smallest, l.value);
        largest = std::max(largest, l.value);
    }
    if (largest > kLargestRatio * smallest) {
        std::string names;
        for (const NamedLength& l : lengths)
            names += (names.empty() ? "" : ", ") + std::string(l.name);
        throw std::invalid_argument(names + ": differ by more than a factor 1e6");
    }
}

void requireFaces(int targetFaces, int fewest) {
    if (targetFaces >= fewest && targetFaces <= kMostShapeFaces) return;
    throw std::invalid_argument("targetFaces must be between " + std::to_string(fewest) + " and " +
                                std::to_string(kMostShapeFaces) + ", got " + std::to_string(targetFaces));
}

int atLeastOne(double count) {
    return std::max(1, static_cast<int>(std::lround(count)));
}

std::vector<Ring> capRings(double radius, double z, double spacing, double ringSpacing) {
    const int rows = atLeastOne(0.5 * stretchedLength(2.0 * radius, radius) / spacing);
    std::vector<Ring> rings;
    for (double r : gradedHalfLine(radius, radius, rows))
        rings.push_back(Ring::ofSpacing(r, z, ringSpacing));
    rings.pop_back();
    return rings;
}

void scaleUniformly(TriangleMesh& mesh, double volume) {
    const double factor = portable::cbrt(volume / enclosedVolume(mesh));
    for (Vector3& p : mesh.vertices)
        p *= factor;
}

void scaleRadially(TriangleMesh& mesh, double volume) {
    const double factor = std::sqrt(volume / enclosedVolume(mesh));
    for (Vector3& p : mesh.vertices)
        p.head<2>() *= factor;
}

void centreAlongAxis(TriangleMesh& mesh) {
    const double rise = volumeCentroid(mesh).z();
    for (Vector3& p : mesh.vertices)
        p.z() -= rise;
}

} // namespace ambient
