// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <functional>
#include <vector>

namespace ambient {

using Matrix = Eigen::MatrixXd;
using SixColumns = Eigen::Matrix<double, Eigen::Dynamic, 6>;

/// Panels of a mesh, in face order.
std::vector<Panel> makePanels(const TriangleMesh& mesh);

/// Normal velocity of a surface point in the six unit motions: ((x cross n), n).
/// Rotations about the origin come first.
Vector6 unitMotionNormalVelocity(const Vector3& x, const Vector3& n);

/// Matrices of the symmetric Galerkin solver; G = 1/(4 pi |x - y|).
struct GalerkinOperators {
    /// Single layer V_ij = Int_Ti Int_Tj G dA dA, faces x faces, symmetric positive definite [m^3].
    Matrix singleLayer;
    /// Hypersingular operator W_ab = Sum_ij curl_a,i . curl_b,j V_ij of the hats, vertices x vertices [m].
    /// By Maue's identity. Symmetric; the null space contains the constants.
    Matrix hypersingular;
    /// Int hat_a (1/2 + K') g_j dA for the six unit motions; K' is the adjoint double layer [m^3, m^2].
    SixColumns adjointLoad;
    /// Int hat_a (1/2 + K') g dA for g = 1 [m^2].
    Eigen::VectorXd adjointOfOne;
    /// Int hat_a dA [m^2].
    Eigen::VectorXd hatArea;
    SixColumns hatFlux; ///< Int hat_a g_j dA: vertices x 6 [m^3, m^2]
    /// Means of g_j over the faces: faces x 6.
    SixColumns faceFlux;
};

/// Assembles the matrices of the Galerkin solver.
/// Touching and near panels: quadrature of the closed-form potential (degree 6 and 4). Middle range: 3 x 3 points. Far
/// range: centroid kernels corrected with the second moments of the panels. Single entries of neighbours on a coarse
/// mesh are off by up to 0.4 %, the added mass of a smooth body by 0.05 %. Parallel over faces; the result is bitwise
/// equal for any number of threads.
/// \param progress called from the calling thread only, with a fraction in [0, 1]; its exceptions pass through
GalerkinOperators assembleGalerkin(const TriangleMesh& mesh, const std::function<void(double)>& progress);

} // namespace ambient
