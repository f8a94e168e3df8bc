// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/ShedMomentum.h"

namespace ambient::test {

/// Evaluation of a state.
struct EvaluationOf : Evaluation {
    EvaluationOf(const KirchhoffMotion& motion, const FluidBodyState& state) {
        motion.evaluate(state.worldFromBody, state.time, *this);
    }
};

/// Fluid around the body at a pose and a time.
inline Immersion immersionAt(const KirchhoffMotion& motion, const Pose& worldFromBody, double time) {
    Immersion at;
    motion.fluid().evaluate(worldFromBody, time, at);
    return at;
}

/// FluidInteraction::termWrenches() in a state.
inline void termWrenches(const KirchhoffMotion& motion, const FluidBodyState& state, Wrench* terms) {
    const EvaluationOf at(motion, state);
    motion.fluid().termWrenches(at.fluid(), motion.relativeTwist(at, state.momentum), motion.gravity(), terms);
}

/// KirchhoffMotion::admissible() in a state.
inline Momentum admissible(const KirchhoffMotion& motion, const FluidBodyState& state) {
    return motion.admissible(EvaluationOf(motion, state), state.momentum);
}

/// Momentum shed on the path between two states.
inline Momentum shedMomentum(const KirchhoffMotion& motion, const FluidBodyState& from, const FluidBodyState& to) {
    PathStart start;
    startPath(motion, EvaluationOf(motion, from), from.momentum, start);
    EvaluationOf atEnd(motion, to);
    return ambient::shedMomentum(motion, start, atEnd, to.momentum);
}

} // namespace ambient::test
