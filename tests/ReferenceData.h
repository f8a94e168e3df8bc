// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "TestPaths.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>
#include <string>

/// The optional reference data: apart from TestSupport.h, since JSON takes as long to compile as most tests.
namespace test {

/// A JSON file of the reference data beside the repository, or nothing where it is absent.
inline std::optional<nlohmann::json> referenceJson(const std::string& name) {
    std::ifstream file(sharedPath() + "/reference_data/" + name);
    if (!file) return std::nullopt;
    return nlohmann::json::parse(file);
}

inline ambient::Vector3 vector3(const nlohmann::json& j) {
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>()};
}

/// (w, x, y, z) as the reference data writes quaternions.
inline ambient::Quaternion quaternion(const nlohmann::json& j) {
    return {j[0].get<double>(), j[1].get<double>(), j[2].get<double>(), j[3].get<double>()};
}

} // namespace test

/// For tests that need the reference data: defines `name`, or skips.
#define AMBIENT_REFERENCE_OR_SKIP(name, file)                                                                          \
    const auto name##Optional = test::referenceJson(file);                                                             \
    if (!name##Optional) GTEST_SKIP() << "reference data " file " is not beside this repository";                      \
    const nlohmann::json& name = *name##Optional
