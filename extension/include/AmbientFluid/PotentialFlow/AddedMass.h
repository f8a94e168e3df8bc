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
    Fast, ///< matrix-free: direct double layer, one constant per face, multipoles for far faces: time and memory grow
          ///< in proportion to the faces (NeumannSolver.h)
    Auto  ///< Galerkin up to kMostDenseFaces faces, else Fast (default)
};

/// Largest mesh that AddedMassMethod::Auto solves with dense matrices: Galerkin is the more accurate one there, by a
/// factor of 3 to 6, and costs 7 times as much as Fast (1.5 s and 0.5 GB on one core), a ratio that grows with the
/// square.
constexpr int kMostDenseFaces = 6000;

/// Options of computeAddedMass.
struct AddedMassOptions {
    /// Default: Galerkin, or Fast for large meshes.
    AddedMassMethod method = AddedMassMethod::Auto;

    std::function<void(double fraction)> progress; ///< called with a fraction in [0, 1]; its exceptions are passed on

    /// Galerkin and Fast: solve on better triangles of the same polyhedron (RefinedSolve.h), on about 800 of them where
    /// a body with sharp edges has fewer than 400, and on more until the error is `discretisation`. A box of 12
    /// triangles is then right to 1 % instead of 20 %. Off: on the mesh as it is. Default on.
    bool refineCoarseMeshes = true;

    /// Fast: wanted relative error of the solution of its linear system, from the iteration and from the far field; in
    /// [1e-6, 0.01], default 1e-4. The discretisation's own error is 1e-3 at 3000 faces and 1e-4 at 50 000.
    double tolerance = 1e-4;

    /// Galerkin: wanted AddedMass::errorEstimate, above 0; the mesh is refined until it is reached to within a tenth.
    /// Infinity: estimated only. Default 0.01.
    double discretisation = 0.01;

    /// Galerkin: most faces of a refinement, about; a mesh given with more is not refined. The time grows with the
    /// square: 5 s at 8000 faces on two cores. Default 8000.
    int mostFaces = 8000;

    /// Fast: applications of its operator, at least 1, after which it counts as not converging. Default 200; usual are
    /// 5 to 50.
    int mostIterations = 200;
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

    AddedMassMethod method = AddedMassMethod::Galerkin; ///< the method used: the choice of Auto

    /// Estimated error of `perDensity` against the added mass of the polyhedron that the mesh is, relative to the
    /// largest entry: of the translations, or of the rotations with the displaced fluid's inertia, about the
    /// centroid (DiscretisationError.h). Facets of a round body are another error. Fast: to a factor of about three
    /// only. Negative: not estimated (Collocation, Local, Fast on needles, bodies below about 1e-60 m).
    double errorEstimate = -1.0;

    /// Extrapolated to smaller faces, about the mesh origin as `perDensity` is: its error is 0.4 times that in the
    /// median of sharp bodies, and not estimated. That of `perDensity` where there is no estimate.
    SpatialInertia extrapolated;

    int solvedFaces = 0;    ///< faces that the system was solved on, after refinement; 0 (Local)
    bool isLimited = false; ///< `errorEstimate` is above the tolerance because of AddedMassOptions::mostFaces
    bool isDenseInsteadOfFast = false; ///< Fast did not converge, and Galerkin was used instead

    int unknowns = 0;      ///< size of the linear system, after refinement; 0 (Local)
    int iterations = 0;    ///< applications of the operator (Fast), else 0
    double residual = 0.0; ///< largest relative residual of the six linear solves
    /// |K - K^T| / |K| of -Int phi_i n_j, which is not symmetric by construction as `perDensity` is (lengths scaled
    /// out). A check of the solve, not an error estimate: it vanishes for shapes with mirror planes.
    double symmetryDefect = 0.0;
    double seconds = 0.0; ///< wall time [s]
};

/// Solves  laplace(phi_j) = 0 outside,  d(phi_j)/dn = n_j = (x cross n, n)_j on the surface,  phi -> 0 at infinity, and
/// returns K_ij = -Int phi_i n_j dA (n outward; the minus makes K positive) [Padilla2025, eqs. 7-9, with the sign of
/// docs/decisions/forces.md, 3]. The mesh must be usable (requireUsableMesh); several pieces move as one body. The
/// dense methods cost O(F^2) memory and O(F^2 + V^3) time, Fast O(F) of both; the same bytes for any number of threads.
/// AddedMassMethod::Local solves nothing of this and costs O(F log F). Where Fast does not converge, Galerkin is used
/// if its matrices fit into about 8 GiB.
/// \throws std::invalid_argument when the faces are too slender, or the body too thin, for the solve to mean anything
/// or
///         to converge; when a tolerance is out of range; when the local method does not apply (influenceDepth);
///         std::length_error when the dense matrices would need more than about 8 GiB
AddedMass computeAddedMass(const TriangleMesh& mesh, const AddedMassOptions& options = {});

} // namespace ambient
