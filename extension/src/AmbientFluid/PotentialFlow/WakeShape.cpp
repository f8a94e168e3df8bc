// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/WakeShape.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ambient {
namespace {

/// Where the rays to the opposite face start, as shares of the three corners. Single rays from the centroids or from
/// points on the medians meet the edges of symmetric meshes, where rounding chooses, and one facet is coarse.
constexpr double kRayStarts[6][3] = {{0.41, 0.33, 0.26}, {0.41, 0.26, 0.33}, {0.33, 0.41, 0.26},
                                     {0.26, 0.41, 0.33}, {0.33, 0.26, 0.41}, {0.26, 0.33, 0.41}};
/// Lines in the plane across a normal whose shortest is the width of the body there.
constexpr int kWidthLines = 16;
/// Faces of a silhouette above which a sample of them is taken.
constexpr int kMostSilhouetteFaces = 4000;

/// The mean over the faces that the rays of a face hit.
struct Opposite {
    Vector3 normal = Vector3::Zero(); ///< unit; zero if nothing opposite was hit
    double roundness = 0.0;
};

Opposite findOpposite(const MeshFaces& faces, const TriangleTree& tree, const std::vector<double>& roundness, int f) {
    Opposite found;
    const Vector3& n = faces.normal[f];
    int hits = 0;
    for (const auto& share : kRayStarts) {
        Vector3 start = -faces.rayOffset() * n;
        for (int k = 0; k < 3; ++k)
            start += share[k] * faces.mesh.corner(f, k);
        const auto hit = tree.findHit(start, -n);
        if (!hit) continue;
        found.normal += faces.normal[hit->face];
        found.roundness += roundness[hit->face];
        ++hits;
    }
    if (hits == 0 || !(found.normal.dot(n) < 0.0)) return {};
    found.normal.normalize();
    found.roundness /= hits;
    return found;
}

void measureOpposite(const MeshFaces& faces, const TriangleTree& tree, SurfaceShape& shape) {
    const std::size_t count = faces.area.size();
    shape.meanNormal.resize(count);
    shape.taper.assign(count, 1.0);
    shape.noseShare.assign(count, 1.0);
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        const Vector3& n = faces.normal[f];
        const Opposite opposite = findOpposite(faces, tree, shape.roundness, f);
        shape.meanNormal[f] = (n - opposite.normal).normalized();
        if (opposite.normal.isZero()) continue;
        const double cosine = n.dot(opposite.normal);
        shape.taper[f] = 0.5 * (n + opposite.normal).norm();
        shape.noseShare[f] = std::max(0.0, 1.0 - (1.0 - opposite.roundness) * cosine * cosine);
    }
}

/// The least width of the body across the normal of a face, through the middle of its thickness [m].
/// Zero if no line meets the body on both sides.
double leastWidth(const MeshFaces& faces, const TriangleTree& tree, double thickness, int f) {
    if (!(thickness > 0.0)) return 0.0;
    const Vector3& n = faces.normal[f];
    // The first line is along a side of the face, so that the lines turn with the mesh.
    const Vector3 first = (faces.mesh.corner(f, 1) - faces.mesh.corner(f, 0)).normalized(), second = n.cross(first);
    const Vector3 middle = faces.centroid[f] - 0.5 * thickness * n;
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k < kWidthLines; ++k) {
        const double angle = k * kPi / kWidthLines;
        const Vector3 along = portable::cos(angle) * first + portable::sin(angle) * second;
        const std::optional<double> ahead = tree.castRay(middle, along), behind = tree.castRay(middle, -along);
        if (ahead && behind) least = std::min(least, *ahead + *behind);
    }
    return std::isinf(least) ? 0.0 : least;
}

void measureElongation(const MeshFaces& faces, const TriangleTree& tree, const SmoothPieces& pieces,
                       SurfaceShape& shape) {
    const std::size_t count = faces.area.size();
    std::vector<double> width(count), area(count, 0.0), widthOfPiece(count, 0.0);
    std::vector<std::vector<int>> members(count);
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f)
        width[f] = std::max(leastWidth(faces, tree, shape.thickness[f], f), 2.0 * shape.potentialLength[f]);
    for (int f = 0; f < faces.count(); ++f) {
        const int piece = pieces.pieceOf[f];
        members[piece].push_back(f);
        area[piece] += faces.area[f];
        widthOfPiece[piece] += faces.area[f] * width[f];
    }
    shape.elongation.resize(count);
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        const int piece = pieces.pieceOf[f];
        const std::vector<int>& of = members[piece];
        const std::size_t stride = std::max<std::size_t>(1, of.size() / kMostSilhouetteFaces);
        double silhouette = 0.0, sampled = 0.0;
        for (std::size_t i = 0; i < of.size(); i += stride) {
            silhouette += faces.area[of[i]] * std::max(0.0, faces.normal[f].dot(faces.normal[of[i]]));
            sampled += faces.area[of[i]];
        }
        silhouette *= area[piece] / sampled;
        const double mean = widthOfPiece[piece] / area[piece];
        shape.elongation[f] = std::max(1.0, silhouette / (mean * mean));
    }
}

void measureOpenness(const MeshFaces& faces, const TriangleTree& tree, SurfaceShape& shape) {
    shape.openness.resize(faces.area.size());
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        const Vector3& n = faces.normal[f];
        const std::optional<double> free = tree.castRay(faces.centroid[f] + faces.rayOffset() * n, n);
        const double z = free ? *free / (4.0 * shape.potentialLength[f]) : 0.0;
        shape.openness[f] = free ? 1.0 - 1.0 / (1.0 + portable::pow(z, 4)) : 1.0;
    }
}

} // namespace

void measureWakeShape(const MeshFaces& faces, const TriangleTree& tree, const SmoothPieces& pieces,
                      SurfaceShape& shape) {
    measureOpposite(faces, tree, shape);
    measureElongation(faces, tree, pieces, shape);
    measureOpenness(faces, tree, shape);
}

} // namespace ambient
