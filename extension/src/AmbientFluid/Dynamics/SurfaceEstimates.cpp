// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/SurfaceEstimates.h"

#include <cmath>

namespace ambient {
namespace {

const DividedMedium* dividedMediumOf(const KirchhoffMotion& motion) {
    return motion.fluid().medium() ? motion.fluid().medium()->divided() : nullptr;
}

} // namespace

double largestBobbingRate(const KirchhoffMotion& motion, const Evaluation& at) {
    const DividedMedium* divided = dividedMediumOf(motion);
    if (!divided) return 0.0;
    const Immersion& fluid = at.fluid();
    if (fluid.partCount == 1 && fluid.submergedVolume > 0.0) return 0.0;
    const FluidBody& body = motion.body();
    const Pose worldFromMesh = at.worldFromBody() * body.bodyFromMesh;
    const bool isCut = fluid.partCount == 2;
    const double density =
        isCut ? fluid.part(0).medium.density
              : divided->below().sample(worldFromMesh * body.model->centerOfVolume(), at.time()).density;
    const Vector3 up = at.worldFromBody().orientation.conjugate() * divided->surface().up();
    // The trace bounds the largest eigenvalue of K^-1 C. Half of the projected area of all faces bounds the area of the
    // water plane. A face at c contributes its half area times h . K^-1 h, h = (c x up, up).
    const Matrix6& inverse = at.inertia().inverse;
    const Matrix3 across = skew(up);
    const double heaving = up.dot(inverse.bottomRightCorner<3, 3>() * up);
    const Vector3 coupled = 2.0 * up.cross(inverse.topRightCorner<3, 3>() * up);
    const Matrix3 turning = across.transpose() * inverse.topLeftCorner<3, 3>() * across;
    const Vector3 upInMesh = body.bodyFromMesh.orientation.conjugate() * up;
    const Faces& faces = body.model->faces();
    double trace = 0.0;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 c = body.bodyFromMesh * faces.centroid(f);
        const double area = 0.5 * faces.area[f] * std::abs(faces.normal(f).dot(upInMesh));
        trace += area * (heaving + coupled.dot(c) + c.dot(turning * c));
    }
    return std::sqrt(density * motion.gravity().norm() * trace);
}

bool mayMeetOtherDensity(const KirchhoffMotion& motion, const Evaluation& at, double speed, double duration) {
    if (!motion.fluid().hasVaryingDensity()) return false;
    constexpr double kMargin = 1.25; // a plane between the points may cut the sphere a little
    constexpr int kPoints = 14;
    const FluidBodyModel& model = *motion.body().model;
    const Vector3 center = at.worldFromBody() * (motion.body().bodyFromMesh * model.centerOfVolume());
    const double reach = kMargin * (model.radius() + duration * speed);
    Vector3 points[kPoints];
    for (int axis = 0; axis < 3; ++axis)
        for (int side = 0; side < 2; ++side)
            points[2 * axis + side] = center + (side ? reach : -reach) * Vector3::Unit(axis);
    for (int corner = 0; corner < 8; ++corner) {
        const Vector3 way(corner & 1 ? 1.0 : -1.0, corner & 2 ? 1.0 : -1.0, corner & 4 ? 1.0 : -1.0);
        points[6 + corner] = center + reach / std::sqrt(3.0) * way;
    }
    for (int i = 0; i < at.fluid().partCount; ++i) {
        const ImmersedPart& part = at.fluid().part(i);
        if (part.varies && part.faces.isStratified) return true;
        MediumSample samples[kPoints];
        try {
            part.source->sampleMany(points, kPoints, at.time() + duration, samples);
        } catch (...) { // the body is not there yet: a medium that fails there fails when the body is
            return true;
        }
        for (const MediumSample& sample : samples)
            if (sample.density != part.medium.density) return true;
    }
    return false;
}

bool mayMeetSurface(const KirchhoffMotion& motion, const Evaluation& at, double speed, double duration) {
    const DividedMedium* divided = dividedMediumOf(motion);
    if (!divided || at.fluid().partCount == 2) return false;
    const FluidBodyModel& model = *motion.body().model;
    const Vector3 center = at.worldFromBody() * (motion.body().bodyFromMesh * model.centerOfVolume());
    const double height = divided->surface().up().dot(center);
    const double reach = model.radius() + kWettingDepth * model.length() + duration * speed;
    const auto [lowest, highest] = divided->heightRange(at.time());
    return height - reach < highest && height + reach > lowest;
}

} // namespace ambient
