// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/TriangleTree.h"
#include "AmbientFluid/PotentialFlow/FeltRotations.h"
#include "AmbientFluid/PotentialFlow/RevolvedBody.h"
#include "AmbientFluid/PotentialFlow/SurfacePieces.h"
#include "AmbientFluid/PotentialFlow/WakeShape.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ambient {
namespace {

/// Lower bound of mu over the size of the body: smaller values are rounding errors at sharp edges.
constexpr double kSmallestShare = 1e-3;
/// Between these cosines of the normals (72 and 46 degrees) neighbours fade out of the roundness.
/// Icosahedra and coarser spheres count as round, cubes as sharp.
constexpr double kSharpCosine = 0.3, kSmoothCosine = 0.7;
/// Number of faces above which the neighbours are a subset of the faces, with a constant stride.
/// A smooth surface within mu is described by far fewer faces.
constexpr int kMostNeighbors = 4000;

/// Thickness of the body along -n at each face; 0 if the ray finds no opposite face.
std::vector<double> measureThickness(const MeshFaces& faces, const TriangleTree& tree) {
    std::vector<double> thickness(faces.area.size());
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        const double offset = faces.rayOffset();
        const Vector3 start = faces.centroid[f] - offset * faces.normal[f];
        const std::optional<double> hit = tree.castRay(start, -faces.normal[f]);
        thickness[f] = hit ? *hit + offset : 0.0;
    }
    return thickness;
}

/// Width of the body through `point` along a line; `farthest` if the ray finds no face.
double widthAlong(const TriangleTree& tree, const Vector3& point, const Vector3& direction, double farthest) {
    const std::optional<double> ahead = tree.castRay(point, direction), behind = tree.castRay(point, -direction);
    return ahead && behind ? *ahead + *behind : farthest;
}

/// Substitute for mu from two widths of the body: w/4 (2 - w/b).
/// w is the smallest width in the plane through `point` perpendicular to `normal`, b the width perpendicular to w.
/// Equal to mu for spheres (b = w) and for long cylinders and strips.
double lengthFromWidths(const TriangleTree& tree, const Vector3& point, const Vector3& normal, double farthest) {
    const Vector3 first = normal.unitOrthogonal(), second = normal.cross(first);
    std::array<double, 8> widths;
    for (int k = 0; k < 8; ++k) {
        const double angle = k * kPi / 8.0;
        widths[k] = widthAlong(tree, point, portable::cos(angle) * first + portable::sin(angle) * second, farthest);
    }
    const int smallest = static_cast<int>(std::min_element(widths.begin(), widths.end()) - widths.begin());
    const double w = widths[smallest], across = std::max(w, widths[(smallest + 4) % 8]);
    return 0.25 * w * (2.0 - w / across);
}

std::vector<double> potentialLengths(const MeshFaces& faces, const TriangleTree& tree,
                                     const std::vector<double>& thickness,
                                     const Eigen::Matrix<double, Eigen::Dynamic, 3>& potentials) {
    std::vector<double> mu(faces.area.size());
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        const Vector3& n = faces.normal[f];
        const Vector3 middle = faces.centroid[f] - 0.5 * thickness[f] * n;
        const double length = potentials.rows() > 0 ? -potentials.row(f).dot(n.transpose())
                                                    : lengthFromWidths(tree, middle, n, faces.size);
        mu[f] = std::max(length, kSmallestShare * faces.size);
    }
    return mu;
}

/// Sample points on each face, dense enough for neighbourhoods of size mu.
struct Samples {
    Samples(const MeshFaces& faces, const std::vector<double>& mu) {
        for (int f = 0; f < faces.count(); ++f) {
            first.push_back(static_cast<int>(points.size()));
            double longest = 0.0;
            for (int k = 0; k < 3; ++k)
                longest = std::max(longest, (faces.mesh.corner(f, k) - faces.mesh.corner(f, (k + 1) % 3)).norm());
            const int rows = std::clamp(static_cast<int>(std::ceil(2.0 * longest / mu[f])), 2, 8);
            forEachSmallFace(faces.mesh, f, rows, [this](const Vector3& middle) { points.push_back(middle); });
            share.push_back(faces.area[f] / (rows * rows));
        }
        first.push_back(static_cast<int>(points.size()));
    }

    std::vector<Vector3> points;
    std::vector<int> first;    ///< first point of each face, and the number of points
    std::vector<double> share; ///< area per point of each face
};

/// Roundness from the mean of 1 - n.n' over the neighbourhood, without faces beyond a crease.
/// The mean is 1/16 on a sphere of any radius.
/// \param tree tree of every `stride`-th face
/// \returns the roundness of a convex neighbourhood; minus the same of a concave one, its hollowness
double turningOf(int f, double radius, const MeshFaces& faces, const Samples& samples, const TriangleTree& tree,
                 int stride) {
    double weights = 0.0, turning = 0.0, bulging = 0.0;
    const Vector3& center = faces.centroid[f];
    tree.forEachNear(center, radius, [&](int looked) {
        const int g = looked * stride;
        const double cosine = faces.normal[f].dot(faces.normal[g]);
        const double weight = samples.share[g] * smoothStep(kSharpCosine, kSmoothCosine, cosine);
        if (weight == 0.0) return;
        for (int k = samples.first[g]; k < samples.first[g + 1]; ++k) {
            const Vector3 offset = samples.points[k] - center;
            if (offset.squaredNorm() > radius * radius) continue;
            weights += weight;
            turning += weight * (1.0 - cosine);
            bulging += weight * (faces.normal[g] - faces.normal[f]).dot(offset);
        }
    });
    if (bulging == 0.0 || !(weights > 0.0)) return 0.0; // flat, or no points of other faces
    return std::copysign(std::clamp(16.0 * turning / weights, 0.0, 1.0), bulging);
}

