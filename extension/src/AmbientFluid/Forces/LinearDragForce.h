// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Linear drag in the manner of underwater rigid-body dynamics, for comparison: wrench -rate rho K_fluid Y.
/// It removes the momentum of the fluid that moves with the body at `rate`. [Weissmann2012] as described by
/// [Padilla2025, sec. 6.9]: the same inertia (lambda = 1), no lift, and a drag proportional to velocity with one free
/// parameter. The form is ours, since paper 001 prints none. K_fluid is the one available 6x6 that needs no coefficient
/// per body, has the right dimension and follows the mesh frame. It is never negative, so the power -rate rho
/// Y.K_fluid.Y is not positive. Consequences: a body of revolution spins about its axis undamped, broadside motion is
/// damped more than edgewise motion, and no rate suits two bodies (kDefaultRate). `pressureScale` and `frictionScale`
/// have no effect.
class LinearDragForce final : public ForceModel {
  public:
    /// [1/s]. In water an ellipsoid of 20 cm and 1300 kg/m^3 then sinks at its real speed, 0.5 m/s, but one of 1060
    /// kg/m^3 at a third of its real speed. A paper-light plate of 8 cm falls at 2 m/s instead of 0.6 m/s; it would
    /// need a rate of 30.
    static constexpr double kDefaultRate = 5.0;

    /// \param rate of the loss of momentum [1/s]
    /// \throws std::invalid_argument if `rate` is negative or not finite
    explicit LinearDragForce(double rate = kDefaultRate);

    double rate() const { return m_rate; } ///< fraction of the fluid's momentum lost per time [1/s]

    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;

  private:
    double m_rate;
};

} // namespace ambient
