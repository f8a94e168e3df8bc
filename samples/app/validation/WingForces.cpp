// SPDX-License-Identifier: Zlib
#include "validation/WingForces.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "interface/Units.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {

using ambient::kPi;
using ambient::Vector3;

TunnelWing flatWing(double aspectRatio) {
    return {ambient::FluidBodyModel::build(ambient::makePlate({1.0, aspectRatio, 0.01}, 1200)), aspectRatio};
}

WingCoefficients wingCoefficients(const TunnelWing& wing, double incidence) {
    static const ambient::ForceSet forces = ambient::ForceSet::named("default");
    const double angle = incidence * kRadiansPerDegree, cosine = std::cos(angle), sine = std::sin(angle);
    const Vector3 motion(cosine, 0.0, -sine), up(sine, 0.0, cosine);
    ambient::RelativeFlow flow;
    flow.density = 2.0; // with the speed 1 m/s: forces per area are coefficients
    flow.dynamicViscosity = flow.density * wing.viscosity;
    flow.twist.linear = motion;
    const Vector3 force = forces.evaluate(*wing.model, flow).dissipative.linear / wing.area;
    return {force.dot(up), -force.dot(motion), -force.x()};
}

double liftSlope(const TunnelWing& wing) {
    constexpr double small = 0.2; // [deg]
    return (wingCoefficients(wing, small).lift - wingCoefficients(wing, -small).lift) /
           (2.0 * small * kRadiansPerDegree);
}

double liftingLineSlope(double aspectRatio) {
    return 2.0 * kPi * aspectRatio / (aspectRatio + 2.0);
}

double helmboldSlope(double aspectRatio) {
    return 2.0 * kPi * aspectRatio / (2.0 + std::sqrt(aspectRatio * aspectRatio + 4.0));
}

double polhamusLift(double incidence, double slope, double vortex) {
    const double sine = std::sin(incidence * kRadiansPerDegree), cosine = std::cos(incidence * kRadiansPerDegree);
    return (slope * cosine + vortex * sine) * sine * cosine;
}

} // namespace samples
