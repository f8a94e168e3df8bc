// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ReducedSurface.h"

#include "AmbientFluid/Body/BasePoints.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/WingCellsBuilder.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"
#include "AmbientFluid/PotentialFlow/RevolvedBody.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

/// Faces of a reduction from which on pressure on a body of revolution acts in planes through its axis (RevolvedBody).
constexpr int kFewestInMeridians = 100;

/// The nearest point of a triangle. [Ericson2005, 5.1.5]
Vector3 nearestPoint(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c) {
    const auto onSegment = [&p](const Vector3& from, const Vector3& to) -> Vector3 {
        const Vector3 along = to - from;
        const double t = along.dot(p - from) / std::max(along.squaredNorm(), 1e-300);
        return from + std::clamp(t, 0.0, 1.0) * along;
    };
    const Vector3 n = (b - a).cross(c - a);
    const bool inside =
        n.dot((b - a).cross(p - a)) >= 0.0 && n.dot((c - b).cross(p - b)) >= 0.0 && n.dot((a - c).cross(p - c)) >= 0.0;
    if (inside && n.squaredNorm() > 0.0) return p - n.dot(p - a) / n.squaredNorm() * n;
    Vector3 best = onSegment(a, b);
    for (const Vector3& other : {onSegment(b, c), onSegment(c, a)})
        if ((other - p).squaredNorm() < (best - p).squaredNorm()) best = other;
    return best;
}

/// Distance of a face of the full model from a coarse one, in space and in orientation.
/// The orientation keeps the two sides of a sheet apart.
double remoteness(const FluidBodyModel& full, int face, const TriangleMesh& coarse, int coarseFace) {
    constexpr double kLook = 0.25; // of the length, for faces with perpendicular normals
    const Vector3 center = full.faces().centroid(face);
    const Vector3 nearest =
        nearestPoint(center, coarse.corner(coarseFace, 0), coarse.corner(coarseFace, 1), coarse.corner(coarseFace, 2));
    const double look = kLook * full.length();
    const Vector3 normal = coarse.areaVector(coarseFace).normalized();
    return (nearest - center).squaredNorm() + look * look * (1.0 - normal.dot(full.faces().normal(face)));
}

/// Area-weighted sums of full faces over coarse ones.
struct ShapeSum {
    explicit ShapeSum(int faces) : area(static_cast<std::size_t>(faces), 0.0) {
        for (const auto number : kNumbers)
            shape.*number = area;
        shape.edgewardLength.assign(area.size(), Vector3::Zero());
        shape.chordDirection = shape.meanNormal = shape.edgewardLength;
        shape.piece.assign(area.size(), 0);
        largest = area;
    }

    void add(const FluidBodyModel& full, int fullFace, int coarseFace) {
        const auto from = static_cast<std::size_t>(fullFace), to = static_cast<std::size_t>(coarseFace);
        const SurfaceShape& of = full.surfaceShape();
        const double weight = full.faces().area[from];
        area[to] += weight;
        for (const auto number : kNumbers)
            (shape.*number)[to] += weight * (of.*number)[from];
        shape.meanNormal[to] += weight * of.meanNormal[from];
        shape.edgewardLength[to] += weight * of.edgewardLength[from];
        const double sense = shape.chordDirection[to].dot(of.chordDirection[from]) < 0.0 ? -1.0 : 1.0;
        shape.chordDirection[to] += weight * sense * of.chordDirection[from];
        if (weight > largest[to]) {
            largest[to] = weight;
            shape.piece[to] = of.piece[from];
        }
    }

    SurfaceShape mean(const TriangleMesh& mesh, const FluidBodyModel& full) {
        shape.feltRotations = full.surfaceShape().feltRotations;
        const RevolvedBody body(full.mesh(), shape.feltRotations, full.centerOfVolume());
        for (std::size_t f = 0; f < area.size(); ++f) {
            for (const auto number : kNumbers)
                (shape.*number)[f] /= area[f];
            shape.edgewardLength[f] /= area[f];
            const Vector3 normal = mesh.areaVector(static_cast<int>(f)).normalized();
            Vector3& chord = shape.chordDirection[f];
            chord -= normal.dot(chord) * normal;
            chord.normalize(); // does not change a zero vector
            Vector3& m = shape.meanNormal[f];
            m = body.inMeridian(m, mesh.faceCentroid(static_cast<int>(f)), normal);
            if (!(m.dot(normal) > 0.0)) m = normal;
            m.normalize();
        }
        return shape;
    }

    using S = SurfaceShape;
    /// Quantities that have a mean.
    static constexpr std::vector<double> S::*kNumbers[] = {
        &S::potentialLength, &S::thickness, &S::roundness, &S::aspectRatio, &S::flatness,
        &S::hollowness,      &S::taper,     &S::noseShare, &S::elongation,  &S::openness};

    SurfaceShape shape;
    std::vector<double> area, largest; ///< of all full faces of a coarse one, and of the largest
};

/// \param nearestFace receives the coarse face of each full one
SurfaceShape meanShape(const FluidBodyModel& full, const TriangleMesh& coarse, std::vector<int>& nearestFace) {
    ShapeSum sum(coarse.faceCount());
    const auto nearest = [&](int count, auto&& distance) {
        int best = 0;
        double least = std::numeric_limits<double>::infinity();
        for (int i = 0; i < count; ++i) {
            const double d = distance(i);
            if (!(d < least)) continue;
            least = d;
            best = i;
        }
        return best;
    };
    for (int f = 0; f < full.faces().size(); ++f) {
        nearestFace.push_back(nearest(coarse.faceCount(), [&](int c) { return remoteness(full, f, coarse, c); }));
        sum.add(full, f, nearestFace.back());
    }
    for (int c = 0; c < coarse.faceCount(); ++c)
        if (!(sum.area[static_cast<std::size_t>(c)] > 0.0))
            sum.add(full, nearest(full.faces().size(), [&](int f) { return remoteness(full, f, coarse, c); }), c);
    return sum.mean(coarse, full);
}

} // namespace

ReducedSurface reduceSurface(const FluidBodyModel& full, int faces) {
    if (faces < 4)
        throw std::invalid_argument("reduceSurface: a closed mesh needs at least 4 faces, got " +
                                    std::to_string(faces));
    ReducedSurface surface;
    surface.mesh = reducedMesh(full.mesh(), faces);
    std::vector<int> nearest;
    surface.shape = meanShape(full, surface.mesh, nearest);
    surface.weights =
        computePressureWeights(surface.mesh, surface.shape, full.def().wakeFactor, full.def().surfacePressure);
    const PressureWeights& exact = full.pressureWeights();
    surface.weights.spin = exact.spin;
    surface.weights.spinLength = exact.spinLength;
    // The few wide facets of a coarse reduction follow the full model's forces better from their centroids than in the
    // planes through the axis of a body of revolution (a cone of 48 faces to 7 % in place of 9).
    surface.weights.actionShares.clear();
    const RevolvedBody body(full.mesh(), exact.feltRotations, full.centerOfVolume());
    if (body.round > 0.0 && surface.mesh.faceCount() >= kFewestInMeridians)
        for (int f = 0; f < surface.mesh.faceCount(); ++f)
            surface.weights.actionShares.push_back(body.actionShares(surface.mesh, f));
    takeBases(exact, surface.shape.piece, surface.weights);
    takeWings(full.mesh(), exact, nearest, surface.mesh, surface.weights);
    return surface;
}

} // namespace ambient
