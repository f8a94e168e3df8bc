// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/LoadHistory.h"

namespace ambient {

class FreeMotionBatch;

/// What the errors of a step are relative to.
struct ErrorScale {
    double length;       ///< of the body [m]
    double kineticFloor; ///< least momentum, in the norm of the kinetic energy
};

/// Scale of the errors of a call of integrate().
ErrorScale errorScaleOf(const KirchhoffMotion& motion, double duration, const IntegratorOptions& options);

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

/// The first half of integrate() with a history, for a body that moves in a batch: evaluates the loads of `state` and
/// adds the body, whose drag is not stiff. FreeMotionBatch::run() and takeFromBatch() follow, with the same bytes.
/// \param batch cleared for `duration` and the tolerance of the options; not full
/// \returns false if integrate() is to be called in its place: the batch cannot hold the motion of such a body
bool addToBatch(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
                const IntegratorOptions& options, LoadHistory& history, MotionBuffers& buffers, FreeMotionBatch& batch);

/// The second half. \param body of addToBatch(), in the order of the calls that returned true
/// \returns false if the step was refused: `state` is unchanged, and integrate() is to be called
bool takeFromBatch(const FreeMotionBatch& batch, int body, FluidBodyState& state, IntegrationReport& report);

} // namespace ambient
