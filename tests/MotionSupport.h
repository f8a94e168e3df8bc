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

/// Momentum shed on the path between two states.
inline ambient::Momentum shedMomentum(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& from,
                                      const ambient::FluidBodyState& to) {
    ambient::PathStart start;
    startPath(motion, ambient::EvaluationAt(motion, from), start);
    ambient::EvaluationAt atEnd(motion, to);
    return shedMomentum(motion, start, atEnd, to.momentum);
}

} // namespace test
