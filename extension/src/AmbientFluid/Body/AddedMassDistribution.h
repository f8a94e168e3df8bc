// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <array>
#include <vector>

namespace ambient {

/// The added mass as a sum over the faces, for partly wetted bodies: per density, about the mesh origin,
///     K_fluid = sum_i g_i g_i^T,
/// Each face counts with the density of the medium there. The sum over any faces is positive semidefinite and
/// continuous in their shares. It is the exact tensor if all faces count in full.
///
/// The energy of the fluid near a face is A mu u_n^2 / 2 with its potential length mu (SurfaceShape), as in the local
/// added mass of [Soliman2024, sec. 4.2]. That gives the columns N_i sqrt(A mu), N_i = (c x n, n). g_i are these
/// columns after the one symmetric map of twists that makes the sum exact. A half immersed sphere gets half of its
/// added mass. This is exact in heave in the high-frequency limit of a free surface (phi = 0).
struct AddedMassDistribution {
    std::array<std::vector<double>, 6> g; ///< components of g_i, in face order

    int size() const { return static_cast<int>(g[0].size()); } ///< number of faces, as in the mesh
    Vector6 of(int face) const; ///< g_i, angular first [m^(5/2), m^(3/2)]; face below size()
    /// sum_i share_i g_i g_i^T. \param share one number per face
    SpatialInertia sum(const std::vector<double>& share) const;
};

/// Computes the shares of all faces.
/// \param mesh closed
/// \param potentialLength of the faces [m], 0 or more
/// \param addedMass the exact tensor per density, about the mesh origin
AddedMassDistribution computeAddedMassDistribution(const TriangleMesh& mesh, const std::vector<double>& potentialLength,
                                                   const SpatialInertia& addedMass);

} // namespace ambient
