// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

/// How SkinFrictionForce reads the law of the flat plate.
enum class FrictionLaw {
    Paper001,  ///< as published: the local coefficient at the plate's end, on faces attached by faceSlip()
    WholePlate ///< the mean coefficient of the plate, 5/4 of the local one, on faces attached by tailSlip()
};

/// Factor k of FrictionLaw::WholePlate: a face of area A has the friction -k A attachment (|s|^2)^(2/5) s. Density and
/// viscosity above 0.
double wholePlateFriction(const Surface& surface, const RelativeFlow& flow);

/// Turbulent skin friction of a flat plate, paper 001: f_i = -1/2 rho Cf |s_i| s_i A_i on attached faces.
/// Cf = 0.0576 Re^(-1/5), Re = rho |s_i| L / eta, L = sqrt(total area). [Padilla2025, eqs. 18, 19, 22; the printed sign
/// drives the motion, this one opposes it; eq. 19 is the turbulent law, not Blasius'.] Zero in an inviscid medium.
class SkinFrictionForce final : public ForceModel {
  public:
    /// \param attachmentBand half width of the fade of attachment (faceSlip); 0: the paper's switch
    explicit SkinFrictionForce(double attachmentBand = kAttachmentBand, FrictionLaw law = FrictionLaw::Paper001)
        : m_band(attachmentBand), m_law(law) {}

    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    bool joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const override;

  private:
    double m_band;
    FrictionLaw m_law;
};

} // namespace ambient
