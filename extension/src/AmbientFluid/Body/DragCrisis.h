// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"

#include <vector>

namespace ambient {

/// The narrower wake behind the round parts of a rough body once its boundary layer is turbulent. With the roughness k,
/// the width d of the round parts, e = k/d and Re = rho |v| d/eta, the suction behind them is multiplied by
///     1 - (1 - c(Re)/C) y^16/(1 + y^16),   y = Re/(.78 Re_c),   C = (8/17) .93, the drag of a sphere before the crisis
///     Re_c = 3.6e5/(1 + 93 e^.646)                              least drag [Achenbach1974]
///     c = a + (b - a) z/(1 + z),   z = max(Re/Re_c - 1, 0)/2.6    drag of a sphere after it
///     a = .07 + .22 min(e/.0125, 1)^.4,   b = .19 + .21 e/(e + 5e-4)
/// A polished sphere follows [Clift1978] within .03 past a Reynolds number of 4e5; b tends to Achenbach's largest drag,
/// .4. The fall of a real body starts where turbulence of its fluid has it start.
class DragCrisis {
  public:
    /// No crisis.
    DragCrisis() = default;
    /// \param roughness k >= 0 [m]; 0: no crisis \param width d >= 0 [m]; 0: the body has no round parts
    DragCrisis(double roughness, double width);

    /// Factor on the suction behind round parts, in (0, 1]. \param perLength rho |v|/eta >= 0 [1/m]
    double wakeShare(double perLength) const;

    /// d [m]; 0: there is no crisis.
    double width() const { return m_width; }

  private:
    double m_width = 0.0, m_critical = 0.0;
    double m_least = 1.0, m_most = 1.0; ///< a/C, b/C
};

/// Mean thickness of the body below its round faces, weighted by their suction [m]; 0 without round faces. The diameter
/// of a sphere and of a cylinder. \param thickness of each face, SurfaceShape::thickness [m]
double roundWidthOf(const PressureWeights& weights, const std::vector<double>& thickness);

} // namespace ambient
