// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LiftDragForce.h"

#include "AmbientFluid/Forces/FaceForceSum.h"

namespace ambient {

const std::string& LiftDragForce::name() const {
    static const std::string kName = "lift_drag";
    return kName;
}

Wrench LiftDragForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField*) const {
    const FaceArrays& faces = model.faces();
    const double* cx = faces.centroidX.data();
    const double* cy = faces.centroidY.data();
    const double* cz = faces.centroidZ.data();
    const double* nx = faces.normalX.data();
    const double* ny = faces.normalY.data();
    const double* nz = faces.normalZ.data();
    const double* area = faces.area.data();
    const Vector3 v = flow.twist.linear, w = flow.twist.angular;
    const Wrench sum = sumFaceForces(faces, 0, faces.size(), [&](int i, double& x, double& y, double& z) {
        const double ux = v.x() + w.y() * cz[i] - w.z() * cy[i];
        const double uy = v.y() + w.z() * cx[i] - w.x() * cz[i];
        const double uz = v.z() + w.x() * cy[i] - w.y() * cx[i];
        const double normalVelocity = nx[i] * ux + ny[i] * uy + nz[i] * uz;
        const double push = -std::sqrt(ux * ux + uy * uy + uz * uz) * normalVelocity * area[i];
        x = push * nx[i];
        y = push * ny[i];
        z = push * nz[i];
    });
    return (0.5 * flow.density * model.def().pressureScale) * sum;
}

} // namespace ambient
