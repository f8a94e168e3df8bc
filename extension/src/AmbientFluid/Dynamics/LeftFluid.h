// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

#include <vector>

namespace ambient {

/// \file
/// Momentum that parts of a body leave behind with the fluid that they leave, and that the fluid brings which they
/// meet. It applies to the actual path of the body, not to a step that a joint or a contact prevented.

/// The start of a path.
struct PathStart {
    std::vector<double> weights; ///< addedMassWeights(); empty in a uniform medium
};

/// Records the start of a path. Allocates only if the body has more faces than the last one.
void startPath(const KirchhoffMotion& motion, const Evaluation& at, PathStart& start);

/// Momentum after the faces on a path have left fluid behind: the velocity of the body outlasts it.
/// With D the loss of K,
///     (K + D) Y = M,    M' = K Y.
/// \param atEnd evaluation of the path's end; its buffers are used
/// \param inFrame about the centre of mass, relative to a frame, world axes
Momentum afterLeaving(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& inFrame);

/// What afterLeaving() takes away, negative, if the momentum `remaining` remains; zero in a uniform medium.
Momentum shedMomentum(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& remaining);

/// Momentum after an exchange of fluid: with E and D the growth and the loss of K, U the velocity of the fluid that
/// comes,
///     (K + D) Y = M + E U,    M' = K Y.
/// The fluid that comes is set in motion first, then the velocity stays. Kinetic energy never grows.
/// \param inFrame about the centre of mass, relative to a frame that U is relative to as well, world axes
Momentum afterExchange(const KirchhoffMotion& motion, const Evaluation& at, const FaceExchange& exchange,
                       const Momentum& inFrame);

} // namespace ambient
