// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <vector>

namespace ambient {

/// \file
/// How far the added mass of a mesh is from that of the polyhedron that the mesh describes: the error that smaller
/// faces of the same surface take away. It is no error of the surface itself, such as the facets of a round body.

/// Errors fall as the number of faces to minus this power.
constexpr double kErrorOrder = 1.1;

/// Unit in which errors of an added mass are told, free of the body's scale, pose and origin: about the centroid of the
/// volume, the largest translational added mass, and the largest rotational one with the inertia of the displaced fluid
/// (a sphere's rotational added mass is 0).
class AddedMassUnit {
  public:
    /// \param mesh closed and outward
    /// \param perDensity its added mass about the mesh origin, or an estimate of that
    AddedMassUnit(const TriangleMesh& mesh, const Matrix6& perDensity);

    /// Largest error of an entry relative to the unit of its block: the largest absolute eigenvalue of the
    /// translational or of the rotational block of an error, in these units. The coupling block of a positive error is
    /// no larger.
    /// \param error of an added mass per density about the mesh origin
    double measure(const Matrix6& error) const;

    /// Sum of the eigenvalues of an error in these units.
    double trace(const Matrix6& error) const;

  private:
    Matrix6 inUnits(const Matrix6& error) const; ///< about the centroid

    Pose m_centroid;
    double m_rotation = 1.0, m_translation = 1.0;
};

/// Averaging estimate of the error of a Galerkin solution, for the hypersingular equation as in [Carstensen2007]: the
/// surface gradient g of the potential is compared with its mean over neighbouring faces,
///     G = sum_T sqrt(A_T) A_T / 12 [ sum_k d_k^T d_k + (sum_k d_k)^T (sum_k d_k) ],   d_k = mean_k - g_T,
/// mean_k: at corner k, weighted by area, over the faces with normals within 40 degrees of T's, projected on T's plane.
/// Half of it estimates K - K_h, which is positive. O(F). On fewer than 300 faces it sees little.
struct AveragingEstimate {
    /// \param potentials of the six unit motions at the vertices
    AveragingEstimate(const TriangleMesh& mesh, const SixColumns& potentials);

    Matrix6 sum = Matrix6::Zero(); ///< G, about the mesh origin [m^5, m^4, m^3]
    std::vector<Matrix6> shares;   ///< of the faces
};

/// One Galerkin solution among those of refinements of one surface.
struct SolvedLevel {
    int faces = 0;                        ///< of the mesh that was solved
    Matrix6 perDensity = Matrix6::Zero(); ///< K_h, about the mesh origin
    Matrix6 averaging = Matrix6::Zero();  ///< AveragingEstimate::sum
};

/// Estimates of the error of the finer one of two solutions, from the gain by refinement: errors fall as N^-1.1.
///     e_2 = |K_N - K_N'| q / (1 - q),   q = (N'/N)^1.1,   e_G = |G| / 2,   reported: sqrt(e_G e_2)
/// e_2 counts at least e_G / 4: refinement in the wrong places gains nothing, which proves nothing.
/// With one solution, or a coarser one that is nearly as fine, e_G is reported.
struct ErrorEstimate {
    /// \param coarser null: there is none
    ErrorEstimate(const AddedMassUnit& unit, const SolvedLevel& level, const SolvedLevel* coarser);

    double relative = 0.0; ///< of the largest entry (AddedMassUnit::measure)
    /// K_N + 1/2 [ (K_N - K_N') q / (1 - q) + 0.4 G ], or K_N + 0.4 G: closer than K_N, but no bound.
    Matrix6 extrapolated = Matrix6::Zero();
};

} // namespace ambient
