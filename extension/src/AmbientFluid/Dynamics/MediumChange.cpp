// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MediumChange.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

namespace ambient {

Momentum momentumAfterMediumChange(const KirchhoffMotion& motion, const SpatialInertia& before, const Evaluation& at,
                                   const Twist& twistInWorld) {
    const SpatialInertia after = at.inertia().inertia;
    Twist relative = twistInWorld;
    relative.linear -= at.medium().velocity;
    relative = rotated(at.worldFromBody().orientation.conjugate(), relative);

    // The modes are orthogonal in the metric of K before: V^T K_before V = 1.
    const SymmetricEigen<6> modes = generalizedEigen(after.matrix() - before.matrix(), before.matrix());
    const Vector6 kept = (1.0 + modes.values.array().max(0.0)).inverse();
    const Vector6 inModes = modes.vectors.transpose() * (before * relative).vector();
    const Twist slowed(Vector6(modes.vectors * kept.cwiseProduct(inModes)));

    return admissible(
        motion, at,
        rotated(at.worldFromBody().orientation, after * slowed + at.inertia().shapeMomentum.as<Momentum>()));
}

} // namespace ambient
