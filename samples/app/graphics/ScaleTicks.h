// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

/// A number on a scale.
struct ScaleTick {
    double value = 0.0;
    std::string text;
};

/// Round numbers between two values, about `count` of them, with the digits of their step. None if a value is not
/// finite.
std::vector<ScaleTick> scaleTicks(double minimum, double maximum, int count);

} // namespace samples
