// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridBody.h"

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluidGrid/MeshDistance.h"

#include <algorithm>
#include <memory>

namespace ambient {

std::function<double(const Vector3&)> sphereDistance(double radius) {
    return [radius](const Vector3& point) { return point.norm() - radius; };
}

std::function<double(const Vector3&)> boxDistance(const Vector3& half) {
    return [half](const Vector3& point) {
        const Vector3 beyond = point.cwiseAbs() - half;
        return beyond.cwiseMax(0.0).norm() + std::min(beyond.maxCoeff(), 0.0);
    };
}

std::function<double(const Vector3&)> ellipsoidDistance(const Vector3& half) {
    return [half](const Vector3& point) {
        // A level set over the length of its gradient.
        const double place = point.cwiseQuotient(half).norm();
        const double slope = point.cwiseQuotient(half.cwiseAbs2()).norm();
        return slope > 0.0 ? place * (place - 1.0) / slope : -half.minCoeff();
    };
}

std::function<double(const Vector3&)> meshDistance(const TriangleMesh& mesh, const Pose& bodyFromMesh, double spacing) {
    const auto samples = std::make_shared<const MeshDistance>(mesh, bodyFromMesh, spacing);
    return [samples](const Vector3& point) { return (*samples)(point); };
}

GridBody makeGridBody(const FluidBody& body, double spacing) {
    GridBody result;
    const TriangleMesh& mesh = body.model->mesh();
    result.distance = meshDistance(mesh, body.bodyFromMesh, spacing);
    for (const Vector3& vertex : mesh.vertices)
        result.radius = std::max(result.radius, (body.bodyFromMesh * vertex).norm());
    result.mass = body.mass();
    result.inertia = body.bodyInertia.matrix().topLeftCorner<3, 3>();
    return result;
}

Wrench weightInFluid(const FluidBody& body, const Quaternion& orientation, const Vector3& gravity, double density) {
    const Vector3 weight = body.mass() * gravity;
    if (!body.model) return {Vector3::Zero(), weight};
    const Vector3 buoyancy = -density * body.model->volume() * gravity;
    const Vector3 arm = orientation * (body.bodyFromMesh * body.model->centerOfVolume());
    return {arm.cross(buoyancy), weight + buoyancy};
}

Wrench impulseFor(const SpatialInertia& inertia, const Quaternion& orientation, const Twist& motion) {
    const Twist inBody = rotated(orientation.conjugate(), motion);
    return rotated(orientation, Wrench(Vector6(inertia.matrix() * inBody.vector())));
}

Twist meanVelocity(const Pose& from, const Pose& to, double duration) {
    const Quaternion turn = to.orientation * from.orientation.conjugate();
    return {logSO3(turn) / duration, (to.position - from.position) / duration};
}

} // namespace ambient
