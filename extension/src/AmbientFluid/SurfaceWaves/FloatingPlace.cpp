// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FloatingPlace.h"

#include "AmbientFluid/Math/Cholesky6.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kLargestShare = 1.5, kTolerance = 0.01;

/// Rigid motion of the water beside that of the medium below, mesh axes about the mesh origin.
Twist unevenMotion(Immersion& at) {
    const ImmersedPart& below = at.part(0);
    const SurfaceMotion& faces = below.faces;
    VectorRows& velocity = at.buffers.excessByFace;
    velocity.of[0] = faces.velocityX;
    velocity.of[1] = faces.velocityY;
    velocity.of[2] = faces.velocityZ;
    const Wrench momentum = pushOfAddedMass(*at.surface, faces.weights(at.buffers.weights), velocity);
    // A body of revolution has no added mass about its axis: there the water turns nothing.
    Matrix6 mass = below.addedMass.matrix();
    const double least = 1e-6 * mass.diagonal().tail<3>().sum();
    mass.diagonal() += least * (Vector6() << Vector3::Constant(at.surface->area()), Vector3::Ones()).finished();
    return Twist(Vector6(Cholesky6(mass).inverse() * (below.medium.density * momentum.vector())));
}

} // namespace

FloatingPlace findFloatingPlace(const FloatingModel& model, Immersion& at, const Pose& bodyFromMesh,
                                const Waterplane& plane) {
    FloatingPlace place;
    if (!plane.makesWaves()) return place;
    const MediumSample &below = at.part(0).medium, &above = at.part(1).medium;
    const double gravity = plane.gravity * plane.density / (below.density - above.density);
    if (!(std::abs(gravity - model.gravity) <= kTolerance * model.gravity)) return place;
    if (!(above.density <= kTolerance * below.density)) return place;

    const Pose comFromMesh{at.worldFromBody.orientation * bodyFromMesh.orientation,
                           at.worldFromBody.orientation * bodyFromMesh.position};
    const Quaternion turn = comFromMesh.orientation * model.waterFromMesh.conjugate();
    const double upright = at.up.dot(turn * Vector3::UnitZ());
    const Vector3 ahead = turn * Vector3::UnitX();
    const Vector3 level = ahead - ahead.dot(at.up) * at.up;
    if (!(upright > 0.0) || !(level.squaredNorm() > 1e-4)) return place;
    Matrix3 axes;
    axes.col(0) = level.normalized();
    axes.col(2) = at.up;
    axes.col(1) = at.up.cross(axes.col(0));
    place.comFromHeading = {Quaternion(axes), comFromMesh * model.waterplaneInMesh};

    const double density = std::sqrt(below.density / model.fluidDensity);
    const double area = std::min(plane.area / model.waterplaneArea, kLargestShare) * upright;
    place.share = area * density;
    place.massShare = std::min({area, 1.0, at.part(0).volume / model.volume}) * density;
    // A medium without a flow of its own may have a surface that rises and falls.
    Twist water(Vector3::Zero(), below.velocity);
    if (at.part(0).faces.moves)
        water += changeFrame(unevenMotion(at), comFromMesh.inverse());
    else
        water.linear += (plane.water - below.velocity).dot(at.up) * at.up;
    place.water = changeFrame(water, place.comFromHeading);
    return place;
}

} // namespace ambient
