// SPDX-License-Identifier: Zlib
#include "Polar.h"

#include "AmbientFluid/Body/FluidBodyModel.h"

#include <cmath>

namespace ambient {
namespace {

/// Places in Coefficients.
constexpr std::size_t kDrag = 0, kLift = 1, kSide = 2, kNormal = 3, kAxial = 4;

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

/// The couple -v x (K v) of the added mass K on a body in steady translation. [Munk1924]
MomentCoefficients munkOf(const FluidBodyModel& model, const PolarSetup& setup, const Vector3& motion) {
    const Vector3 carried = model.addedMassPerDensity().matrix().bottomRightCorner<3, 3>() * motion;
    const Vector3 couple = -2.0 / (setup.area * setup.length) * motion.cross(carried);
    const PolarAxes& axes = setup.axes;
    return {couple.dot(axes.nose) + 0.0, couple.dot(axes.right) + 0.0, -couple.dot(axes.up) + 0.0};
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

std::optional<Vector3> centreOfPressure(const Coefficients& c, const MomentCoefficients& munk,
                                        const PolarSetup& setup) {
    constexpr double least = 1e-4;
    const double whole = Vector3(c[kAxial], c[kSide], c[kNormal]).norm();
    if (std::fabs(c[kNormal]) <= least * whole) return std::nullopt;
    const double roll = c[kFirstMoment] + munk[0], pitch = c[kFirstMoment + 1] + munk[1];
    return setup.about + setup.length / c[kNormal] * (pitch * setup.axes.nose - roll * setup.axes.right);
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
            PolarPoint point;
            point.incidence = incidence;
            point.spin = spin;
            point.total = coefficientsOf(sum.dissipative, setup, motion);
            if (point.total[kDrag] > 0.0) point.liftToDrag = point.total[kLift] / point.total[kDrag];
            point.munk = munkOf(model, setup, motion);
            point.centre = centreOfPressure(point.total, {}, setup);
            point.centreWithMunk = centreOfPressure(point.total, point.munk, setup);
            for (int term = 0; term < forces.size(); ++term)
                if (forces.force(term).isDissipative())
                    point.terms.push_back(coefficientsOf(terms[term], setup, motion));
            points.push_back(point);
        }
    }
    return points;
}

} // namespace ambient
