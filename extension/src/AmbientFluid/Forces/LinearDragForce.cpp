// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LinearDragForce.h"

#include "AmbientFluid/Body/SurfaceMotion.h"

#include <cmath>
#include <stdexcept>

namespace ambient {

LinearDragForce::LinearDragForce(double rate) : m_rate(rate) {
    if (!(rate >= 0.0) || !std::isfinite(rate))
        throw std::invalid_argument("LinearDragForce: the rate must be zero or positive and finite, got " +
                                    std::to_string(rate) + " 1/s");
}

const std::string& LinearDragForce::name() const {
    static const std::string kName = "linear_drag";
    return kName;
}

Wrench LinearDragForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField*) const {
    const Momentum momentumPerDensity = surface.addedMassPerDensity() * flow.twist;
    const double weight = flow.faces ? flow.faces->meanWeight : 1.0;
    return Wrench(Vector6(-m_rate * weight * flow.density * momentumPerDensity.vector()));
}

} // namespace ambient
