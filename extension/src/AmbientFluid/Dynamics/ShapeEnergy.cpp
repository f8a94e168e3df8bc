// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ShapeEnergy.h"

#include <limits>

namespace ambient {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

/// Energy of the change of shape [J].
double energyOfShape(const KirchhoffMotion& motion, const Evaluation& at) {
    if (!motion.body().deformation) return 0.0;
    const DeformationEnergy energy = motion.body().deformation->energy(at.time());
    return energy.body + (at.medium().density > 0.0 ? at.medium().density * energy.fluid : 0.0);
}

} // namespace

double kineticEnergyOfShape(const KirchhoffMotion& motion, const FluidBodyState& state) {
    if (motion.body().deformation && !motion.fluid().isUniform()) return kUnknown;
    const EvaluationAt at(motion, state);
    const Twist twist = motion.relativeTwist(at, state.momentum);
    const Momentum sigma = at.inertia().shapeMomentum.as<Momentum>();
    return at.inertia().inertia.energy(twist) + dot(twist, sigma) + energyOfShape(motion, at);
}

double actuatorPower(const KirchhoffMotion& motion, const FluidBodyState& state, double interval,
                     const Wrench& userWrench) {
    if (!motion.body().deformation) return 0.0;
    if (!motion.fluid().isUniform() || motion.lockedAxes().any()) return kUnknown;
    const double half = 0.5 * interval;
    const EvaluationAt before(motion, state.worldFromBody, state.time - interval);
    const EvaluationAt after(motion, state.worldFromBody, state.time);
    EvaluationAt at(motion, state.worldFromBody, state.time - half);
    const Loads loads = motion.loads(at, state.momentum, userWrench);
    const Quaternion bodyFromWorld = at.worldFromBody().orientation.conjugate();
    const Wrench inBody = rotated(bodyFromWorld, loads.total());
    const auto sigma = [](const Evaluation& of) { return of.inertia().shapeMomentum.as<Momentum>().vector(); };
    const Matrix6 inertiaRate = (after.inertia().inertia.matrix() - before.inertia().inertia.matrix()) / interval;
    const Vector6 sigmaRate = (sigma(after) - sigma(before)) / interval;
    const double energyRate = (energyOfShape(motion, after) - energyOfShape(motion, before)) / interval;
    const Vector6 twist = loads.twist.vector();
    const Vector6 acceleration =
        at.inertia().inverse *
        ((gyroscopicWrench(loads.twist, loads.momentum) + inBody).vector() - inertiaRate * twist - sigmaRate);
    const Vector6 momentum = at.inertia().inertia.matrix() * twist + sigma(at);
    const double ofEnergy =
        momentum.dot(acceleration) + 0.5 * twist.dot(inertiaRate * twist) + sigmaRate.dot(twist) + energyRate;
    // Weight and user's wrench act on the body as a whole.
    const Immersion& fluid = at.fluid();
    Wrench whole = userWrench;
    whole.linear += motion.body().mass() * (motion.gravity() - loads.frameAcceleration);
    double ofLoads = power(loads.twist, rotated(bodyFromWorld, whole));
    for (int part = 0; part < fluid.partCount; ++part)
        if (fluid.part(part).medium.density > 0.0)
            ofLoads += motion.fluid().forces().power(
                *fluid.surface, motion.fluid().relativeFlow(fluid, part, loads.twist, motion.gravity()));
    return ofEnergy - ofLoads;
}

} // namespace ambient
