// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"

#include <functional>

namespace ambient {

/// Velocity and acceleration of a medium that moves as a whole, world frame [m/s], [m/s^2].
/// They must be consistent: acceleration = d(velocity)/dt.
struct UniformFlow {
    Vector3 velocity = Vector3::Zero();     ///< of the whole medium, world axes [m/s]
    Vector3 acceleration = Vector3::Zero(); ///< rate of the velocity, which pushes bodies along; world axes [m/s^2]
};

/// An unbounded medium of uniform density and viscosity, at rest or moving as a whole.
class UniformMedium final : public FluidMedium {
  public:
    /// \param density [kg/m^3] > 0
    /// \param dynamicViscosity [Pa s] >= 0
    /// \throws std::invalid_argument naming the value that is out of range
    UniformMedium(double density, double dynamicViscosity);

    /// Dry air at 20 degC and 1013.25 hPa: 1.204 kg/m^3, 1.825e-5 Pa s (the value of paper 001).
    static UniformMedium air() { return {1.204, 1.825e-5}; }
    /// Fresh water at 20 degC: 998.2 kg/m^3, 1.002e-3 Pa s.
    static UniformMedium water() { return {998.2, 1.002e-3}; }

    /// A copy that moves with a constant velocity, world frame [m/s] (wind, current).
    UniformMedium movingAt(const Vector3& velocity) const;
    /// A copy that moves by `flow(time)`, a pure function of time [s].
    UniformMedium movingAs(std::function<UniformFlow(double time)> flow) const;

    double density() const { return m_still.density; }                   ///< rho [kg/m^3], > 0
    double dynamicViscosity() const { return m_still.dynamicViscosity; } ///< eta [Pa s], >= 0; 0: no skin friction

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    bool isUniform() const override { return true; }
    bool isSteady() const override { return !m_flow; }

  private:
    MediumSample m_still;
    std::function<UniformFlow(double)> m_flow; ///< empty: m_still.velocity applies
};

} // namespace ambient
