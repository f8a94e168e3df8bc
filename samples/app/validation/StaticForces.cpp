// SPDX-License-Identifier: Zlib
#include "validation/StaticForces.h"

#include "AmbientFluid/Body/FluidBodyModel.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace samples {

using ambient::Vector3;

ForceCoefficients coefficientsOf(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces,
                                 const SteadyMotion& motion) {
    ambient::RelativeFlow flow;
    flow.density = 2.0; // with the speed 1 m/s: forces per area are coefficients
    flow.dynamicViscosity = flow.density * motion.kinematicViscosity;
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
    constexpr double least = 0.01;
    LogError error;
    double sum = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double log = std::log(std::max(a[i], least) / std::max(b[i], least));
        sum += log * log;
        error.worst = std::max(error.worst, std::exp(std::fabs(log)));
    }
    if (!a.empty()) error.rms = std::sqrt(sum / double(a.size()));
    return error;
}

} // namespace samples
