// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Drag of the motion along the faces, linear in the speed: on each face -rho nu A (u - (u.n) n), with its velocity u
/// relative to the medium and its normal n. [Gao2025, eq. 22] \param nu a speed [m/s]: no property of a fluid, but a
/// number with which an author lets bodies come to rest. A ball of radius R has the force -8 pi/3 R^2 rho nu v. Power
/// is never positive. `frictionScale` has no effect.
class TangentialDragForce final : public ForceModel {
  public:
    /// \param speed nu [m/s] \throws std::invalid_argument if it is negative or not finite
    explicit TangentialDragForce(double speed);

    double speed() const { return m_speed; } ///< nu [m/s]

    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    double power(const Surface& surface, const RelativeFlow& flow) const override;

  private:
    double m_speed;
};

} // namespace ambient
