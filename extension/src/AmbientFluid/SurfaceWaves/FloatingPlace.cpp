// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/FloatingPlace.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FastSine.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/MovedMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/SurfaceWaves/WaterMotion.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kLargestShare = 1.5, kTolerance = 0.01;
constexpr double kLinearVolume = 0.2, kLinearUpright = 0.98480775301220806; // cos(10 deg)

/// Rigid motion of the water beside that of the medium below, mesh axes about the mesh origin.
Twist unevenMotion(Immersion& at) {
    const ImmersedPart& below = at.part(0);
    const SurfaceMotion& faces = below.faces;
    VectorRows& velocity = at.buffers.excessByFace;
    velocity.of[0] = faces.velocityX;
    velocity.of[1] = faces.velocityY;
    velocity.of[2] = faces.velocityZ;
    return rigidMotionOfWater(at, faces.weights(at.buffers.weights), velocity);
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
    place.isLinear =
        upright >= kLinearUpright && std::abs(at.part(0).volume - model.volume) <= kLinearVolume * model.volume;
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

PlacedWaves wavesOf(const FluidMedium& medium) {
    const DividedMedium* const divided = medium.divided();
    if (!divided || divided->below().isUniform()) return {}; // the water below does not move with the waves
    const MovedFrom from = beforeMoving(divided->surface());
    if (const auto* const sine = dynamic_cast<const SineWaves*>(from.surface)) return {&sine->waves(), from.offset};
    if (const auto* const orbits = dynamic_cast<const GerstnerWaves*>(from.surface))
        return {&orbits->waves(), from.offset};
    return {};
}

bool isOfWater(const WaveSet::Prepared& wave, const FloatingModel& model) {
    constexpr double kSameWater = 0.02;
    const double square = wave.k * model.gravity * portable::tanh(wave.k * model.depth);
    return std::abs(wave.frequency * wave.frequency - square) <= kSameWater * square;
}

Vector6 scatteredForce(const FloatingModel& model, const FloatingPlace& place, const PlacedWaves& waves,
                       const Vector3& origin, double time) {
    Vector6 sum = Vector6::Zero();
    const Matrix3 headingFromWater = place.comFromHeading.orientation.conjugate() * waves.waves->worldFromWater();
    const Vector3 at = waves.waves->worldFromWater().transpose() * (origin - waves.offset);
    for (const WaveSet::Prepared& wave : waves.waves->waves()) {
        if (!isOfWater(wave, model)) continue;
        const Vector3 ahead = headingFromWater * Vector3(wave.ex, wave.ey, 0.0);
        const Complex6 force = model.scattering->at(wave.k, portable::atan2(ahead.y(), ahead.x()));
        double sine = 0.0, cosine = 0.0;
        sineCosine(wave.kx * at.x() + wave.ky * at.y() - wave.frequency * time + wave.phase, sine, cosine);
        sum += wave.amplitude * (cosine * force.real() - sine * force.imag());
    }
    return place.share * sum;
}

} // namespace ambient
