// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

#include <vector>

namespace ambient {

/// The universal constants of SurfacePressureForce: pure numbers, common to all bodies.
/// Their derivation and validation: DECISIONS.md. They may be varied in studies, but are not to be tuned for a body.
struct SurfacePressureConstants {
    double windward = 0.80;     ///< pressure on flat faces against the flow
    double flatSuction = 0.33;  ///< suction on flat faces in the lee
    double roundSuction = 1.16; ///< suction on rounded faces in the lee, times the wake factor
    double sideSuction = 0.21;  ///< suction on faces in the lee from the flow along them
    double sheetLift = 1.07;    ///< normal force of thin parts from the flow along them, for a square sheet
    double roundSpin = 0.6;     ///< side force of spinning rounded bodies (Magnus)
    double sheetSpin = 2.2;     ///< side force of turning thin parts; 2 in thin-airfoil theory
    double sheetLead = 4.0;     ///< shift of that force towards the leading half
};

/// Sums over the faces of forces g (w_t x u), w_t = P w, P = 1 - n n^T, u = v + w x c, linear in the spin w.
/// Their wrench about the mesh origin is bilinear in w and (w, v):
///     force   G w x v + tr(N) w - N^T w
///     torque  Q w x w + N v - tr(N) v
/// Rows of a column, which holds such sums for one component of w:
///     0: G w = sum g w_t     3: Q w = sum g c <c, w_t>     6: N = sum g w_t c^T, column by column     15: tr(N)
/// Columns: x, y, z of w for each of the weights g:
///     0: roundSpin (1 - lambda) mu     3: sheetSpin lambda mu     6, 9, 12: sheetLead lambda^2 h along x, y, z
using SpinColumns = Eigen::Matrix<double, 16, 15, Eigen::DontAlign>;

/// Coefficients of SurfacePressureForce for every face, times half its area [m^2], and the sums of the rotation term.
/// Mesh frame; structure of arrays in face order. With rho roundness, t thickness, mu potential length, A aspect ratio,
/// eta the wake factor, the constants as named below and tau = t/(4 mu):
///     sheet share  lambda = (1 - rho)/(1 + 4 tau^2)^2               afterbody  G = 1/(1 + (tau/1.2)^4)
///     a+ = windward (1 - rho)
///     a- = G (flatSuction (1 - rho) + eta roundSuction rho)
///     b+ = sheetLift lambda
///     b- = b+ + sideSuction (1 - lambda)(1 - rho + eta rho)
/// Here sheetLift is multiplied by 3A/(A + 2) for flow along the chord, and by the same with 1/A for flow along the
/// span.
struct PressureWeights {
    std::vector<double> windwardNormal; ///< a+ A/2, 0 or more, like the next three
    std::vector<double> windwardAlong;  ///< b+ A/2, for flow along the span
    std::vector<double> leewardNormal;  ///< a- A/2
    std::vector<double> leewardAlong;   ///< b- A/2, for flow along the span
    /// Chordwise unit tangent times the square root of the excess of b A/2 along the chord over that along the span
    /// [m].
    std::vector<double> chordX, chordY, chordZ;

    SpinColumns spin = SpinColumns::Zero(); ///< sums of the rotation term, per density
    double spinLength = 0.0;                ///< 4 times the area mean of mu [m]; the diameter of a sphere
};

/// Computes the weights of all faces. \param wakeFactor FluidBodyDef::wakeFactor
PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& constants = {});

} // namespace ambient
