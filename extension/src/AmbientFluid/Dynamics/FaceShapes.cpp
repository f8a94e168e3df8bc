// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FaceShapes.h"

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Dynamics/FaceDensities.h"

#include <algorithm>

namespace ambient {
namespace {

/// Spin of a triangle whose corners move; exact for a rigid motion.
Vector3 spinOf(const Vector3 (&x)[3], const Vector3 (&v)[3]) {
    const Vector3 a = x[1] - x[0], b = x[2] - x[0], ofA = v[1] - v[0], ofB = v[2] - v[0];
    const Vector3 area = a.cross(b), rate = ofA.cross(b) + a.cross(ofB);
    const double size = area.squaredNorm();
    if (!(size > 0.0)) return Vector3::Zero();
    const Vector3 tilt = area.cross(rate) / size; // n x n'
    const Vector3 normal = area / std::sqrt(size);
    const double turn = 0.5 * (normal.dot(a.cross(ofA)) / a.squaredNorm() + normal.dot(b.cross(ofB)) / b.squaredNorm());
    return tilt + turn * normal;
}

Vector6 weightedSum(const FaceTable& table, const double* weight, const std::vector<double>& speed) {
    Vector6 sum = Vector6::Zero();
    for (int k = 0; k < 6; ++k) {
        const double* const g = table.row(FaceTable::AddedMass + k);
        for (int f = 0; f < table.size(); ++f)
            sum[k] += (weight ? weight[f] : 1.0) * g[f] * speed[static_cast<std::size_t>(f)];
    }
    return sum;
}

/// The density with which the whole shape's flow counts.
double densityOfWhole(const Surface& surface, const std::vector<double>& weights) {
    constexpr double kFade = 0.1; // part of the surface
    const auto end = weights.begin() + surface.faces().size();
    const auto [least, most] = std::minmax_element(weights.begin(), end);
    if (!(*most > 0.0)) return 0.0;
    double dry = 0.0;
    for (int f = 0; f < surface.faces().size(); ++f)
        dry += surface.faces().area[f] * (1.0 - weights[static_cast<std::size_t>(f)] / *most);
    return std::max(*least, *most * (1.0 - dry / (kFade * surface.area())));
}

} // namespace

bool hasVertexVelocity(const DeformedShape& shape) {
    return shape.vertexVelocity.of[0].size() >= static_cast<std::size_t>(shape.surface.faceTable().vertexCount());
}

void findFaceShapes(Immersion& at) {
    const DeformedShape& shape = *at.shape;
    const FaceTable& table = shape.surface.faceTable();
    const Faces& faces = shape.surface.faces();
    const VectorRows& ofVertices = shape.vertexVelocity;
    const bool hasVertices = hasVertexVelocity(shape);
    FaceShapes& out = at.faceShapes;
    out.velocity.resize(faces.size());
    VectorRows::resizeRow(out.speed, faces.size());
    for (int f = 0; f < faces.size(); ++f) {
        Vector3 spin = at.shapeTwist.angular;
        if (hasVertices) {
            const int corner[] = {table.corner(0)[f], table.corner(1)[f], table.corner(2)[f]};
            const Vector3 x[] = {table.vertices()[corner[0]], table.vertices()[corner[1]], table.vertices()[corner[2]]};
            const Vector3 v[] = {ofVertices[corner[0]], ofVertices[corner[1]], ofVertices[corner[2]]};
            spin = spinOf(x, v);
        }
        const Vector3 center = faces.centroid(f), velocity = shape.faceVelocity[f];
        Vector6 own, g;
        own << spin, velocity - spin.cross(center);
        for (int k = 0; k < 6; ++k)
            g[k] = table.row(FaceTable::AddedMass + k)[f];
        out.speed[static_cast<std::size_t>(f)] = g.dot(own);
        out.velocity.set(f, velocity - at.shapeTwist.linear - at.shapeTwist.angular.cross(center));
    }
}

Momentum momentumOfShape(Immersion& at) {
    const FaceTable& table = at.surface->faceTable();
    std::vector<double>& weights = at.buffers.weights;
    addedMassWeights(at, weights);
    const std::vector<double>& speed = at.faceShapes.speed;
    const Vector6 ofOthers = at.shape->fluidMomentum.vector() - weightedSum(table, nullptr, speed);
    return Momentum(
        Vector6(weightedSum(table, weights.data(), speed) + densityOfWhole(*at.surface, weights) * ofOthers));
}

} // namespace ambient
