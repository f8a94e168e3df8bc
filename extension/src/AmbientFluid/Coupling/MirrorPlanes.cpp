// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/MirrorPlanes.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

Reflection reflectionBy(const MirrorPlane& plane, std::size_t number) {
    const double length = plane.normal.stableNorm();
    if (!(length > 0.0) || !std::isfinite(length) || !std::isfinite(plane.offset))
        throw std::invalid_argument("wall " + std::to_string(number) +
                                    ": the normal is zero, or a number is not finite");
    const Vector3 n = plane.normal / length;
    return {Matrix3::Identity() - 2.0 * n * n.transpose(), 2.0 * plane.offset / length * n};
}

} // namespace

std::vector<Reflection> imagesBy(const std::vector<MirrorPlane>& planes) {
    std::vector<Reflection> all = {Reflection()};
    for (std::size_t i = 0; i < planes.size(); ++i) {
        const Reflection mirror = reflectionBy(planes[i], i);
        for (std::size_t k = 0; k < i; ++k) {
            const double cosine = planes[i].normal.normalized().dot(planes[k].normal.normalized());
            if (std::abs(cosine) > 1e-6)
                throw std::invalid_argument("walls " + std::to_string(k) + " and " + std::to_string(i) +
                                            ": they are not perpendicular, so their images have no end");
        }
        for (std::size_t k = 0, count = all.size(); k < count; ++k)
            all.push_back({mirror.turn * all[k].turn, mirror * all[k].shift});
    }
    all.erase(all.begin());
    return all;
}

} // namespace ambient
