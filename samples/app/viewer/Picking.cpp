// SPDX-License-Identifier: Zlib
#include "viewer/Picking.h"

#include "AmbientFluid/Mesh/TriangleTree.h"

#include <algorithm>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kReachOfCentre = 9.0; // pixels

int indexOf(const SceneContext& context, const btCollisionObject* object) {
    for (int body = 0; body < static_cast<int>(context.bodies().size()); ++body)
        if (context.rigidBody(body) == object) return body;
    return -1;
}

/// The body whose centre is nearest to the pixel, if any is near.
std::optional<Pick> pickCentre(const SceneContext& context, const Camera& camera, const Eigen::Vector2d& pixel,
                               const PictureSize& size) {
    std::optional<Pick> nearest;
    double distance = kReachOfCentre;
    for (int body = 0; body < static_cast<int>(context.bodies().size()); ++body) {
        const Vector3 centre = btFluidVector(context.rigidBody(body)->getCenterOfMassPosition());
        const auto at = camera.pixelOf(centre, size);
        if (!at || (*at - pixel).norm() > distance) continue;
        distance = (*at - pixel).norm();
        nearest = Pick{body, centre};
    }
    return nearest;
}

/// Intersection of a ray along a unit vector with the visible mesh of the body: Bullet's own test is accurate to 1 cm
/// in single precision. `otherwise` if the ray meets the margin alone.
Vector3 pointOnMesh(const SceneContext& context, int body, const Vector3& from, const Vector3& along,
                    const Vector3& otherwise) {
    const ambient::Pose bodyFromWorld = btFluidPose(context.rigidBody(body)->getCenterOfMassTransform()).inverse();
    const ambient::TriangleTree tree(*context.bodies()[static_cast<std::size_t>(body)].mesh);
    const auto distance = tree.castRay(bodyFromWorld * from, bodyFromWorld.orientation * along);
    return distance ? Vector3(from + *distance * along) : otherwise;
}

} // namespace

std::optional<Pick> pickBody(SceneContext& context, const Camera& camera, const Eigen::Vector2d& pixel,
                             const PictureSize& size) {
    const Vector3 from = camera.eye(), along = camera.rayThrough(pixel, size);
    const Vector3 to = from + 20.0 * camera.distance * along;
    btCollisionWorld::ClosestRayResultCallback ray(btFluidVector(from), btFluidVector(to));
    context.world().rayTest(btFluidVector(from), btFluidVector(to), ray);
    const int hit = ray.hasHit() ? indexOf(context, ray.m_collisionObject) : -1;
    if (hit >= 0) return Pick{hit, pointOnMesh(context, hit, from, along, btFluidVector(ray.m_hitPointWorld))};
    return pickCentre(context, camera, pixel, size);
}

} // namespace samples
