// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Waterplane.h"

namespace ambient {

/// How strongly a body of one waterplane makes waves by heaving. Two deep media, or one under a vacuum; k = w^2 / g'.
///
/// With the waterplane's S, density rho, mass M and gravity g', and c = M / (rho S):
///     d = c/2 + sqrt(c^2/4 + S / (4 pi)),   B(w) = 1/2 rho S^2 w k exp(-2 k d),   A_0 - A_inf = rho S^2 / (4 pi d).
/// B follows from the wave force rho g' S exp(-k d) by Haskind's relation [Newman1977, 6.19], and A from B by the
/// relations of Kramers and Kronig; d is the depth at which a long wave's force on the body at rest is right to second
/// order. No number is fitted to a body. In time it is one damped oscillator y, driven by the speed of heave v:
///     y'' + a1 W0 y' + a0 W0^2 y = v,   F = -C b W0 y',   W0 = sqrt(g' / d),   C = rho S^2 W0^3 / (2 g'),
/// b = .1187, a1 = .752, a0 = .6833: the best fit of the universal kernel x^3 exp(-2 x^2) about x = w / W0 = 1, near
/// which every floating body resonates. It can only take energy.
struct HeaveWaveLaw {
    double frequency = 0.0; ///< W0 [rad/s]
    double depth = 0.0;     ///< d [m]
    double coupling = 0.0;  ///< G = sqrt(C b W0) [sqrt(N/m)]; y' is a length

    /// Law without waves.
    HeaveWaveLaw() = default;
    /// Law of a waterplane; without waves unless Waterplane::makesWaves().
    explicit HeaveWaveLaw(const Waterplane& plane);

    /// B of the oscillator: force against the speed, in phase with it, at a steady frequency [rad/s]. [N s/m]
    double damping(double frequencyOfHeave) const;
    /// A - A_inf of the oscillator at a steady frequency [rad/s]. [kg]
    double addedMass(double frequencyOfHeave) const;
};

/// The waves that a heaving body has made: the oscillator of HeaveWaveLaw.
///
/// Its state is scaled by the law, p = G y', q = G sqrt(a0) W0 y, so that
///     p' = G v - a1 W0 p - sqrt(a0) W0 q,   q' = sqrt(a0) W0 p,   F = -G p,   energy (p^2 + q^2) / 2.
/// Body and oscillator then never gain energy, also while the law changes with the draft.
class HeaveWaves {
  public:
    /// Force along Waterplane::unitForce in the coming step, by the implicit midpoint rule [N].
    /// \param speed of heave in the middle of the step if the waves exert no force [m/s]
    /// \param response change of that speed per impulse [1/kg] \param duration of the step [s]
    double force(const HeaveWaveLaw& law, double speed, double response, double duration) const;

    /// Advances the waves by a step. Takes the energy that the force has taken from the body, and no more.
    /// \param force of the step [N] \param speed mean speed of heave that the body has had in the step [m/s]
    void advance(const HeaveWaveLaw& law, double force, double speed, double duration);

    /// Energy of the waves near the body [J].
    double energy() const { return 0.5 * (m_swing * m_swing + m_height * m_height); }
    double swing() const { return m_swing; }   ///< p [sqrt(J)]
    double height() const { return m_height; } ///< q [sqrt(J)]
    /// For restored states. \param swing p \param height q
    void restore(double swing, double height) {
        m_swing = swing;
        m_height = height;
    }

  private:
    /// p in the middle of a step with a given drive G v, and G^2 / m for a body that answers.
    double middleSwing(const HeaveWaveLaw& law, double drive, double stiffness, double duration) const;

    double m_swing = 0.0, m_height = 0.0;
};

} // namespace ambient
