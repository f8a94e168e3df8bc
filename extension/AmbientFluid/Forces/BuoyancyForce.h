// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Buoyancy: f = -rho Volume (g - DU/Dt) at the centre of the displaced volume. [Padilla2025, eq. 21]
/// The part with DU/Dt is what an accelerating medium pushes with (its own pressure gradient), so that a neutrally
/// buoyant sphere in an oscillating medium moves exactly with it. Where the medium does not accelerate the same
/// everywhere it is the integral over the volume, and its moment: what seafarers call the Froude-Krylov force.
class BuoyancyForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return false; }
    Wrench evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const override;
};

} // namespace ambient
