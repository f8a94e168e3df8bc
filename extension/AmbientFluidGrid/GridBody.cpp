// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridBody.h"

#include <algorithm>

namespace ambient {

std::function<double(const Vector3&)> sphereDistance(double radius) {
    return [radius](const Vector3& point) { return point.norm() - radius; };
}

std::function<double(const Vector3&)> boxDistance(const Vector3& half) {
    return [half](const Vector3& point) {
        const Vector3 beyond = point.cwiseAbs() - half;
        return beyond.cwiseMax(0.0).norm() + std::min(beyond.maxCoeff(), 0.0);
    };
}

} // namespace ambient
