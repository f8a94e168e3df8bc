// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Buoyancy: f = -rho Volume (g - DU/Dt) at the centre of the displaced volume. [Padilla2025, eq. 21]
/// The part with DU/Dt is the pressure gradient of an accelerating medium: it moves a neutrally buoyant sphere exactly
/// with an oscillating medium. In a non-uniformly accelerating medium, force and moment are integrals over the volume
/// (the Froude-Krylov force of naval architecture).
class BuoyancyForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return false; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    double power(const Surface& surface, const RelativeFlow& flow) const override;
};

} // namespace ambient
