// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Factors of the forces that act on each face by its own velocity; 0: not included. One pass over the faces sums all.
///     surface pressure   SurfacePressureForce, without its bases and its rotation term
///     dynamic pressure   -A attachment |s|^2 n              [Padilla2025, eq. 16]
///     skin friction      -A attachment (|s|^2)^(2/5) s      [Padilla2025, eq. 18]
struct FaceTerms {
    double surfacePressure = 0.0; ///< density times scale [kg/m^3]
    double dynamicPressure = 0.0; ///< half the density times scale [kg/m^3]
    double skinFriction = 0.0;    ///< rho/2 0.0576 (rho L / eta)^(-1/5) times scale
    double band = 0.0;            ///< half width of the fade of attachment (faceSlip), for the two terms above
    bool isSingle = false;        ///< single precision: error about 1e-6 of the sum of the faces' forces
    bool keepsTails = false;      ///< whether dynamic pressure and friction follow tailSlip() in place of faceSlip()
    double roundShare = 1.0;      ///< factor of the row LEEROUND of the surface pressure (ViscousRegime)

    /// Whether a term acts only on attached faces: dynamic pressure or friction.
    bool needsAttachment() const { return dynamicPressure != 0.0 || skinFriction != 0.0; }
    /// Whether the forces act at the centroids, as in the comparison models, or at Faces::actionPoint().
    bool actsAtCentroids() const { return surfacePressure == 0.0 && !keepsTails; }
    /// Whether the pass over the faces is needed.
    bool any() const { return surfacePressure != 0.0 || needsAttachment(); }
};

/// Sum of the terms over the faces about the mesh origin, mesh axes [N m, N].
/// Identical bits with every InstructionSet. In single precision Baseline differs, because it does not fuse
/// multiplications with additions.
Wrench sumFaceTerms(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms);

/// Sum of the terms face by face with the formulas as printed: the reference of the tests of sumFaceTerms().
Wrench sumFaceTermsPlainly(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms);

/// Power of the terms, each face's force at its own velocity relative to the medium [W], by the formulas as printed.
double faceTermsPower(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms);

} // namespace ambient
