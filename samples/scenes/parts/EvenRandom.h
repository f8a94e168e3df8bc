// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <random>

namespace samples {

/// Even in [-1, 1]; std::uniform_real_distribution differs from one standard library to the next.
inline double evenNumber(std::mt19937& random) {
    return 2.0 * double(random()) / double(std::mt19937::max()) - 1.0;
}

/// Each part even in [-1, 1].
inline ambient::Vector3 evenVector(std::mt19937& random) {
    const double x = evenNumber(random), y = evenNumber(random);
    return {x, y, evenNumber(random)};
}

} // namespace samples
