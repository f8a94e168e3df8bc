// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidReadout.h"

#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {
namespace {

/// The wrench that limitPower removes from the dissipative terms.
/// limitPower gives equal results in any frame, so the terms are not needed in mesh axes as in the force set.
Wrench removedByLimit(const KirchhoffEquations& equations, const FluidBodyState& state, const FluidReadout& out) {
    if (!equations.forces().limitsPower() || equations.relativeFlow(state).faces) return {};
    Wrench dissipative;
    for (int i = 0; i < out.termCount; ++i)
        if (equations.forces().force(i).isDissipative()) dissipative += out.terms[i].wrench;
    const Vector3 center = out.centerOfBuoyancy - state.worldFromBody.position;
    const double length = equations.body().model->length();
    return limitPower(dissipative, out.relativeTwist, center, length) - dissipative;
}

void readOutForces(const KirchhoffEquations& equations, const FluidBodyState& state, FluidReadout& out) {
    std::array<Wrench, KirchhoffEquations::kMaxTerms> wrenches;
    equations.termWrenches(state, wrenches.data());
    for (int i = 0; i < out.termCount; ++i) {
        out.terms[i].wrench = wrenches[i];
        out.terms[i].power = power(out.relativeTwist, wrenches[i]);
    }
    out.powerLimit.wrench = removedByLimit(equations, state, out);
    out.powerLimit.power = power(out.relativeTwist, out.powerLimit.wrench);
}

void readOutSurface(const KirchhoffEquations& equations, const FluidBodyState& state, FluidReadout& out) {
    const FluidBodyModel& model = *equations.body().model;
    out.submergedVolume = model.volume();
    out.wettedArea = model.area();
    if (equations.inertiaVaries()) {
        const Immersion& at = *equations.immersionAt(state.worldFromBody, state.time);
        out.submergedVolume = at.submergedVolume;
        out.wettedArea = at.wettedArea;
        out.centerOfBuoyancy = state.worldFromBody * (equations.body().bodyFromMesh * at.submergedCenter);
    }
    if (out.wettedArea > 0.0) out.attachedArea = attachedArea(model, equations.relativeFlow(state));
}

} // namespace

Wrench FluidReadout::total() const {
    Wrench sum = weight.wrench + powerLimit.wrench + immersion.wrench;
    for (int i = 0; i < termCount; ++i)
        sum += terms[i].wrench;
    return sum;
}

FluidReadout readOut(const KirchhoffEquations& equations, const FluidBodyState& state) {
    const FluidBody& body = equations.body();
    const MediumSample medium = equations.mediumAt(state.worldFromBody, state.time);
    const Twist relativeInBody = equations.relativeTwistInBody(state);

    FluidReadout out;
    out.termCount = equations.forces().size();
    for (int i = 0; i < out.termCount; ++i)
        out.terms[i].name = equations.forces().force(i).name();
    out.powerLimit.name = "power_limit";
    out.weight.name = "weight";
    out.immersion.name = "immersion";

    out.faceCount = body.model->faces().size();
    out.kineticEnergy = equations.kineticEnergy(state);
    out.momentum = rotated(state.worldFromBody.orientation, equations.totalInertia(state).inertia * relativeInBody);
    out.twist = equations.twistInWorld(state);
    out.relativeTwist = rotated(state.worldFromBody.orientation, relativeInBody);
    out.centerOfBuoyancy = state.worldFromBody * (body.bodyFromMesh * body.model->centerOfVolume());
    out.weight.wrench.linear = body.mass() * equations.gravity();
    if (equations.inertiaVaries())
        out.immersion.wrench = equations.immersionWrench(state);
    else
        out.weight.wrench.linear -= body.mass() * medium.acceleration;
    out.immersion.power = power(out.relativeTwist, out.immersion.wrench);
    out.weight.power = power(out.relativeTwist, out.weight.wrench);
    if (medium.density > 0.0) {
        readOutForces(equations, state, out);
        readOutSurface(equations, state, out);
    }
    return out;
}

} // namespace ambient
