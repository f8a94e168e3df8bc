// SPDX-License-Identifier: Zlib
#include "scenes/parts/ChainAnalysis.h"

#include <algorithm>
#include <cmath>

namespace samples {

double chainAngleDegrees(const RunRecord& record, int frame) {
    const ambient::Vector3& end = record.at(frame, record.bodyCount() - 1).worldFromBody.position;
    return std::atan2(end.x(), -end.z()) * 180.0 / ambient::kPi;
}

double linkAngleDegrees(const RunRecord& record, int frame, int link) {
    return -signedTiltDegrees(record.at(frame, link));
}

double widestJoint(const RunRecord& record, int frame) {
    const double half = -record.at(0).worldFromBody.position.z(); // of the distance of two joints
    ambient::Vector3 above = ambient::Vector3::Zero();
    double widest = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const ambient::Pose& pose = record.at(frame, body).worldFromBody;
        widest = std::max(widest, (pose * ambient::Vector3(0.0, 0.0, half) - above).norm());
        above = pose * ambient::Vector3(0.0, 0.0, -half);
    }
    return widest;
}

} // namespace samples
