// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/LoadHistory.h"

#include <algorithm>
#include <cmath>

namespace ambient {

LoadHistory::Entry& LoadHistory::push(double time) {
    if (m_count == 0 || (*this)[0].time != time) {
        m_newest = m_newest > 0 ? m_newest - 1 : kSize - 1;
        m_count = std::min(m_count + 1, kSize);
    }
    Entry& entry = m_entries[static_cast<std::size_t>(m_newest)];
    entry.time = time;
    return entry;
}

bool LoadHistory::isEven(double step) const {
    if (m_count < kSize) return false;
    const double slack = 1e-6 * step;
    const LoadHistory& at = *this;
    return std::abs(at[0].time - at[1].time - step) < slack && std::abs(at[1].time - at[2].time - step) < slack;
}

} // namespace ambient
