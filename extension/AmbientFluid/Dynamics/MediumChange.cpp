// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MediumChange.h"

#include <Eigen/Eigenvalues>

namespace ambient {

Momentum momentumAfterMediumChange(const KirchhoffEquations& equations, const SpatialInertia& before,
                                   const Pose& worldFromBody, const Twist& twistInWorld, double time) {
    const SpatialInertia after = equations.totalInertia(worldFromBody, time).inertia;
    Twist relative = twistInWorld;
    relative.linear -= equations.mediumAt(worldFromBody, time).velocity;
    relative = rotated(worldFromBody.orientation.conjugate(), relative);

    // The modes are orthogonal in the metric of K before: V^T K_before V = 1.
    using Matrix = Eigen::Matrix<double, 6, 6>; // Eigen's decomposition does not accept unaligned matrices
    const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> modes(after.matrix() - before.matrix(), before.matrix());
    const Vector6 kept = (1.0 + modes.eigenvalues().array().max(0.0)).inverse();
    const Vector6 inModes = modes.eigenvectors().transpose() * (before * relative).vector();
    const Twist slowed(Vector6(modes.eigenvectors() * kept.cwiseProduct(inModes)));

    FluidBodyState state;
    state.worldFromBody = worldFromBody;
    state.time = time;
    state.momentum = rotated(worldFromBody.orientation, after * slowed);
    return equations.admissibleMomentum(state);
}

} // namespace ambient
