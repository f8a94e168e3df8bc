// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <functional>
#include <vector>

namespace ambient {

using Matrix = Eigen::MatrixXd;
using SixColumns = Eigen::Matrix<double, Eigen::Dynamic, 6>;

/// The panels of a mesh, in face order.
std::vector<Panel> makePanels(const TriangleMesh& mesh);

/// Normal velocity of a surface point under the six unit motions: ((x cross n), n), rotations about the origin first.
Vector6 unitMotionNormalVelocity(const Vector3& x, const Vector3& n);

/// What the symmetric Galerkin solver needs of the geometry; G = 1/(4 pi |x - y|).
struct GalerkinOperators {
    /// V_ij = Int_Ti Int_Tj G dA dA, faces x faces: symmetric positive definite [m^3].
    Matrix singleLayer;
    /// W_ab = Sum_ij curl_a,i . curl_b,j V_ij, vertices x vertices: the hypersingular operator of the hats, by
    /// Maue's identity; symmetric, its null space is the constants [m].
    Matrix hypersingular;
    /// Int hat_a (1/2 + K') g_j dA for the six unit motions, K' the adjoint double layer [m^3, m^2].
    SixColumns adjointLoad;
    /// The same for g = 1 [m^2].
    Eigen::VectorXd adjointOfOne;
    /// Int hat_a dA [m^2] and Int hat_a g_j dA.
    Eigen::VectorXd hatArea;
    SixColumns hatFlux; ///< Int hat_a g_j dA: vertices x 6 [m^3, m^2]
    /// Face means of g_j: faces x 6.
    SixColumns faceFlux;
};

/// Assembles them: touching and near panels by quadrature of the closed-form potential (degree 6 and 4), the middle
/// range by 3 x 3 points, the far one by centroid kernels corrected with the panels' second moments. Single entries
/// of neighbours on a coarse mesh are off by up to 0.4 %, the added mass of a smooth body by 0.05 %. Parallel over
/// faces; the same bytes for any number of threads.
/// \param progress called from the calling thread only, with a fraction in [0, 1]; what it throws is passed on
GalerkinOperators assembleGalerkin(const TriangleMesh& mesh, const std::function<void(double)>& progress);

} // namespace ambient
