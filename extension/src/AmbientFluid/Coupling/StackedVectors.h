// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

#include <Eigen/Core>

#include <cstddef>

namespace ambient {

/// The numbers of a list of twists, momenta or wrenches, one after another.
template <class Vectors>
Eigen::VectorXd stacked(const Vectors& vectors) {
    Eigen::VectorXd all(6 * static_cast<int>(vectors.size()));
    for (std::size_t i = 0; i < vectors.size(); ++i)
        all.segment<6>(6 * static_cast<int>(i)) = vectors[i].vector();
    return all;
}

} // namespace ambient
