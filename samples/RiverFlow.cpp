// SPDX-License-Identifier: Zlib
#include "RiverFlow.h"

#include "AmbientFluid/Media/CallbackFlow.h"

#include <complex>

namespace samples {
namespace {

using ambient::FlowSample;
using ambient::Vector3;

double parabola(const River& river, double y) {
    return river.speed * (1.0 - 4.0 * y * y / (river.width * river.width));
}

FlowSample flowAt(const River& river, const Vector3& point) {
    FlowSample s;
    const double y = std::min(std::max(point.y(), -0.5 * river.width), 0.5 * river.width);
    s.velocity.x() = parabola(river, y);
    s.gradient(0, 1) = -8.0 * river.speed * y / (river.width * river.width);
    for (const Vector3& pier : river.piers) {
        std::complex<double> z(point.x() - pier.x(), point.y() - pier.y());
        const double distance = std::abs(z);
        if (distance < river.pierRadius) z = distance > 0.0 ? z * (river.pierRadius / distance) : river.pierRadius;
        // u - i v = -U (R / z)^2
        const double strength = parabola(river, pier.y()) * river.pierRadius * river.pierRadius;
        const std::complex<double> velocity = -strength / (z * z), slope = 2.0 * strength / (z * z * z);
        s.velocity += Vector3(velocity.real(), -velocity.imag(), 0.0);
        s.gradient(0, 0) += slope.real();
        s.gradient(1, 1) -= slope.real();
        s.gradient(0, 1) -= slope.imag();
        s.gradient(1, 0) -= slope.imag();
    }
    return s;
}

} // namespace

std::shared_ptr<const ambient::AmbientFlow> riverFlow(const River& river) {
    return std::make_shared<ambient::CallbackFlow>(
        ambient::CallbackFlow::Samples([river](const Vector3* points, int count, double, FlowSample* samples) {
            for (int i = 0; i < count; ++i)
                samples[i] = flowAt(river, points[i]);
        }));
}

} // namespace samples
