// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>

/// The numbers of other programs and of measurements (tests/reference/README.md): apart from TestSupport.h, since JSON
/// takes as long to compile as most tests.
namespace test {

/// A file of tests/reference.
/// \throws std::runtime_error if there is none, so that the test fails
inline std::string referenceText(const std::string& name) {
    const std::string path = rootPath() + "/tests/reference/" + name;
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path + " cannot be read");
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A JSON file of tests/reference.
/// \throws std::runtime_error if there is none, so that the test fails
inline nlohmann::json referenceJson(const std::string& name) {
    return nlohmann::json::parse(referenceText(name));
}

inline ambient::Vector3 vector3(const nlohmann::json& j) {
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>()};
}

/// (w, x, y, z) as the reference data writes quaternions.
inline ambient::Quaternion quaternion(const nlohmann::json& j) {
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>()};
}

} // namespace test
