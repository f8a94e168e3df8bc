// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DragCrisis.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr double kSphere = 8.0 / 17.0 * 0.93; ///< C: a sphere's drag before the crisis
constexpr double kPolished = 3.6e5;           ///< Re_c without roughness
constexpr double kMiddle = 0.78;              ///< Reynolds number in the middle of the fall, over Re_c
constexpr double kRise = 2.6;                 ///< Reynolds numbers Re_c of half the rise after the crisis
constexpr double kRoughest = 0.0125;          ///< largest k/d in the experiments

/// y^16/(1 + y^16).
double fall(double y) {
    const double y2 = std::min(y * y, 100.0), y4 = y2 * y2, y8 = y4 * y4;
    return y8 * y8 / (1.0 + y8 * y8);
}

} // namespace

DragCrisis::DragCrisis(double roughness, double width) {
    if (!(roughness > 0.0) || !(width > 0.0)) return;
    const double relative = roughness / width;
    m_width = width;
    m_critical = kPolished / (1.0 + 93.0 * portable::pow(relative, 0.646));
    m_least = (0.07 + 0.22 * portable::pow(std::min(relative / kRoughest, 1.0), 0.4)) / kSphere;
    m_most = (0.19 + 0.21 * relative / (relative + 5e-4)) / kSphere;
}

double DragCrisis::wakeShare(double perLength) const {
    if (!(m_width > 0.0)) return 1.0;
    const double ratio = perLength * m_width / m_critical;
    const double z = std::max(ratio - 1.0, 0.0) / kRise;
    const double after = m_least + (m_most - m_least) * (z < 1e6 ? z / (1.0 + z) : 1.0);
    return 1.0 - (1.0 - after) * fall(ratio / kMiddle);
}

double roundWidthOf(const PressureWeights& weights, const std::vector<double>& thickness) {
    const std::vector<double>& suction = weights.of[PressureWeights::LeeRound];
    double sum = 0.0, widths = 0.0;
    for (std::size_t f = 0; f < suction.size(); ++f) {
        sum += suction[f];
        widths += suction[f] * thickness[f];
    }
    return sum > 0.0 ? widths / sum : 0.0;
}

} // namespace ambient
