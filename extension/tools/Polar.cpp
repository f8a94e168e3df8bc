// SPDX-License-Identifier: Zlib
#include "Polar.h"

#include <cmath>

namespace ambient {
namespace {

Coefficients coefficientsOf(const Wrench& aboutOrigin, const PolarSetup& setup, const Vector3& motion) {
    const PolarAxes& axes = setup.axes;
    const double force = 0.5 * setup.density * setup.speed * setup.speed * setup.area;
    const Vector3 f = aboutOrigin.linear / force;
    const Vector3 m = (aboutOrigin.angular - setup.about.cross(aboutOrigin.linear)) / (force * setup.length);
    const Vector3 lift = axes.right.cross(motion);
    Coefficients c = {-f.dot(motion),    f.dot(lift),      f.dot(axes.right), f.dot(axes.up),
                      -f.dot(axes.nose), m.dot(axes.nose), m.dot(axes.right), -m.dot(axes.up)};
    for (double& value : c)
        value += 0.0; // avoids printing negative zeros
    return c;
}

} // namespace

PolarAxes::PolarAxes(const Vector3& noseAxis, const Vector3& about)
    : nose(noseAxis), right((about - about.dot(noseAxis) * noseAxis).normalized()), up(right.cross(nose)) {}

Vector3 PolarAxes::motionAt(double incidence) const {
    const double quarters = std::round(incidence / 90.0);
    const double rest = (incidence - 90.0 * quarters) * kPi / 180.0;
    Vector3 along = std::cos(rest) * nose - std::sin(rest) * up;
    Vector3 quarterOn = -std::sin(rest) * nose - std::cos(rest) * up;
    switch (static_cast<int>(std::fmod(quarters, 4.0) + 4.0) % 4) {
    case 0:
        return along;
    case 1:
        return quarterOn;
    case 2:
        return -along;
    default:
        return -quarterOn;
    }
}

std::vector<std::string> polarTerms(const ForceSet& forces) {
    std::vector<std::string> names;
    for (int term = 0; term < forces.size(); ++term)
        if (forces.force(term).isDissipative()) names.push_back(forces.force(term).name());
    return names;
}

std::vector<PolarPoint> evaluatePolar(const FluidBodyModel& model, const ForceSet& forces, const PolarSetup& setup,
                                      const std::vector<double>& incidences, const std::vector<double>& spins) {
    std::vector<PolarPoint> points;
    std::vector<Wrench> terms(static_cast<std::size_t>(forces.size()));
    RelativeFlow flow;
    flow.density = setup.density;
    flow.dynamicViscosity = setup.dynamicViscosity;
    for (const double spin : spins) {
        flow.twist.angular = (2.0 * spin * setup.speed / setup.length) * setup.spinAxis;
        for (const double incidence : incidences) {
            const Vector3 motion = setup.axes.motionAt(incidence);
            flow.twist.linear = setup.speed * motion - flow.twist.angular.cross(setup.about);
            const ForceSum sum = forces.evaluate(model, flow, terms.data());
            PolarPoint point{incidence, spin, coefficientsOf(sum.dissipative, setup, motion), {}};
            for (int term = 0; term < forces.size(); ++term)
                if (forces.force(term).isDissipative())
                    point.terms.push_back(coefficientsOf(terms[term], setup, motion));
            points.push_back(point);
        }
    }
    return points;
}

} // namespace ambient
