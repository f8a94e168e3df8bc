// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

#include <memory>
#include <string>
#include <vector>

namespace samples {

/// A straight river towards +x between banks at y = +-width / 2, with round piers in it.
struct River {
    double speed = 1.0;                       ///< in the middle [m/s]
    double width = 10.0;                      ///< [m]
    double pierRadius = 0.5;                  ///< [m]
    std::vector<ambient::Vector3> piers = {}; ///< their axes, upright
};

/// Its current: a parabola from bank to bank, and for each pier the doublet of the flow round a cylinder, [Lamb1932,
/// art. 68]. Steady, level, and free of divergence everywhere outside the piers. No wakes; the banks feel the doublets
/// a little.
std::shared_ptr<const ambient::AmbientFlow> riverFlow(const River& river);

/// Its water, up to z = 0, and still air above.
std::shared_ptr<const ambient::FluidMedium> riverUnderAir(const River& river);

/// x of the body furthest downstream (sign 1) or upstream (-1) in a frame [m].
double furthest(const RunRecord& record, int frame, int sign);

/// Both over time, for a plot. \param body name of a body of the scene
PlotPanel wayPanel(const std::string& label, const std::string& body);

} // namespace samples