void measureTurning(const MeshFaces& faces, SurfaceShape& shape) {
    const std::vector<double>& mu = shape.potentialLength;
    const Samples samples(faces, mu);
    const int stride = std::max(1, faces.count() / kMostNeighbors);
    TriangleMesh looked;
    looked.vertices = faces.mesh.vertices;
    for (int f = 0; f < faces.count(); f += stride)
        looked.faces.push_back(faces.mesh.faces[f]);
    const TriangleTree tree(looked);
    shape.roundness.resize(faces.area.size());
    shape.hollowness.resize(faces.area.size());
#pragma omp parallel for schedule(dynamic, 32)
    for (int f = 0; f < faces.count(); ++f) {
        const double turning = turningOf(f, mu[f], faces, samples, tree, stride);
        shape.roundness[f] = std::max(turning, 0.0);
        shape.hollowness[f] = std::max(-turning, 0.0);
    }
}

/// -1/2 grad_s(mu^2), with mu^2 linear on each face.
/// The value at a corner is the area-weighted mean over the smooth faces around the corner.
std::vector<Vector3> measureEdgewardLength(const MeshFaces& faces, const std::vector<double>& mu) {
    const MeshAdjacency adjacency(faces.mesh);
    std::vector<Vector3> edgeward(faces.area.size());
#pragma omp parallel for schedule(static, 64)
    for (int f = 0; f < faces.count(); ++f) {
        std::array<double, 3> square{};
        for (int k = 0; k < 3; ++k) {
            double weights = 0.0;
            for (int g : adjacency.facesAround(faces.mesh.faces[f][k])) {
                const double cosine = faces.normal[f].dot(faces.normal[g]);
                const double weight = faces.area[g] * smoothStep(kSharpCosine, kSmoothCosine, cosine);
                weights += weight;
                square[k] += weight * mu[g] * mu[g];
            }
            square[k] /= weights;
        }
        Vector3 gradient = Vector3::Zero();
        for (int k = 0; k < 3; ++k) {
            const Vector3 opposite = faces.mesh.corner(f, (k + 2) % 3) - faces.mesh.corner(f, (k + 1) % 3);
            gradient += square[k] * faces.normal[f].cross(opposite) / (2.0 * faces.area[f]);
        }
        edgeward[f] = -0.5 * gradient;
    }
    return edgeward;
}

void measurePlanform(const MeshFaces& faces, const SmoothPieces& pieces, SurfaceShape& shape) {
    for (int f = 0; f < faces.count(); ++f) {
        const Matrix3& moments = pieces.moments[pieces.pieceOf[f]];
        Eigen::Matrix<double, 3, 2> tangents;
        tangents.col(0) = faces.normal[f].unitOrthogonal();
        tangents.col(1) = faces.normal[f].cross(tangents.col(0));
        const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> planform(tangents.transpose() * moments * tangents);
        const Eigen::Vector2d& squares = planform.eigenvalues();
        const double ratio = std::sqrt(squares[1] / std::max(squares[0], 1e-6 * squares[1]));
        shape.flatness.push_back(pieces.flatness[pieces.pieceOf[f]]);
        shape.aspectRatio.push_back(portable::pow(ratio, shape.flatness.back()));
        shape.chordDirection.push_back(tangents * planform.eigenvectors().col(0));
    }
    shape.piece = pieces.pieceOf;
}

/// Turns the mean-line normals into the planes through the axis of a body of revolution, out of which the facets that
/// the rays hit turn them.
void alignMeanNormals(const MeshFaces& faces, SurfaceShape& shape) {
    const Vector3 center = volumeCentroid(faces.mesh);
    shape.feltRotations = computeFeltRotations(faces.mesh, center);
    const RevolvedBody body(faces.mesh, shape.feltRotations, center);
    if (body.round == 0.0) return;
    for (int f = 0; f < faces.count(); ++f)
        shape.meanNormal[f] = body.inMeridian(shape.meanNormal[f], faces.centroid[f], faces.normal[f]).normalized();
}

} // namespace

SurfaceShape describeSurface(const TriangleMesh& mesh,
                             const Eigen::Matrix<double, Eigen::Dynamic, 3>& translationPotentials) {
    const MeshFaces faces(mesh);
    const TriangleTree tree(mesh);
    SurfaceShape shape;
    shape.thickness = measureThickness(faces, tree);
    shape.potentialLength = potentialLengths(faces, tree, shape.thickness, translationPotentials);
    measureTurning(faces, shape);
    shape.edgewardLength = measureEdgewardLength(faces, shape.potentialLength);
    const SmoothPieces pieces(faces);
    measurePlanform(faces, pieces, shape);
    measureWakeShape(faces, tree, pieces, shape);
    alignMeanNormals(faces, shape);
    return shape;
}

} // namespace ambient
