// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <cmath>
#include <sstream>
#include <string>

/// Numbers of robots' files, to the last digit.
namespace test {

inline std::string numbers(const ambient::Vector3& v) {
    std::ostringstream text;
    text.precision(17);
    text << v.x() << " " << v.y() << " " << v.z();
    return text.str();
}

/// Roll, pitch and yaw of a rotation.
inline ambient::Vector3 rpyOf(const ambient::Quaternion& q) {
    const ambient::Matrix3 r = q.toRotationMatrix();
    return {std::atan2(r(2, 1), r(2, 2)), std::asin(-r(2, 0)), std::atan2(r(1, 0), r(0, 0))};
}

/// A <pose> of SDF. \param frame of `relative_to`; empty: none
inline std::string sdfPose(const ambient::Pose& pose, const std::string& frame = "") {
    return "<pose" + (frame.empty() ? "" : " relative_to='" + frame + "'") + ">" + numbers(pose.position) + " " +
           numbers(rpyOf(pose.orientation)) + "</pose>";
}

} // namespace test
