// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// Loads of a held body, and their dissipative part's difference from that at the twist of the momentum.
struct HeldLoads {
    Loads loads;        ///< of heldLoads()
    Wrench change;      ///< c (F_e - F), world axes; valid if isChangeKnown
    bool isChangeKnown; ///< false if F was not needed
};

/// Loads of a body that contacts or joints hold.
///
/// A step with a kick ends in free motion, so its momentum holds an excess that the next solve takes away: gyroscopic
/// moments of the whole step. The forces must not see this excess. With Y the twist of the momentum and Y_s the twist
/// that the last solve left, they are evaluated at
///     Y_e = Y + b (Y_s - Y),   b = min(1, |Y|_K / (4 |Y_s - Y|_K)) * clamp(2 - dt max(|w|, |w_s|) / 0.05, 0, 1).
/// Let F and F_e be the dissipative wrenches at Y and Y_e. The load is F + c (F_e - F), c = 1, but less where F_e would
/// do work on Y (then Y . (F + c (F_e - F)) = 0) or is stiff:
///     c *= clamp(2 - 4 dt (|F|_W + |F_e - F|_W) / |Y|_K, 0, 1).
/// F is evaluated only if F_e leaves the outcome open: normally the faces are visited once.
/// \param at evaluation of the state \param momentum as FluidBodyState::momentum
/// \param userWrench as KirchhoffMotion::loads() \param solved Y_s, relative to the medium, body axes
/// \param duration dt, length of the step [s]
HeldLoads heldLoads(const KirchhoffMotion& motion, Evaluation& at, const Momentum& momentum, const Wrench& userWrench,
                    const Twist& solved, double duration);

} // namespace ambient
