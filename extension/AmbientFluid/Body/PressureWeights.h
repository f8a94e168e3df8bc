// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include <array>
#include <vector>

namespace ambient {

/// The universal constants of SurfacePressureForce: pure numbers, the same for every body. How they were found, and on
/// what they were judged: DECISIONS.md. They are here to be studied, not to be tuned for a body.
struct SurfacePressureConstants {
    double windward = 0.80;     ///< pressure on flat faces that meet the flow
    double flatSuction = 0.33;  ///< suction on flat faces in the lee
    double roundSuction = 1.16; ///< suction on rounded faces in the lee, times the wake factor
    double sideSuction = 0.21;  ///< suction on faces in the lee from the flow along them
    double sheetLift = 1.07;    ///< normal force of thin parts from the flow along them, for a square sheet
    double roundSpin = 0.6;     ///< side force of spinning rounded bodies (Magnus)
    double sheetSpin = 2.2;     ///< side force of turning thin parts; 2 in thin-airfoil theory
    double sheetLead = 4.0;     ///< how far that force leans towards the leading half
};

/// Sum over the faces of g (w_t x u) and its moment: bilinear in the spin and the twist, so that one tensor stands for
/// the whole body.
struct SpinTensor {
    std::array<Matrix6, 3> matrix; ///< about the mesh origin, one for each component of the spin

    /// Adds `factor` times sum_j w_j matrix[j] to `sum`: that times (w, v) is the wrench, per density. \param spin w
    void addTo(Matrix6& sum, double factor, const Vector3& spin) const {
        for (std::size_t j = 0; j < 3; ++j)
            sum += (factor * spin[static_cast<Eigen::Index>(j)]) * matrix[j];
    }
};

/// What SurfacePressureForce reads of a mesh: coefficients of every face times half its area [m^2], and the tensors of
/// the rotation term. Mesh frame; structure of arrays in face order. With rho roundness, t thickness, mu potential
/// length, A aspect ratio, eta the wake factor and the constants as named below, tau = t/(4 mu):
///     sheet share  lambda = (1 - rho)/(1 + 4 tau^2)^2               afterbody  G = 1/(1 + (tau/1.2)^4)
///     a+ = windward (1 - rho)                                       b+ = sheetLift lambda
///     a- = G (flatSuction (1 - rho) + eta roundSuction rho)         b- = b+ + sideSuction (1 - lambda)(1 - rho + eta
///     rho)
/// where sheetLift is sheetLift 3A/(A + 2) for the flow along the chord and with 1/A for the flow along the span.
struct PressureWeights {
    std::vector<double> windwardNormal; ///< a+ A/2, 0 or more, and so the next three
    std::vector<double> windwardAlong;  ///< b+ A/2, of the flow along the span
    std::vector<double> leewardNormal;  ///< a- A/2
    std::vector<double> leewardAlong;   ///< b- A/2, of the flow along the span
    /// Chordwise unit tangent times the square root of what b A/2 has more along the chord [m].
    std::vector<double> chordX, chordY, chordZ;

    SpinTensor roundSpin;                ///< of roundSpin (1 - lambda) mu
    SpinTensor sheetSpin;                ///< of sheetSpin lambda mu
    std::array<SpinTensor, 3> sheetLead; ///< of sheetLead lambda^2 h, along x, y, z
    double spinLength = 0.0;             ///< 4 times the area mean of mu: the diameter of a sphere [m]
};

/// \param wakeFactor FluidBodyDef::wakeFactor
PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& constants = {});

} // namespace ambient
