// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/LoadHistory.h"

namespace ambient {

/// Length, user load and permitted error of a step with extrapolated loads.
struct ExtrapolatedStep {
    double duration;     ///< [s]
    Wrench userWrench;   ///< about the centre of mass, world axes
    double largestError; ///< dimensionless, as IntegratorOptions::tolerance
    double kineticFloor; ///< smallest reference momentum of the relative error, in the kinetic-energy norm
};

/// One step with a single evaluation of the loads, the newest of `history`.
/// The loads, the medium's velocity and the twist correction for the varying K are extrapolated quadratically from the
/// last three steps. The motion under these loads, the cheap part, is integrated with fourth order. For the loads alone
/// this is the Adams-Bashforth rule of third order; the error estimate is the difference from the rule of second order.
/// [Hairer1993, III.1]
/// \param at evaluation of `state`
/// \param state state of the newest entry
/// \param shed receives the momentum carried off by parts leaving the fluid (IntegrationReport::shed)
/// \returns false, with `state` unchanged, if the error is larger, the body turns or moves too far in the step, axes
///        are locked, or the history is not evenly spaced
bool stepWithExtrapolatedLoads(const KirchhoffMotion& motion, const Evaluation& at, const LoadHistory& history,
                               const ExtrapolatedStep& step, FluidBodyState& state, Momentum& shed);

} // namespace ambient
