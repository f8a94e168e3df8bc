// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/MooringLine.h"

#include "AmbientFluid/Cables/CableLine.h"
#include "AmbientFluid/Cables/CatenaryLine.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>

namespace ambient {

std::unique_ptr<MooringLine> MooringLine::make(const CatenaryLineDef& def) {
    return std::make_unique<CatenaryLine>(def);
}

std::unique_ptr<MooringLine> MooringLine::make(const CableDef& def) {
    return std::make_unique<CableLine>(def);
}

void MooringLine::reel(double length, double rate) {
    requirePositive(length, "MooringLine::reel: length [m]");
    requireNotNegative(rate, "MooringLine::reel: rate [m/s]");
    m_target = length;
    m_rate = rate;
}

void MooringLine::turnDrum(double duration) {
    const double way = m_rate * duration;
    m_length += std::clamp(m_target - m_length, -way, way);
}

} // namespace ambient
