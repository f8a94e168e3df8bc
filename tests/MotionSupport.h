// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/LeftFluid.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

namespace test {

/// Fluid around the body at a pose and a time.
inline ambient::Immersion immersionAt(const ambient::KirchhoffMotion& motion, const ambient::Pose& worldFromBody,
                                      double time) {
    ambient::Immersion at;
    motion.fluid().evaluate(worldFromBody, time, at);
    return at;
}

/// FluidInteraction::termWrenches() in a state.
inline void termWrenches(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                         ambient::Wrench* terms) {
    const ambient::EvaluationAt at(motion, state);
    const ambient::Twist relative = motion.relativeTwist(at, momentumInMedium(motion, at, state));
    motion.fluid().termWrenches(at.fluid(), relative, motion.gravity(), terms);
}

/// ambient::admissible() in a state.
inline ambient::Momentum admissible(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state) {
    const ambient::EvaluationAt at(motion, state);
    return ambient::admissible(motion, at, momentumInMedium(motion, at, state));
}

/// Motion without loads from a state on.
inline ambient::FluidBodyState freeMotion(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                                          double duration) {
    ambient::MotionBuffers buffers;
    motion.evaluate(state.worldFromBody, state.time, buffers.now);
    return freeMotion(motion, state, duration, buffers);
}

/// In still water with its surface at height 0: kinetic energy, and the potential energies of weight and buoyancy.
inline double energyAfloat(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                           double waterDensity) {
    const ambient::FluidBody& body = motion.body();
    const ambient::Immersion at = immersionAt(motion, state.worldFromBody, state.time);
    const ambient::Vector3 displaced = state.worldFromBody * (body.bodyFromMesh * at.submergedCenter);
    return kineticEnergy(motion, state) + motion.gravity().norm() * (body.mass() * state.worldFromBody.position.z() -
                                                                     waterDensity * at.submergedVolume * displaced.z());
}

/// Momentum shed on the path between two states.
inline ambient::Momentum shedMomentum(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& from,
                                      const ambient::FluidBodyState& to) {
    ambient::PathStart start;
    startPath(motion, ambient::EvaluationAt(motion, from), start);
    ambient::EvaluationAt atEnd(motion, to);
    return shedMomentum(motion, start, atEnd, to.momentum);
}

} // namespace test
