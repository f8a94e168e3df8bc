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
    double windward = 0.77;     ///< pressure on flat faces that meet the flow
    double flatSuction = 0.335; ///< suction on flat faces in the lee
    double roundSuction = 1.13; ///< suction on rounded faces in the lee, times the wake factor
    double sideSuction = 0.16;  ///< suction on faces in the lee from the flow along them
    double sheetLift = 1.07;    ///< normal force of thin parts from the flow along them; 1: lift slope of a square wing
    double roundSpin = 0.6;     ///< side force of spinning rounded bodies (Magnus)
    double sheetSpin = 2.2;     ///< side force of turning thin parts; 2 in thin-airfoil theory
    double sheetLead = 4.0;     ///< how far that force leans towards the leading half
};

/// The rotation term of SurfacePressureForce for a whole body, bilinear in the spin and the twist: with
/// `part[s].matrix[j]` about the mesh origin, the wrench of part s per density is sum_j w_j matrix[j] (w, v).
struct SpinTensor {
    std::array<Matrix6, 3> matrix; ///< [m^5 .. m^3 by block, as added mass per density, times m^0]

    /// sum_j w_j matrix[j] Y. \param twist about the mesh origin, relative to the medium
    Wrench wrench(const Twist& twist) const;
};

/// What SurfacePressureForce reads of a mesh: coefficients of every face times half its area [m^2], and the tensors of
/// the rotation term. Mesh frame; structure of arrays in face order.
struct PressureWeights {
    std::vector<double> windwardNormal; ///< a+ A/2, 0 or more, and so the next three
    std::vector<double> windwardAlong;  ///< b+ A/2
    std::vector<double> leewardNormal;  ///< a- A/2
    std::vector<double> leewardAlong;   ///< b- A/2

    SpinTensor roundSpin;                ///< c0 (1 - lambda) mu
    SpinTensor sheetSpin;                ///< c1 lambda mu
    std::array<SpinTensor, 3> sheetLead; ///< chi lambda^2 h, along x, y, z
    double spinLength = 0.0;             ///< 4 times the area mean of mu: the diameter of a sphere [m]
};

/// \param wakeFactor FluidBodyDef::wakeFactor
PressureWeights computePressureWeights(const TriangleMesh& mesh, const SurfaceShape& shape, double wakeFactor,
                                       const SurfacePressureConstants& constants = {});

} // namespace ambient
