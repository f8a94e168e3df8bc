// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/LinearTable.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {

LinearTable::LinearTable(std::vector<double> x, std::vector<double> y, const char* name)
    : m_x(std::move(x)), m_y(std::move(y)) {
    const std::string start = name;
    if (m_x.size() < 2 || m_y.size() != m_x.size())
        throw std::invalid_argument(start + " has " + std::to_string(m_x.size()) + " rows; it needs two or more");
    for (std::size_t i = 0; i < m_x.size(); ++i) {
        const std::string row = start + "[" + std::to_string(i) + "]: ";
        if (!std::isfinite(m_x[i]) || !std::isfinite(m_y[i]))
            throw std::invalid_argument(row + "a number is not finite");
        if (i > 0 && !(m_x[i] > m_x[i - 1]))
            throw std::invalid_argument(row + std::to_string(m_x[i]) + " is not above the row before it");
    }
}

LinearTable::Line LinearTable::line(std::size_t point) const {
    const double slope = (m_y[point + 1] - m_y[point]) / (m_x[point + 1] - m_x[point]);
    return {m_x[point], m_y[point], slope};
}

LinearTable::Line LinearTable::lineAt(double x) const {
    const auto above = std::upper_bound(m_x.begin() + 1, m_x.end() - 1, x);
    return line(static_cast<std::size_t>(above - m_x.begin()) - 1);
}

} // namespace ambient
