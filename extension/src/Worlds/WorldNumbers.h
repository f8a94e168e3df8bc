// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <nlohmann/json.hpp>

namespace ambient {

/// \file
/// Values of a world file, written.

inline nlohmann::json numbers(const Vector3& v) {
    return nlohmann::json::array({v.x(), v.y(), v.z()});
}

inline nlohmann::json numbers(const Quaternion& q) {
    return nlohmann::json::array({q.x(), q.y(), q.z(), q.w()});
}

inline void writePose(nlohmann::json& object, const Pose& worldFromFrame) {
    object["position"] = numbers(worldFromFrame.position);
    object["orientation"] = numbers(worldFromFrame.orientation);
}

} // namespace ambient
