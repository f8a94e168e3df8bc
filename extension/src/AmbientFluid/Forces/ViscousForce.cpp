// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ViscousForce.h"

#include "AmbientFluid/Body/SurfaceData.h"

namespace ambient {

const std::string& ViscousForce::name() const {
    static const std::string kName = "viscous";
    return kName;
}

Wrench ViscousForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    return flow.regime ? flow.regime->wrench() : ViscousRegime::of(surface, flow).wrench();
}

} // namespace ambient
