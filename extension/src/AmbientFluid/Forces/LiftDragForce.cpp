// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LiftDragForce.h"

#include "AmbientFluid/Body/SurfaceData.h"

namespace ambient {

const std::string& LiftDragForce::name() const {
    static const std::string kName = "lift_drag";
    return kName;
}

Wrench LiftDragForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    const Faces& faces = surface.faces();
    Wrench sum;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 u = flow.velocityOfFace(faces, f), n = faces.normal(f);
        const Vector3 force = -flow.weightOfFace(f) * u.norm() * n.dot(u) * faces.area[f] * n;
        sum += Wrench(faces.centroid(f).cross(force), force);
    }
    return (0.5 * flow.density * surface.data().pressureScale) * sum;
}

double LiftDragForce::power(const Surface& surface, const RelativeFlow& flow) const {
    const Faces& faces = surface.faces();
    double sum = 0.0;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 u = flow.velocityOfFace(faces, f);
        const double un = faces.normal(f).dot(u);
        sum -= flow.weightOfFace(f) * u.norm() * un * un * faces.area[f];
    }
    return 0.5 * flow.density * surface.data().pressureScale * sum;
}

} // namespace ambient
