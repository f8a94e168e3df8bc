// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/LoadHistory.h"

namespace ambient {

/// Moves `state` forward by `duration` [s] > 0. Does not throw; allocates only if `buffers` had fewer faces before.
/// \param buffers `now` holds the evaluation of `state`. If the call evaluates the state at its end, `next` holds that
///        evaluation afterwards (Evaluation::isAt)
/// \param history load history of this body, for the adaptive method: if successive calls have equal durations and the
///        loads change smoothly, one load evaluation per call suffices. Null: no history
IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options, LoadHistory* history, MotionBuffers& buffers);

/// Overload with buffers of its own; it evaluates the state. Allocates them in a non-uniform medium.
IntegrationReport integrate(const KirchhoffMotion& motion, FluidBodyState& state, double duration,
                            const IntegratorOptions& options = {}, LoadHistory* history = nullptr);

} // namespace ambient
