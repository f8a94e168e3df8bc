// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>

namespace ambient {

using Json = nlohmann::ordered_json;

/// Indented text. Bytes of a file name become U+FFFD if they are not UTF-8: JSON cannot hold them.
inline std::string textOf(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

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

/// A value or null.
inline Json orNull(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}
template <class Numbers>
Json orNull(const std::optional<Numbers>& value) {
    return value ? toJson(*value) : Json();
}

} // namespace ambient
