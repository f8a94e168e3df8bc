// SPDX-License-Identifier: Zlib
#include "graphics/ScaleTicks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace samples {
namespace {

std::string scaleNumber(double value, double step) {
    std::array<char, 32> text{};
    const double size = std::fabs(value);
    if (size >= 1e5 || step < 1e-4)
        std::snprintf(text.data(), text.size(), "%.3g", value);
    else
        std::snprintf(text.data(), text.size(), "%.*f",
                      std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9))), value);
    return text.data();
}

} // namespace

std::vector<ScaleTick> scaleTicks(double minimum, double maximum, int count) {
    if (!std::isfinite(minimum) || !std::isfinite(maximum)) return {};
    if (!(maximum > minimum)) return {{minimum, scaleNumber(minimum, 0.01)}};
    const double rough = (maximum - minimum) / count, decade = std::pow(10.0, std::floor(std::log10(rough)));
    const double ratio = rough / decade;
    const double step = decade * (ratio < 1.5 ? 1.0 : ratio < 3.5 ? 2.0 : ratio < 7.5 ? 5.0 : 10.0);
    std::vector<ScaleTick> ticks;
    const double first = std::ceil(minimum / step - 1e-6);
    for (double i = first; i * step <= maximum + 1e-6 * step; ++i)
        ticks.push_back({i * step, scaleNumber(i == 0.0 ? 0.0 : i * step, step)});
    return ticks;
}

} // namespace samples
