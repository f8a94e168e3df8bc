// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

/// The solution of a 6x6 system of a locked tensor, and how near the tensor is to singular.
/// Rotations are taken about the tensor's own centre and scaled by its gyration length, so that all six numbers have
/// one unit; there the tensor is made diagonal. Directions with less than 1e-12 of the greatest resistance get no
/// motion: the solution of the least norm in these units.
class LockedSolve {
  public:
    /// \param tensor symmetric, angular first \param indefinite whether negative eigenvalues are inverted as their size
    /// is, for steps of Newton's method that go downhill
    explicit LockedSolve(const Matrix6& tensor, bool indefinite = false);

    /// The twist of a momentum, about the same origin.
    Vector6 solve(const Vector6& momentum) const;

    /// The greatest rate at which `drag` slows a motion whose inertia is the tensor: the largest eigenvalue of
    /// tensor^-1 drag by its size [1/s]. \param drag symmetric
    double greatestRate(const Matrix6& drag) const;

    double leastRatio() const { return m_leastRatio; } ///< least eigenvalue over the greatest, in those units
    bool isSingular() const { return m_isSingular; }   ///< whether a direction got no motion
    Vector6 weakest() const;                           ///< the twist of the least eigenvalue, unit in those units

  private:
    Matrix6 m_directions; // columns: twists about the origin, unit in the scaled units
    Vector6 m_inverse;
    double m_leastRatio = 0.0;
    bool m_isSingular = false;
};

} // namespace ambient
