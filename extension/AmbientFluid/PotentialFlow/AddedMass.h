// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace ambient {

/// How the exterior Neumann problem is discretised, or done without. None ever gives a negative added mass.
enum class AddedMassMethod {
    Galerkin,    ///< dense: symmetric Galerkin, potential linear on the vertices: the accurate one (default)
    Collocation, ///< dense: direct double layer, one constant per face, exact solid angles: the simple twin and oracle
    Local        ///< paper 000's estimate from areas and bending angles (LocalAddedMass.h), good to a factor of about
                 ///< 1.6, for comparison: no linear system and so no potentials
};

/// Options of computeAddedMass.
struct AddedMassOptions {
    /// Default: symmetric Galerkin.
    AddedMassMethod method = AddedMassMethod::Galerkin;

    std::function<void(double fraction)> progress; ///< called with a fraction in [0, 1]; default: nobody listens

    /// Galerkin: solve a mesh of fewer than 400 faces that has sharp edges on a refinement of it with about 800. The
    /// body is the same polyhedron; a box of 12 triangles is then right to about 1 % instead of 20 %. Default on.
    bool refineCoarseMeshes = true;
};

/// Added mass of a closed surface in an unbounded ideal fluid, per unit density, and the potentials it came from.
struct AddedMass {
    SpatialInertia perDensity; ///< about the mesh origin, mesh axes, angular first [m^5, m^4, m^3]

    /// Potentials of the six unit motions, rotations about the mesh origin first, u = +grad phi, zero at infinity.
    /// Rows: the mesh's vertices (Galerkin) or faces (Collocation); empty (Local). Units m^2 (rotation) and m
    /// (translation).
    Eigen::Matrix<double, Eigen::Dynamic, 6> unitPotentials;

    /// Means of those potentials over the mesh's faces, also where a refinement of it was solved.
    Eigen::Matrix<double, Eigen::Dynamic, 6> facePotentials;

    int unknowns = 0;      ///< size of the linear system, after refinement; 0 (Local)
    double residual = 0.0; ///< largest relative residual of the six linear solves
    /// |K - K^T| / |K| of -Int phi_i n_j, which is not symmetric by construction as `perDensity` is (lengths scaled
    /// out). A check of the solve, not an error estimate: it vanishes for shapes with mirror planes.
    double symmetryDefect = 0.0;
    double seconds = 0.0; ///< wall time [s]
};

/// Solves  laplace(phi_j) = 0 outside,  d(phi_j)/dn = n_j = (x cross n, n)_j on the surface,  phi -> 0 at infinity, and
/// returns K_ij = -Int phi_i n_j dA (n outward; the minus makes K positive). [Padilla2025, eqs. 7-9 with the sign of
/// DECISIONS.md]. The mesh must be usable (requireUsableMesh); several pieces move as one body. Cost O(F^2) memory and
/// O(F^2 + V^3) time; the same bytes for any number of threads. AddedMassMethod::Local solves nothing of this and costs
/// O(F log F).
/// \throws std::invalid_argument when the faces are too slender, or the body too thin, for the solve to mean anything;
///         std::length_error when the dense matrices would need more than about 8 GiB;
///         std::invalid_argument when the local method does not apply (influenceDepth)
AddedMass computeAddedMass(const TriangleMesh& mesh, const AddedMassOptions& options = {});

} // namespace ambient
