// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Forces/ViscousRegime.h"

namespace ambient {

/// The terms -S and -g_L L of ViscousRegime. A ForceSet with this force weighs surface pressure and skin friction with
/// the regime.
class ViscousForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    bool setsRegime() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    /// Of creeping flow and the layer at the motion of the body and that of its change of shape
    /// (ViscousTensor::shapeMotion), and of the change beside it in creeping flow. Of a volume that changes, the power
    /// is that of spheres.
    double power(const Surface& surface, const RelativeFlow& flow) const override;
};

} // namespace ambient
