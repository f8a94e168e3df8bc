// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/AddedMass.h"

namespace ambient {

/// Momentum of the fluid around a body at zero twist whose surface moves, per density, about the mesh origin, mesh
/// axes [m^5/s, m^4/s]:
///     sigma_j = -Int phi_j (r' . n) dA
/// with the potentials phi_j of the six unit motions, by Green's reciprocity: the potential of the change of shape is
/// not needed. It also holds if the volume changes, and for several pieces. [Lamb1932, art. 118; Saffman1967]
///
/// The rigid part of the normal velocities, by least squares over the areas, counts with `perDensity`, only the rest
/// with the potentials. So the symmetry defect of a discrete solution does not make the reference frame visible.
///
/// With AddedMassMethod::Local the rigid part is all: delta sum A_i g_i q_i, paper 000's local momentum, equals the
/// local added mass times the rigid fit, by the normal equations of that fit. [Soliman2024, eq. 10 and alg. 6]
/// \param velocity of the vertices [m/s], one per vertex
/// \param addedMass of `mesh`, with facePotentials unless its method is Local
/// \throws std::invalid_argument if the sizes differ or there are no potentials
Momentum deformationMomentum(const TriangleMesh& mesh, const std::vector<Vector3>& velocity,
                             const AddedMass& addedMass);

/// Energies of the flow that motions of a surface make, per density [m^5/s^2]:
///     E_ab = -1/2 Int phi_a w_b dA
/// with the normal velocity w of each face and its potential phi, dphi/dn = w. Constant per face (solveCollocation): an
/// error of about 1 % at 700 faces. Memory grows with the square of the faces.
/// \param mesh closed \param normalVelocity [m/s]: faces x motions \returns motions x motions, symmetric
Eigen::MatrixXd deformationEnergies(const TriangleMesh& mesh, const Eigen::MatrixXd& normalVelocity);

} // namespace ambient
