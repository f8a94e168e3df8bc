// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Linear drag in the manner of underwater rigid-body dynamics, for comparison: the wrench is -rate rho K_fluid Y,
/// which takes the momentum of the fluid that moves along away at `rate`. [Weissmann2012] as [Padilla2025, sec. 6.9]
/// describes it: the same inertia (its factor lambda is 1), no lift, and a drag proportional to velocity with one free
/// parameter. The form is ours, for paper 001 prints none: K_fluid is the one 6x6 at hand that needs no coefficient per
/// body, has the right dimension, follows the mesh frame, and is never negative, so that the power -rate rho
/// Y.K_fluid.Y is not positive. What comes with it: a body of revolution spins about its axis undamped, broadside is
/// damped more than edgewise, and no rate suits two bodies (kDefaultRate). Knows nothing of `pressureScale` and
/// `frictionScale`.
class LinearDragForce final : public ForceModel {
  public:
    /// [1/s]. An ellipsoid of 20 cm and 1300 kg/m^3 sinks in water at its real speed, 0.5 m/s; but one of 1060 kg/m^3
    /// at a third of its own, and a paper-light plate of 8 cm falls at 2 m/s instead of 0.6: it would need 30.
    static constexpr double kDefaultRate = 5.0;

    /// \param rate of the loss of momentum [1/s]
    /// \throws std::invalid_argument when it is negative or not finite
    explicit LinearDragForce(double rate = kDefaultRate);

    double rate() const { return m_rate; } ///< share of the fluid's momentum that is lost per time [1/s]

    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const override;

  private:
    double m_rate;
};

} // namespace ambient
