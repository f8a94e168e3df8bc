// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>

namespace ambient {

/// How the exterior Neumann problem is discretised, or done without. None ever gives a negative added mass.
enum class AddedMassMethod {
    Galerkin,    ///< dense: symmetric Galerkin, potential linear on the vertices: the accurate one
    Collocation, ///< dense: direct double layer, one constant per face, exact solid angles: the simple twin and oracle
    Local,       ///< paper 000's estimate from areas and bending angles (LocalAddedMass.h), good to a factor of about
                 ///< 1.6, for comparison: no linear system and so no potentials
    Fast, ///< matrix-free: direct double layer, one constant per face, multipoles for what is far: time and memory grow
          ///< in proportion to the faces (NeumannSolver.h)
    Auto  ///< Galerkin up to kMostDenseFaces faces, else Fast (default)
};

/// Largest mesh that AddedMassMethod::Auto solves with dense matrices: Galerkin is the more accurate one there, by a
/// factor of 3 to 6, and costs 13 times what Fast costs (2 s and 0.5 GB on one core), a ratio that grows with the
/// square.
constexpr int kMostDenseFaces = 6000;

/// Options of computeAddedMass.
struct AddedMassOptions {
    /// Default: Galerkin, or Fast for large meshes.
    AddedMassMethod method = AddedMassMethod::Auto;

    std::function<void(double fraction)> progress; ///< called with a fraction in [0, 1]; what it throws is passed on

    /// Galerkin and Fast: solve a mesh of fewer than 400 faces that has sharp edges on a refinement of it with about
    /// 800. The body is the same polyhedron; a box of 12 triangles is then right to about 1 % instead of 20 %. Default
    /// on.
    bool refineCoarseMeshes = true;

    /// Fast: wanted relative error of the solution of its linear system, from the iteration and from the far field; in
    /// [1e-6, 0.01], default 1e-4. The discretisation's own error is 1e-3 at 3000 faces and 1e-4 at 50 000.
    double tolerance = 1e-4;
};

/// Added mass of a closed surface in an unbounded ideal fluid, per unit density, and the potentials it came from.
struct AddedMass {
    SpatialInertia perDensity; ///< about the mesh origin, mesh axes, angular first [m^5, m^4, m^3]

    /// Potentials of the six unit motions, rotations about the mesh origin first, u = +grad phi, zero at infinity.
    /// Rows: the mesh's vertices (Galerkin) or faces (Collocation, Fast); empty (Local). Units m^2 (rotation) and m
    /// (translation).
    Eigen::Matrix<double, Eigen::Dynamic, 6> unitPotentials;

    /// Means of those potentials over the mesh's faces, also where a refinement of it was solved.
    Eigen::Matrix<double, Eigen::Dynamic, 6> facePotentials;

    AddedMassMethod method = AddedMassMethod::Galerkin; ///< the one that was used: what Auto chose

    int unknowns = 0;      ///< size of the linear system, after refinement; 0 (Local)
    int iterations = 0;    ///< applications of the operator (Fast), else 0
    double residual = 0.0; ///< largest relative residual of the six linear solves
    /// |K - K^T| / |K| of -Int phi_i n_j, which is not symmetric by construction as `perDensity` is (lengths scaled
    /// out). A check of the solve, not an error estimate: it vanishes for shapes with mirror planes.
    double symmetryDefect = 0.0;
    double seconds = 0.0; ///< wall time [s]
};

/// Solves  laplace(phi_j) = 0 outside,  d(phi_j)/dn = n_j = (x cross n, n)_j on the surface,  phi -> 0 at infinity, and
/// returns K_ij = -Int phi_i n_j dA (n outward; the minus makes K positive). [Padilla2025, eqs. 7-9 with the sign of
/// DECISIONS.md]. The mesh must be usable (requireUsableMesh); several pieces move as one body. The dense methods cost
/// O(F^2) memory and O(F^2 + V^3) time, Fast O(F) of both; the same bytes for any number of threads.
/// AddedMassMethod::Local solves nothing of this and costs O(F log F).
/// \throws std::invalid_argument when the faces are too slender, or the body too thin, for the solve to mean anything
/// or
///         to converge; when the tolerance is out of range; when the local method does not apply (influenceDepth);
///         std::length_error when the dense matrices would need more than about 8 GiB
AddedMass computeAddedMass(const TriangleMesh& mesh, const AddedMassOptions& options = {});

} // namespace ambient
