// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

/// Dynamic pressure with flow separation, paper 001. [Padilla2025, eqs. 14, 16, 17, 20]
/// f_i = -1/2 rho |s_i|^2 A_i n_i on attached faces, torque c_i x f_i. This impact-pressure closure has the opposite
/// sign to Bernoulli's. Exact for a sphere: Cd = sin^4(alpha)/2; with spin S = |w| a / V perpendicular to the flow at
/// alpha = pi/2: CL = 4 S/3 along w x v, Cd = 1/2 + 3 S^2/4. Known limit: a flat face broadside to the flow has no slip
/// and so no force.
class DynamicPressureForce final : public ForceModel {
  public:
    /// \param attachmentBand half width of the fade of attachment (faceSlip); 0: the paper's switch
    explicit DynamicPressureForce(double attachmentBand = kAttachmentBand) : m_band(attachmentBand) {}

    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    bool joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const override;

  private:
    double m_band;
};

} // namespace ambient
