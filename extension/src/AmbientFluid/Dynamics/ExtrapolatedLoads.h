// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/LoadHistory.h"

namespace ambient {

/// Length, user load and permitted error of a step with continued loads.
struct ExtrapolatedStep {
    double duration;     ///< [s]
    Wrench userWrench;   ///< about the centre of mass, world axes
    double largestError; ///< dimensionless, as IntegratorOptions::tolerance
    double kineticFloor; ///< smallest reference momentum of the relative error, in the kinetic-energy norm
    bool mayCorrect;     ///< whether the loads may be evaluated once more, at the end that extrapolation predicts
};

/// Outcome of stepWithContinuedLoads().
struct ContinuedOutcome {
    bool isAccepted;     ///< whether the state was moved on
    int evaluations = 0; ///< of the loads, beside the newest of the history
};

/// Takes note of the loads of a state as the newest of a history, without the user's.
void pushOnto(LoadHistory& history, double time, const KirchhoffMotion& motion, const Evaluation& at,
              const Loads& loads, const Wrench& userWrench);

/// One step whose loads continue those of the last steps.
/// *Extrapolation* has a single evaluation, the newest of `history`. The loads, the medium's velocity and the twist
/// correction for the varying K are extrapolated quadratically from the last three steps. The motion under these loads,
/// the cheap part, is integrated with fourth order. For the loads alone this is the Adams-Bashforth rule of third
/// order; the error estimate is the difference from the rule of second order.
/// *Correction*, if that error is too large: all is evaluated once more at the predicted end, and the quadratics are
/// moved towards it (Extrapolated::corrected()). This is a predictor and corrector of third order, with two evaluations
/// a step; the error estimate is that of the rule, by Milne's device. [Hairer1993, III.1]
/// \param buffers `now` is the evaluation of `state`; `next` is overwritten by a correction
/// \param state state of the newest entry; not changed unless accepted. Refused: errors above the permitted one, a turn
///        or travel that is too large for a step, locked axes, histories that are not evenly spaced, surfaces or
///        densities that the body may meet
/// \param shed receives the momentum carried off by parts leaving the fluid (IntegrationReport::shed)
ContinuedOutcome stepWithContinuedLoads(const KirchhoffMotion& motion, MotionBuffers& buffers,
                                        const LoadHistory& history, const ExtrapolatedStep& step, FluidBodyState& state,
                                        Momentum& shed);

} // namespace ambient
