// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidReadout.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {
namespace {

/// The wrench that limitPower removes from the dissipative terms.
/// limitPower gives equal results in any frame, so the terms are not needed in mesh axes as in the force set.
Wrench removedByLimit(const FluidInteraction& fluid, const Immersion& at, const FluidReadout& out) {
    if (!fluid.forces().limitsPower() || at.part(0).varies) return {};
    Wrench dissipative;
    for (int i = 0; i < out.termCount; ++i)
        if (fluid.forces().force(i).isDissipative()) dissipative += out.terms[i].wrench;
    const Vector3 center = out.centerOfBuoyancy - at.worldFromBody.position;
    return limitPower(dissipative, out.relativeTwist, center, at.surface->length()) - dissipative;
}

void readOutForces(const KirchhoffMotion& motion, const Immersion& at, const Twist& relative, FluidReadout& out) {
    std::array<Wrench, ForceSet::kMaxTerms> wrenches;
    motion.fluid().termWrenches(at, relative, motion.gravity(), wrenches.data());
    for (int i = 0; i < out.termCount; ++i) {
        out.terms[i].wrench = wrenches[i];
        out.terms[i].power = power(out.relativeTwist, wrenches[i]);
    }
    out.powerLimit.wrench = removedByLimit(motion.fluid(), at, out);
    out.powerLimit.power = power(out.relativeTwist, out.powerLimit.wrench);
}

void readOutSurface(const KirchhoffMotion& motion, const Immersion& at, const Twist& relative, FluidReadout& out) {
    out.submergedVolume = at.surface->data().displacedShare * at.submergedVolume;
    out.wettedArea = at.wettedArea;
    out.centerOfBuoyancy = at.worldFromBody * (motion.body().bodyFromMesh * at.submergedCenter);
    if (!(out.wettedArea > 0.0)) return;
    const RelativeFlow flow = motion.fluid().relativeFlow(at, 0, relative, motion.gravity());
    const bool isCut = at.partCount == 2;
    out.attachedArea = attachedArea(*at.surface, flow, isCut ? at.wetted.fraction.data() : nullptr);
}

} // namespace

Wrench FluidReadout::total() const {
    Wrench sum = weight.wrench + powerLimit.wrench + immersion.wrench;
    for (int i = 0; i < termCount; ++i)
        sum += terms[i].wrench;
    return sum;
}

FluidReadout readOut(const KirchhoffMotion& motion, Evaluation& at, const Momentum& momentum) {
    const FluidBody& body = motion.body();
    const FluidInteraction& fluid = motion.fluid();
    const Twist relative = motion.relativeTwist(at, momentum);
    const Quaternion& worldFromBody = at.worldFromBody().orientation;
    const SpatialInertia& inertia = at.inertia().inertia;

    FluidReadout out;
    out.termCount = fluid.forces().size();
    for (int i = 0; i < out.termCount; ++i)
        out.terms[i].name = fluid.forces().force(i).name();
    out.powerLimit.name = "power_limit";
    out.weight.name = "weight";
    out.immersion.name = "immersion";

    out.faceCount = at.fluid().surface->faces().size();
    out.kineticEnergy = inertia.energy(relative);
    out.momentum = rotated(worldFromBody, at.inertia().momentumOf(relative));
    out.relativeTwist = rotated(worldFromBody, relative);
    out.twist = out.relativeTwist;
    out.twist.linear += at.medium().velocity;
    out.centerOfBuoyancy = at.worldFromBody() * (body.bodyFromMesh * at.fluid().surface->centerOfVolume());
    const MediumRates rates = fluid.mediumRates(at.fluid(), relative);
    out.weight.wrench.linear = body.mass() * (motion.gravity() - rates.frameAcceleration);
    out.immersion.wrench = rates.wrench;
    out.immersion.power = power(out.relativeTwist, out.immersion.wrench);
    out.weight.power = power(out.relativeTwist, out.weight.wrench);
    if (at.medium().density > 0.0) {
        readOutForces(motion, at.fluid(), relative, out);
        readOutSurface(motion, at.fluid(), relative, out);
    }
    return out;
}

FluidReadout readOut(const KirchhoffMotion& motion, const FluidBodyState& state) {
    EvaluationAt at(motion, state);
    return readOut(motion, at, momentumInMedium(motion, at, state));
}

} // namespace ambient
