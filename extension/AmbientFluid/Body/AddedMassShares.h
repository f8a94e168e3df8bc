// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <array>
#include <vector>

namespace ambient {

/// The added mass as a sum over the faces, for bodies that are wetted in part: per density, about the mesh origin,
///     K_fluid = sum_i g_i g_i^T,
/// each face counting with the density of the medium at it. The sum of some of them is positive semidefinite,
/// continuous in their shares, and the exact tensor when all count in full.
///
/// The energy of the fluid near a face is A mu u_n^2 / 2 with its potential length mu (SurfaceShape), as in the local
/// added mass of [Soliman2024, sec. 4.2]; g_i is that, N_i sqrt(A mu) with N_i = (c x n, n), turned and stretched by
/// the one symmetric map of twists that makes the sum exact. A half immersed sphere gets half of its added mass, which
/// for heaving is what a free surface that fast motion cannot lift gives it exactly.
struct AddedMassShares {
    std::array<std::vector<double>, 6> g; ///< components of g_i, in face order

    int size() const { return static_cast<int>(g[0].size()); } ///< faces, as many as the mesh has
    Vector6 of(int face) const; ///< g_i, angular first [m^(5/2), m^(3/2)]; face below size()
    /// sum_i share_i g_i g_i^T. \param share one number a face
    SpatialInertia sum(const std::vector<double>& share) const;
};

/// \param potentialLength of the faces [m], 0 or more
/// \param addedMass the exact tensor per density, about the mesh origin
AddedMassShares computeAddedMassShares(const TriangleMesh& mesh, const std::vector<double>& potentialLength,
                                       const SpatialInertia& addedMass);

} // namespace ambient
