// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Forces/FaceForceSum.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Windward pressure and leeward suction of all faces, per density, about the mesh origin.
template <class FaceVelocity>
Wrench pressureOnFaces(const FluidBodyModel& model, const FaceVelocity& velocity) {
    const FaceArrays& faces = model.faces();
    const PressureWeights& weights = model.pressureWeights();
    const double *nx = faces.normalX.data(), *ny = faces.normalY.data(), *nz = faces.normalZ.data();
    const double *windwardNormal = weights.windwardNormal.data(), *windwardAlong = weights.windwardAlong.data();
    const double *leewardNormal = weights.leewardNormal.data(), *leewardAlong = weights.leewardAlong.data();
    const double *chordX = weights.chordX.data(), *chordY = weights.chordY.data(), *chordZ = weights.chordZ.data();
    return sumFaceForces(faces, 0, faces.size(), [&](int i, double& x, double& y, double& z) {
        double ux, uy, uz;
        velocity.at(i, ux, uy, uz);
        const double un = nx[i] * ux + ny[i] * uy + nz[i] * uz;
        const double u2 = ux * ux + uy * uy + uz * uz;
        const double perSpeed = 1.0 / std::sqrt(std::max(u2, 1e-300));
        const double along = std::max(u2 - un * un, 0.0) * perSpeed;
        const double chord = chordX[i] * ux + chordY[i] * uy + chordZ[i] * uz;
        const bool windward = un > 0.0;
        const double normalPart = windward ? windwardNormal[i] : leewardNormal[i];
        const double alongPart = windward ? windwardAlong[i] : leewardAlong[i];
        const double push =
            -velocity.share(i) * un * (normalPart * std::abs(un) + alongPart * along + chord * chord * perSpeed);
        x = push * nx[i];
        y = push * ny[i];
        z = push * nz[i];
    });
}

/// The rotation term, per density, about the mesh origin, for a medium that moves as one and wets all of the body.
Wrench spinWrench(const FluidBodyModel& model, const Twist& twist) {
    const PressureWeights& weights = model.pressureWeights();
    const Vector3 velocity = twist.linear + twist.angular.cross(model.centerOfVolume());
    const double speed = velocity.norm(), spinSpeed = weights.spinLength * twist.angular.norm();
    if (!(speed > 0.0)) return weights.sheetSpin.wrench(twist);
    const Vector3 lead = velocity / (speed + 0.5 * spinSpeed);
    Wrench sum = speed / (speed + spinSpeed) * weights.roundSpin.wrench(twist) + weights.sheetSpin.wrench(twist);
    for (int d = 0; d < 3; ++d)
        sum += lead[d] * weights.sheetLead[d].wrench(twist);
    return sum;
}

/// The same for any flow. Its tensors know the body only as a whole: of a medium that turns, the turning is taken off
/// the body's, and of one that wets a part of it, that share of the whole is taken.
Wrench spinWrench(const FluidBodyModel& model, const RelativeFlow& flow) {
    if (!flow.faces) return spinWrench(model, flow.twist);
    Twist twist = flow.twist;
    const Vector3 center = model.centerOfVolume();
    twist.angular -= flow.faces->spin;
    twist.linear += flow.faces->spin.cross(center);
    return flow.faces->meanShare * spinWrench(model, twist);
}

} // namespace

const std::string& SurfacePressureForce::name() const {
    static const std::string kName = "surface_pressure";
    return kName;
}

Wrench SurfacePressureForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow,
                                      SurfaceField* field) const {
    if (field) fillSurfaceField(model, flow, *field);
    const Wrench onFaces =
        withFaceVelocity(model, flow, [&](const auto& velocity) { return pressureOnFaces(model, velocity); });
    const Wrench perDensity = onFaces + spinWrench(model, flow);
    return (flow.density * model.def().pressureScale) * perDensity;
}

} // namespace ambient
