// SPDX-License-Identifier: Zlib
#include "validation/StaticForces.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace samples {

using ambient::Vector3;

ForceCoefficients coefficientsOf(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces,
                                 const SteadyMotion& motion) {
    ambient::RelativeFlow flow;
    flow.density = 2.0; // with the speed 1 m/s: forces per area are coefficients
    flow.twist.linear = motion.direction;
    flow.twist.angular = motion.spin;
    const Vector3 force = forces.evaluate(model, flow).dissipative.linear / motion.area;
    return {-force.dot(motion.direction), force.dot(motion.up), -force.z()};
}

double terminalSpeed(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces, const SteadyFall& fall,
                     const Vector3& down) {
    constexpr double gravity = 9.81, fastest = 1000.0;
    const double weight = (fall.density - fall.fluidDensity) * model.volume() * gravity;
    ambient::RelativeFlow flow;
    flow.density = fall.fluidDensity;
    flow.dynamicViscosity = fall.fluidViscosity;
    const auto carries = [&](double speed) {
        flow.twist.linear = speed * down;
        return -forces.evaluate(model, flow).dissipative.linear.dot(down) >= weight;
    };
    if (!carries(fastest)) return std::numeric_limits<double>::quiet_NaN();
    double low = 0.0, high = fastest;
    for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        (carries(middle) ? high : low) = middle;
    }
    return high;
}

LogError logError(const std::vector<double>& a, const std::vector<double>& b) {
    LogError error;
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!(a[i] > 0.0 && b[i] > 0.0)) continue;
        const double log = std::log(a[i] / b[i]);
        sum += log * log;
        error.worst = std::max(error.worst, std::exp(std::fabs(log)));
        ++error.count;
    }
    error.rms = error.count > 0 ? std::sqrt(sum / error.count) : 0.0;
    return error;
}

} // namespace samples
