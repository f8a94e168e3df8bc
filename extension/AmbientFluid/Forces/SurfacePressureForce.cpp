// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SurfacePressureForce.h"

#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {
namespace {

/// The rotation term, per density, about the mesh origin, for a medium that moves as one and wets all of the body.
Wrench spinWrench(const FluidBodyModel& model, const Twist& twist) {
    const PressureWeights& weights = model.pressureWeights();
    const Vector3 velocity = twist.linear + twist.angular.cross(model.centerOfVolume());
    const double speed = velocity.norm(), spinSpeed = weights.spinLength * twist.angular.norm();
    Matrix6 sum = Matrix6::Zero();
    weights.sheetSpin.addTo(sum, 1.0, twist.angular);
    if (speed > 0.0) {
        weights.roundSpin.addTo(sum, speed / (speed + spinSpeed), twist.angular);
        const Vector3 lead = velocity / (speed + 0.5 * spinSpeed);
        for (int d = 0; d < 3; ++d)
            weights.sheetLead[static_cast<std::size_t>(d)].addTo(sum, lead[d], twist.angular);
    }
    return Wrench(Vector6(sum * twist.vector()));
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
    FaceTerms onFaces;
    joinFaceTerms(model, flow, onFaces);
    return sumFaceTerms(model, flow, onFaces) + besidesFaceTerms(model, flow);
}

bool SurfacePressureForce::joinFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow,
                                         FaceTerms& terms) const {
    terms.surfacePressure += flow.density * model.def().pressureScale;
    return true;
}

Wrench SurfacePressureForce::besidesFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow) const {
    return (flow.density * model.def().pressureScale) * spinWrench(model, flow);
}

} // namespace ambient
