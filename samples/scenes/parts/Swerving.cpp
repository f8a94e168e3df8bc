// SPDX-License-Identifier: Zlib
#include "scenes/parts/Swerving.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// Offset from the straight line between the first and the last place, at the same height.
ambient::Vector3 asideOf(const RunRecord& record, int frame, int body) {
    const ambient::Vector3& start = record.at(0, body).worldFromBody.position;
    const ambient::Vector3 whole = record.last(body).worldFromBody.position - start;
    const ambient::Vector3 part = record.at(frame, body).worldFromBody.position - start;
    ambient::Vector3 aside = part - (whole.z() == 0.0 ? 0.0 : part.z() / whole.z()) * whole;
    aside.z() = 0.0;
    return aside;
}

int turnsAlong(const ambient::Vector3& direction, const RunRecord& record, int body) {
    double fastest = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame)
        fastest = std::max(fastest, std::fabs(record.at(frame, body).velocity.linear.dot(direction)));
    int turns = 0;
    double sign = 0.0;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const double speed = record.at(frame, body).velocity.linear.dot(direction);
        if (std::fabs(speed) <= 0.1 * fastest) continue;
        if (sign * speed < 0.0) ++turns;
        sign = speed;
    }
    return turns;
}

} // namespace

Swerving swervingOf(const RunRecord& record, int body) {
    Swerving swerving;
    ambient::Vector3 farthest = ambient::Vector3::Zero();
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const ambient::Vector3 aside = asideOf(record, frame, body);
        if (aside.norm() > farthest.norm()) farthest = aside;
        swerving.tilt = std::max(swerving.tilt, tiltDegrees(record.at(frame, body)));
    }
    swerving.distance = farthest.norm();
    const double path = (record.last(body).worldFromBody.position - record.at(0, body).worldFromBody.position).norm();
    if (swerving.distance > 1e-4 * path) swerving.turns = turnsAlong(farthest.normalized(), record, body);
    return swerving;
}

} // namespace samples
