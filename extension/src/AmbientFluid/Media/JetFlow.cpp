// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/JetFlow.h"

#include "AmbientFluid/Math/Requirements.h"

namespace ambient {

JetFlow::JetFlow(const JetDef& def) : m_def(def) {
    m_def.direction = requireDirection(def.direction, "JetFlow: direction");
    requireFinite(def.nozzle, "JetFlow: nozzle");
    requireThat(std::isfinite(def.speed), "JetFlow: speed must be finite", def.speed);
    requirePositive(def.diameter, "JetFlow: diameter");
}

void JetFlow::sampleMany(const Vector3* pointsInWorld, int count, double, FlowSample* samples) const {
    static const double a = (std::sqrt(2.0) - 1.0) / (0.094 * 0.094), b = 0.5 * std::sqrt(3.0 * a);
    const double length = b * m_def.diameter, flux = m_def.speed * length;
    const Vector3& e = m_def.direction;
    for (int i = 0; i < count; ++i) {
        FlowSample& s = samples[i];
        s = FlowSample();
        const Vector3 d = pointsInWorld[i] - m_def.nozzle;
        const double x = e.dot(d);
        if (x <= -m_def.diameter) continue;
        const Vector3 r = d - x * e;
        // U = flux/X f e + flux g r / X^2 with f = 1/(1 + a q)^2, g = f (1 - a q)/2, q = eta^2: smooth at the axis.
        const double X = x + length, q = r.squaredNorm() / (X * X), n = 1.0 / (1.0 + a * q);
        const double f = n * n, fq = -2.0 * a * n * f, g = 0.5 * f * (1.0 - a * q),
                     gq = 0.5 * (fq * (1.0 - a * q) - a * f);
        const double c = flux / X, k = c / X;
        s.velocity = (c * f) * e + (k * g) * r;
        const Vector3 gradQ = (2.0 / (X * X)) * r - (2.0 * q / X) * e;
        s.gradient = e * (c * fq * gradQ - (c / X * f) * e).transpose() +
                     r * (k * gq * gradQ - (2.0 * k / X * g) * e).transpose() +
                     (k * g) * (Matrix3::Identity() - e * e.transpose());
        if (x < 0.0) {
            const double u = 1.0 + x / m_def.diameter, fade = u * u * (3.0 - 2.0 * u);
            const double slope = 6.0 * u * (1.0 - u) / m_def.diameter;
            s.gradient = fade * s.gradient + s.velocity * (slope * e).transpose();
            s.velocity *= fade;
        }
    }
}

} // namespace ambient
