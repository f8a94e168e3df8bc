// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// The viscous part of the flow around a body, from its Stokes resistance (ViscousTensor) and its motion relative to
/// the medium, Y = (w, v) at the centre of resistance. One law from creeping flow to turbulence:
///     W = - S - g_L L + g_T W_T + s_f (W_p - W_r) + s_r W_r
/// with W_T the turbulent skin friction (k: wholePlateFriction(), s: the slip velocity, A: the area), W_p the surface
/// pressure, W_r its row LEEROUND, and
///     S = eta R Y = (T_S, F_S)                                 creeping flow
///     L = B eta R B Y,  B = diag(b_r, b_r, b_r, b_t, b_t, b_t)^(1/2)    excess of a laminar layer
///     b_t = c Re_t / (q sqrt(Re_t) + 16 c/3) / (1 + Re_t/1e6)
///     b_r = .1283 Re_r^1.5/(Re_r + 45) 2 r^2/(r^2 + max(3 m, r^2))
///     Re_t = rho |F_S|/(3 pi eta^2),  d = |F_S|/(3 pi eta |v|),  q = (1 + (l/(1.57 d))^4)^(1/4)
///     Re_r = rho |w| r^2/eta,  r^2 = 1.5 (tr M - m),  m = w.M w/w^2,  l = sqrt(12 v.M v)/|v|
///     s(k) = 1 - s_0/(1 + (n/k)^1.5),  s_f = s(500),  s_r = s(1e4)
///     n^2 = Re_t^2 2/(1 + (d/l_2)^2) + 4 Re_r^2
///     P_L = L.Y,  P_T = k A (Int |s|^2 dA/A)^1.4,  P = (P_L^8 + P_T^8)^(1/8),  g_L = (P_L/P)^7,  g_T = (P_T/P)^7
/// The first inertial drag of any body is F_S 3/16 Re_t [Brenner1963], hence 16 c/3; at large Re_t the same term is a
/// laminar layer. P_T is the power of the turbulent friction on a plate along its motion, more than that on other
/// bodies; it only chooses the larger friction. A sphere has Re_t = rho |v| d/eta and Re_r = rho |w| a^2/eta. Every
/// part dissipates by itself, and without viscosity the pressure alone is left. s_r has the factor of DragCrisis too if
/// the body has a roughness.
///
/// A body that changes its shape has the tensor of its present shape, and Y has the rigid motion with the same creeping
/// drag as the change of shape: -S is then the whole Stokes force.
///
/// FluidBodyDef::frictionScale multiplies S and L, not the Reynolds numbers.
///
/// In a medium whose velocity differs between the faces, Y is relative to the rigid motion that fits it best. A partly
/// wet body has the wetted share of S and L, at its centre of resistance moved along with the centroid of the wet area.
struct ViscousRegime {
    bool isActive = false;     ///< false without a tensor or viscosity: the other members then have their defaults
    Wrench creeping, laminar;  ///< -S and -L about the mesh origin, mesh axes [N m, N]
    double laminarPower = 0.0; ///< P_L >= 0 [W]
    double sharpShare = 1.0;   ///< s_f
    double roundShare = 1.0;   ///< s_r
    double laminarFriction = 1.0, turbulentFriction = 1.0; ///< g_L, g_T
    double translation = 0.0, rotation = 0.0;              ///< Re_t and Re_r, for read-outs

    /// The regime of a flow.
    static ViscousRegime of(const Surface& surface, const RelativeFlow& flow);

    /// - S - g_L L.
    Wrench wrench() const { return creeping + laminarFriction * laminar; }

  private:
    /// Sets g_L and g_T. \param turbulentPower P_T [W]
    void blendFriction(double turbulentPower);
};

/// Rate at which -S and -L fall with the twist: eta (R + 1.5 B R B) about the mesh origin, mesh axes, symmetric and
/// positive semidefinite; zero without a tensor or viscosity.
Matrix6 viscousDamping(const Surface& surface, const RelativeFlow& flow);

} // namespace ambient
