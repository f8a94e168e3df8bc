// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <nlohmann/json.hpp>

namespace ambient {

using Json = nlohmann::ordered_json;

/// [x, y, z]
inline Json toJson(const Vector3& v) {
    return {v.x(), v.y(), v.z()};
}

/// Rows of numbers.
inline Json toJson(const Matrix6& m) {
    Json rows = Json::array();
    for (int i = 0; i < 6; ++i) {
        rows.push_back(Json::array());
        for (int j = 0; j < 6; ++j)
            rows.back().push_back(m(i, j));
    }
    return rows;
}

} // namespace ambient
