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

/// Half width of the band over which attachment fades, in units of |u|.
/// Departure from the paper, which switches: there rounding decides the attachment of a purely spinning body, and the
/// force jumps as its velocity passes through zero (docs/decisions/forces.md, 4). The band is narrow enough to keep a
/// sphere's drag and lift within 1e-3.
constexpr double kAttachmentBand = 0.02;

/// Attachment as a function of d = <n, u> / |u| - cos(separationAngle).
struct AttachmentRamp {
    double slope;  ///< of the ramp from 0 to 1, which is smoothed at both ends
    double offset; ///< value of the ramp at d = 0

    /// \param band half width of the ramp; 0: the paper's switch, attached if d > 0
    explicit AttachmentRamp(double band) : slope(band > 0.0 ? 0.5 / band : kSteepest), offset(band > 0.0 ? 0.5 : 0.0) {}

  private:
    static constexpr double kSteepest = 1e200; ///< any d > 0 in double precision is beyond the ramp
};

/// Slip and attachment of a face: attached if <n, u> > cos(separationAngle) |u|.
/// The paper's results need this inequality; its eq. 17 is printed reversed. A face at rest relative to the medium has
/// no slip and counts as half attached.
/// \param band half width of the fade; 0: the paper's switch
inline FaceSlip faceSlip(const Vector3& normal, const Vector3& u, double cosSeparation, double band = kAttachmentBand) {
    const AttachmentRamp ramp(band);
    const double normalVelocity = normal.dot(u);
    const double speed = u.norm();
    const double x = speed > 0.0 ? (normalVelocity / speed - cosSeparation) * ramp.slope + ramp.offset : 0.5;
    const double t = std::clamp(x, 0.0, 1.0);
    return {u - normalVelocity * normal, t * t * (3.0 - 2.0 * t)};
}

/// Cosine by which attachment reaches further in tailSlip(): 15 degrees at a separation angle of pi/2.
constexpr double kTailReach = 0.26;

/// As faceSlip(), but gently closing tails stay attached: <n, u> and <k, u>, k the wake normal of PressureWeights,
/// both fall below (cos(separationAngle) - kTailReach) |u| before the flow separates.
/// \param u velocity of the face relative to the medium [m/s]
FaceSlip tailSlip(const Surface& surface, int face, const Vector3& u, double band = kAttachmentBand);

/// Attached area of the surface [m^2]: sum of the faces' wetted areas times their attachment.
/// Half of the wetted area if the body does not move relative to the medium (faceSlip).
/// \param wettedFraction of each face; null: all faces are wet
double attachedArea(const Surface& surface, const RelativeFlow& flow, const double* wettedFraction = nullptr);

/// Writes slip and attachment of every face for viewers; `band` as in faceSlip.
/// \param keepsTails tailSlip() in place of faceSlip()
void fillSurfaceField(const Surface& surface, const RelativeFlow& flow, SurfaceField& field,
                      double band = kAttachmentBand, bool keepsTails = false);

} // namespace ambient
