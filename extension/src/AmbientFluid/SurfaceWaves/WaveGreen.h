// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/BesselFunctions.h"

#include <vector>

namespace ambient {

/// The wave part W of the Green function, and its derivative by h.
struct WavePart {
    double real = 0.0, imag = 0.0, realSlope = 0.0, imagSlope = 0.0;
};

/// Source below the free surface of deep water that pulsates with e^(-i w t), k = w^2/g [Noblesse1982]:
///     G = 1/r + 1/r' + k W(h, v),   h = k R,   v = k (z + zeta) <= 0
/// with r' to the mirror image above the surface, R the horizontal distance, and outgoing waves
///     W = F + 2 pi i e^v J0(h),   F = 2 PV Int_0^inf e^(v t) J0(h t) / (t - 1) dt.
/// With d^2 = h^2 + v^2 the derivative by v is W + 2/d.
///
/// Evaluated, c = -v/d: within d = 16 by F = Q - 2 e^v J0(h) ln((d - v)/2), where Q is smooth in d and c and has
/// polynomials of fifth degree on 16 x 16 patches; beyond by F = -2 pi e^v Y0(h) - 2 sum of n! P_n(c) / d^(n+1).
/// The exact values of the patches' points come from F_v = F + 2/d and F(h, 0) = -pi (H0(h) + Y0(h)), H0 of Struve.
class WaveGreen {
  public:
    /// The tables, made at the first call.
    static const WaveGreen& instance();

    /// \param h not negative \param v not positive; not both 0
    WavePart at(double h, double v) const;

    /// F and its derivative by h, from integrals. \param h in (0, 16]
    static WavePart exact(double h, double v);

  private:
    static constexpr int kPatches = 16, kOrder = 6; ///< along d and along c; coefficients
    static constexpr double kNear = 16.0;           ///< d of the last patches' end
    /// Coefficients of Q and of its derivative by h over h/d, by powers of the place in the patch.
    struct Patch {
        double value[kOrder][kOrder], slope[kOrder][kOrder];
    };

    WaveGreen();
    static void fill(Patch& patch, double dBegin, double cBegin);
    void addNear(double d, double c, double s, double decay, double j0, double j1, WavePart& part) const;
    static void addFar(double d, double c, double s, WavePart& part);

    BesselTable m_bessel;
    std::vector<Patch> m_patches;
};

} // namespace ambient
