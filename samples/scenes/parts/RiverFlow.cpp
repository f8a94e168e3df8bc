// SPDX-License-Identifier: Zlib
#include "scenes/parts/RiverFlow.h"

#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"

#include <algorithm>
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

std::shared_ptr<const ambient::FluidMedium> riverUnderAir(const River& river) {
    return std::make_shared<ambient::DividedMedium>(
        std::make_shared<ambient::FlowingMedium>(ambient::UniformMedium::water(), riverFlow(river)),
        std::make_shared<ambient::UniformMedium>(ambient::UniformMedium::air()),
        std::make_shared<ambient::FlatSurface>(0.0));
}

double furthest(const RunRecord& record, int frame, int sign) {
    double x = -1e30;
    for (int body = 0; body < record.bodyCount(); ++body)
        x = std::max(x, sign * record.at(frame, body).worldFromBody.position.x());
    return sign * x;
}

PlotPanel wayPanel(const std::string& label, const std::string& body) {
    return {label,
            1.0,
            {},
            {{"first " + body, [](const RunRecord& r, int frame) { return furthest(r, frame, 1); }},
             {"last " + body, [](const RunRecord& r, int frame) { return furthest(r, frame, -1); }}}};
}

} // namespace samples
