// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/DeformedShape.h"

namespace ambient {

/// Sums over the faces for the rigid motion that best fits the normal velocities, with g = ((c - o) x n / L, n):
/// scaled twists are (L w, v) at o, the centre of volume, L the cube root of the volume; scaled momenta are dual.
struct NormalFit {
    Matrix6 matrix = Matrix6::Zero(); ///< sum of A g g^T [m^2]
    Vector6 right = Vector6::Zero();  ///< sum of A g (velocity . n) [m^3/s]
    Vector3 center = Vector3::Zero(); ///< o [m]
    double length = 1.0;              ///< L [m]

    /// Of a surface whose faces have velocities.
    NormalFit(const Surface& surface, const VectorRows& velocity);

    /// The scaled twist of the fit. A small multiple of the identity takes the place of motions that no face feels, so
    /// that the fit is smooth in the shape. \param floor of `matrix` [m^2]
    Vector6 twist(double floor) const;
    /// Normal velocities of the faces less those of the fit [m/s]. Allocates.
    Eigen::VectorXd restOf(const Surface& surface, const VectorRows& velocity, double floor) const;
    /// The floor for motions that no face feels.
    double defaultFloor() const { return 1e-9 * matrix.trace(); }
    /// S of (scaled twist) = S (twist about the mesh origin); momenta about that origin are S^T (scaled momentum).
    Matrix6 scaledFromMesh() const;
};

/// Energy of the fluid around a shape at zero twist, per density. \param floor as NormalFit::twist
/// \param ofRest energy of the normal velocities less their fit
double fluidEnergy(const DeformedShape& shape, double floor, double ofRest);

} // namespace ambient
