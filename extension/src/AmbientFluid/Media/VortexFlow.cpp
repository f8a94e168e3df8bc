// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/VortexFlow.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>

namespace ambient {
namespace {

/// The angular velocity w of the fluid about the axis and its derivatives, all per circulation / (2 pi).
struct Swirl {
    double w, byQ, byC; ///< w, dw/dq with q = r^2, dw/dc with c the square of the core's radius
};

Swirl rankine(double q, double c) {
    return q < c ? Swirl{1.0 / c, 0.0, 0.0} : Swirl{1.0 / q, -1.0 / (q * q), 0.0};
}

/// w = (1 - exp(-q/c)) / q, with a series near the axis, where the closed forms cancel.
Swirl lambOseen(double q, double c) {
    const double s = q / c, decay = portable::exp(-s);
    const double byC = -decay / (c * c);
    if (s < 0.01) {
        const double w = 1.0 - s * (1.0 / 2 - s * (1.0 / 6 - s * (1.0 / 24 - s * (1.0 / 120 - s / 720))));
        const double slope = -1.0 / 2 + s * (1.0 / 3 - s * (1.0 / 8 - s * (1.0 / 30 - s * (1.0 / 144 - s / 840))));
        return {w / c, slope / (c * c), byC};
    }
    const double w = -portable::expm1(-s) / q;
    return {w, (decay / c - w) / q, byC};
}

} // namespace

VortexFlow::VortexFlow(const VortexDef& def) : m_def(def) {
    m_def.axis = requireDirection(def.axis, "VortexFlow: axis");
    requireFinite(def.center, "VortexFlow: center");
    requireThat(std::isfinite(def.circulation), "VortexFlow: circulation must be finite", def.circulation);
    requirePositive(def.coreRadius, "VortexFlow: coreRadius");
    const bool maySpread = def.core == VortexCore::LambOseen;
    requireThat(def.kinematicViscosity == 0.0 ||
                    (maySpread && def.kinematicViscosity > 0.0 && std::isfinite(def.kinematicViscosity)),
                "VortexFlow: kinematicViscosity must be zero, or positive and finite in a Lamb-Oseen vortex",
                def.kinematicViscosity);
}

void VortexFlow::sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const {
    const double strength = m_def.circulation / (2.0 * kPi);
    const double growth = time > 0.0 ? 4.0 * m_def.kinematicViscosity : 0.0;
    const double c = m_def.coreRadius * m_def.coreRadius + growth * std::max(time, 0.0);
    const Matrix3 turn = skew(m_def.axis);
    for (int i = 0; i < count; ++i) {
        const Vector3 d = pointsInWorld[i] - m_def.center;
        const Vector3 r = d - m_def.axis.dot(d) * m_def.axis, around = m_def.axis.cross(r);
        const double q = r.squaredNorm();
        const Swirl swirl = m_def.core == VortexCore::Rankine ? rankine(q, c) : lambOseen(q, c);
        samples[i].velocity = (strength * swirl.w) * around;
        samples[i].gradient = (strength * swirl.w) * turn + (2.0 * strength * swirl.byQ) * around * r.transpose();
        samples[i].rate = (strength * swirl.byC * growth) * around;
    }
}

} // namespace ambient
