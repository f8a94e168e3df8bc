// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// The forces that act on each face from its own velocity, each with a factor; 0: not asked for. One pass over the
/// faces does for all of them.
///     surface pressure   SurfacePressureForce, less its rotation term
///     dynamic pressure   -A attachment |s|^2 n              [Padilla2025, eq. 16]
///     skin friction      -A attachment (|s|^2)^(2/5) s      [Padilla2025, eq. 18]
struct FaceTerms {
    double surfacePressure = 0.0; ///< density times scale [kg/m^3]
    double dynamicPressure = 0.0; ///< half of that
    double skinFriction = 0.0;    ///< rho/2 0.0576 (rho L / mu)^(-1/5) times scale
    double band = 0.0;            ///< half width of the fading of attachment (faceSlip), of the last two
    bool isSingle = false;        ///< in single precision: about 1e-6 of the sum of the faces' forces

    /// Dynamic pressure and friction act where the flow is attached only.
    bool needsAttachment() const { return dynamicPressure != 0.0 || skinFriction != 0.0; }
    /// False where the pass over the faces can be left out.
    bool any() const { return surfacePressure != 0.0 || needsAttachment(); }
};

/// Sum over the faces about the mesh origin, mesh axes [N m, N]. The same bits with every InstructionSet; in single
/// precision with every one but Baseline, which does not fuse multiplications with additions.
Wrench sumFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms);

/// The same one face after the other by the formulas as they are printed: what sumFaceTerms is tested against.
Wrench sumFaceTermsPlainly(const FluidBodyModel& model, const RelativeFlow& flow, const FaceTerms& terms);

} // namespace ambient
