// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/TangentialDragForce.h"

#include "AmbientFluid/Body/SurfaceData.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// Calls `use` with place, velocity, and force per density and nu of each face.
template <class Use>
void forEachFace(const Surface& surface, const RelativeFlow& flow, Use&& use) {
    const Faces& faces = surface.faces();
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 place = faces.centroid(f), n = faces.normal(f), u = flow.velocityOfFace(faces, f);
        use(place, u, Vector3(-faces.area[f] * flow.weightOfFace(f) * (u - u.dot(n) * n)));
    }
}

} // namespace

TangentialDragForce::TangentialDragForce(double speed) : m_speed(speed) {
    if (!(speed >= 0.0) || !std::isfinite(speed))
        throw std::invalid_argument("TangentialDragForce: the speed must be zero or positive and finite, got " +
                                    std::to_string(speed) + " m/s");
}

const std::string& TangentialDragForce::name() const {
    static const std::string kName = "tangential_drag";
    return kName;
}

Wrench TangentialDragForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    Wrench sum;
    forEachFace(surface, flow, [&](const Vector3& place, const Vector3&, const Vector3& force) {
        sum += Wrench(place.cross(force), force);
    });
    return Wrench(Vector6(flow.density * m_speed * sum.vector()));
}

double TangentialDragForce::power(const Surface& surface, const RelativeFlow& flow) const {
    double sum = 0.0;
    forEachFace(surface, flow, [&](const Vector3&, const Vector3& u, const Vector3& force) { sum += force.dot(u); });
    return flow.density * m_speed * sum;
}

} // namespace ambient
