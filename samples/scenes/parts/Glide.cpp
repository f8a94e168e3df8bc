// SPDX-License-Identifier: Zlib
#include "scenes/parts/Glide.h"

#include "interface/Units.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kFlattest = 40.0;

double ratioOf(const ambient::Vector3& way) {
    const double ahead = std::hypot(way.x(), way.y()), down = -way.z();
    if (std::abs(down) * kFlattest < ahead) return down < 0.0 ? -kFlattest : kFlattest;
    return down == 0.0 ? 0.0 : ahead / down;
}

} // namespace

double glideRatio(const BodySample& sample) {
    return ratioOf(sample.velocity.linear);
}

double meanGlideRatio(const RunRecord& record, double fromTime, double toTime, int body) {
    const auto frameAt = [&](double time) {
        return std::clamp(static_cast<int>(std::lround(time / record.timeStep)), 0, record.frameCount() - 1);
    };
    return ratioOf(record.at(frameAt(toTime), body).worldFromBody.position -
                   record.at(frameAt(fromTime), body).worldFromBody.position);
}

double noseUpDegrees(const BodySample& sample) {
    const double up = (sample.worldFromBody.orientation * ambient::Vector3::UnitX()).z();
    return std::asin(std::clamp(up, -1.0, 1.0)) / kRadiansPerDegree;
}

double incidenceDegrees(const BodySample& sample) {
    const ambient::Vector3 motion = sample.worldFromBody.orientation.conjugate() * sample.velocity.linear;
    return std::atan2(-motion.z(), motion.x()) / kRadiansPerDegree;
}

} // namespace samples
