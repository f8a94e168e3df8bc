// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaterMotion.h"

#include "AmbientFluid/Math/Cholesky6.h"

namespace ambient {

Twist rigidMotionOfWater(const Immersion& at, const std::vector<double>& share, const VectorRows& velocity) {
    const ImmersedPart& below = at.part(0);
    const Vector6 momentum = below.medium.density * pushOfAddedMass(*at.surface, share, velocity).vector();
    // A body of revolution has no added mass about its axis: there the water turns nothing.
    Matrix6 mass = below.addedMass.matrix();
    const double least = 1e-6 * mass.diagonal().tail<3>().sum();
    mass.diagonal() += least * (Vector6() << Vector3::Constant(at.surface->area()), Vector3::Ones()).finished();
    return Twist(Vector6(Cholesky6(mass).inverse() * momentum));
}

} // namespace ambient
