// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/Waterplane.h"

#include "AmbientFluid/Math/SE3.h"

#include <algorithm>
#include <numeric>

namespace ambient {
namespace {

/// Mean velocity of the surface at the samples of an evaluation, world axes [m/s].
Vector3 meanSurfaceVelocity(const Immersion& at) {
    const int count = at.isFlat ? 1 : at.surface->faceTable().vertexCount();
    Vector3 sum;
    for (int k = 0; k < 3; ++k) {
        const double* const row = at.waterSurface.velocity.of[static_cast<std::size_t>(k)].data();
        sum[k] = std::accumulate(row, row + count, 0.0);
    }
    return sum / count;
}

} // namespace

Waterplane findWaterplane(const Immersion& at, const Pose& bodyFromMesh, const Vector3& gravity) {
    Waterplane plane;
    if (at.partCount < 2) return plane;
    // The wetted faces and the cut enclose a volume: their area vectors, and the moments of these, add up to zero.
    const Pose worldFromMesh = at.worldFromBody * bodyFromMesh;
    const Vector3 areaVector = worldFromMesh.orientation * Vector3(-at.wetted.areaVector);
    const double cut = at.up.dot(areaVector);
    const double least = kWettingDepth * at.surface->length() * cut;
    const ImmersedPart &below = at.part(0), &above = at.part(1);
    if (!(least > 1e-9 * at.surface->volume())) return plane;
    const double displaced = at.surface->data().displacedShare;
    plane.area =
        displaced * cut * std::clamp(below.volume / least, 0.0, 1.0) * std::clamp(above.volume / least, 0.0, 1.0);
    plane.density = below.medium.density + above.medium.density;
    if (!(plane.density > 0.0)) return Waterplane();
    plane.gravity = -gravity.dot(at.up) * (below.medium.density - above.medium.density) / plane.density;
    const Vector3 upInBody = at.worldFromBody.orientation.conjugate() * at.up;
    const Matrix3 addedMass = at.addedMass.matrix().bottomRightCorner<3, 3>();
    plane.mass = displaced * (below.displacedMass() + above.displacedMass()) + upInBody.dot(addedMass * upInBody);
    const Wrench inMesh((-1.0 / cut) * at.wetted.areaMoment, (-1.0 / cut) * at.wetted.areaVector);
    plane.unitForce = rotated(at.worldFromBody.orientation, changeFrame(bodyFromMesh, inMesh));
    plane.water = meanSurfaceVelocity(at);
    return plane;
}

} // namespace ambient
