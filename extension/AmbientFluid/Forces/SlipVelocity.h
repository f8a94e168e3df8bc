// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

#include <algorithm>
#include <cmath>

namespace ambient {

/// Slip and attachment of the flow on one face. [Padilla2025, eqs. 16 and 17]
struct FaceSlip {
    Vector3 velocity;  ///< s = u - <u, n> n: the body's tangential velocity relative to the fluid [m/s]
    double attachment; ///< 1 attached .. 0 separated
};

/// Half width of the band over which attachment fades, in units of |u|. Departure from the paper, which switches
/// sharply: with a switch, a purely spinning body's attachment is decided by rounding, and the force jumps as its
/// velocity goes through zero (DECISIONS.md). Narrow enough that the sphere's drag and lift stay within 1e-3.
constexpr double kAttachmentBand = 0.02;

/// How attachment follows from d = <n, u> / |u| - cos(separationAngle).
struct AttachmentRamp {
    double slope;  ///< of the ramp from 0 to 1 that is smoothed at both ends
    double offset; ///< its value at d = 0

    /// \param band half width of the ramp; 0: the paper's switch, attached where d > 0
    explicit AttachmentRamp(double band) : slope(band > 0.0 ? 0.5 / band : kSteepest), offset(band > 0.0 ? 0.5 : 0.0) {}

  private:
    static constexpr double kSteepest = 1e200; ///< any d > 0 in double precision is past the ramp
};

/// Attached where <n, u> > cos(separationAngle) |u|, with the inequality as the paper's results need it (its eq. 17 is
/// printed reversed). A face that the medium does not move against has no slip and counts as half attached.
/// \param band half width of the fading; 0: the paper's switch
inline FaceSlip faceSlip(const Vector3& normal, const Vector3& u, double cosSeparation, double band = kAttachmentBand) {
    const AttachmentRamp ramp(band);
    const double normalVelocity = normal.dot(u);
    const double speed = u.norm();
    const double x = speed > 0.0 ? (normalVelocity / speed - cosSeparation) * ramp.slope + ramp.offset : 0.5;
    const double t = std::clamp(x, 0.0, 1.0);
    return {u - normalVelocity * normal, t * t * (3.0 - 2.0 * t)};
}

/// Area of the surface that the flow is attached to [m^2]: the faces' areas times their attachment. Half of the whole
/// for a body that does not move against the medium (faceSlip).
double attachedArea(const FluidBodyModel& model, const RelativeFlow& flow);

/// Slip and attachment of every face, for viewers; `band` as in faceSlip.
void fillSurfaceField(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField& field,
                      double band = kAttachmentBand);

} // namespace ambient
