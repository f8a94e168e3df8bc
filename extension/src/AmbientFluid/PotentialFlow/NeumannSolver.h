// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

namespace ambient {

/// Symmetric Galerkin solution of the exterior Neumann problem (AddedMassMethod::Galerkin).
///
/// The exterior Calderon projector gives, with g = d(phi)/dn:    W phi = -(1/2 + K') g,   phi = (1/2 + K) phi - V
/// g.
/// Eliminating phi gives the Neumann-to-Dirichlet form                                        [Steinbach2008,
/// sec. 6.6.3]
///     K_ij = Int g_i [ V + (1/2 + K) W^-1 (1/2 + K') ] g_j dA,
/// symmetric and positive for any mesh, because V and W are. The error is the SQUARE of the energy-norm error of the
/// potential. (1/2 + K') g is integrated from g directly, never as g - W x, since this difference would cancel for
/// in-plane motion of a thin body.
AddedMass solveGalerkin(const TriangleMesh& mesh, const std::function<void(double)>& progress);

/// Direct collocation (AddedMassMethod::Collocation): (1/2 - K) phi = -V g at the face centroids.
/// phi is constant per face; all solid angles and potentials are in closed form. First order; an independent check of
/// solveGalerkin().
AddedMass solveCollocation(const TriangleMesh& mesh, const std::function<void(double)>& progress);

/// Potentials of other motions of the surface by the same collocation.
struct CollocationSolution {
    Matrix potentials;     ///< of the faces, a column per motion
    double residual = 0.0; ///< largest relative residual of the linear solves
};
/// \param normalVelocity of the faces: faces x motions
CollocationSolution solveCollocation(const TriangleMesh& mesh, const Matrix& normalVelocity,
                                     const std::function<void(double)>& progress);

/// Matrix-free solution (AddedMassMethod::Fast): the same system with the equations' means over the faces (the P0
/// Galerkin form, FastBoundaryOperator), by GMRES. The order of the far field's expansions grows with the tolerance
/// wanted and with the thinness of the thinnest piece, because the two sides of a thin piece nearly cancel: sqrt(area)
/// area / volume. \param mostIterations of the operator, after which it stops \param tolerance relative error wanted of
/// the linear system's solution
AddedMass solveFast(const TriangleMesh& mesh, double tolerance, int mostIterations,
                    const std::function<void(double)>& progress);

/// |K - K^T| / |K|, with each angular index scaled by 1/length [m] so that units do not mix.
double symmetryDefect(const Matrix6& k, double length);

} // namespace ambient
