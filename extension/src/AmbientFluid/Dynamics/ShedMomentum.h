// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

#include <vector>

namespace ambient {

/// \file
/// Momentum that parts of a body take along where they leave the fluid on a path (see ImmersionLoads).
/// It applies to the actual path of the body, not to a step that a joint or a contact prevented.

/// The start of a path.
struct PathStart {
    std::vector<double> weights;                       ///< addedMassWeights(); empty in a uniform medium
    Twist relative;                                    ///< relative to the medium, body axes
    Quaternion worldFromBody = Quaternion::Identity(); ///< orientation at the start
};

/// Records the start of a path. Allocates only if the body has more faces than the last one.
/// \param momentum as FluidBodyState::momentum
void startPath(const KirchhoffMotion& motion, const Evaluation& at, const Momentum& momentum, PathStart& start);

/// Momentum shed on a path, about the centre of mass, world axes; zero in a uniform medium.
/// \param atEnd evaluation of the path's end; its buffers are used
/// \param momentumAtEnd as FluidBodyState::momentum
Momentum shedMomentum(const KirchhoffMotion& motion, const PathStart& start, Evaluation& atEnd,
                      const Momentum& momentumAtEnd);

/// Momentum of parts that leave the fluid, about the mesh origin, mesh axes.
/// \param surface of the body at the end
/// \param before weights of the added mass at the start (addedMassWeights)
/// \param after weights of the added mass at the end
/// \param relative mean twist on the path, mesh frame
Momentum shedMomentum(const Surface& surface, const std::vector<double>& before, const std::vector<double>& after,
                      const Twist& relative);

/// Weight of each face's added mass: the sum of density times wetted fraction over the media [kg/m^3].
void addedMassWeights(const Immersion& at, std::vector<double>& weights);

} // namespace ambient
