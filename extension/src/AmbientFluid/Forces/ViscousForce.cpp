// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ViscousForce.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Body/SurfaceMotion.h"

namespace ambient {

const std::string& ViscousForce::name() const {
    static const std::string kName = "viscous";
    return kName;
}

Wrench ViscousForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    return flow.regime ? flow.regime->wrench() : ViscousRegime::of(surface, flow).wrench();
}

double ViscousForce::power(const Surface& surface, const RelativeFlow& flow) const {
    const ViscousTensor& tensor = surface.viscous();
    const double share = flow.faces ? flow.faces->meanWeight : 1.0;
    const double ofShape =
        flow.dynamicViscosity * share * surface.data().frictionScale * tensor.scale * tensor.shapePower;
    return ambient::power(flow.twist + share * tensor.shapeMotion, evaluate(surface, flow, nullptr)) - ofShape;
}

} // namespace ambient
