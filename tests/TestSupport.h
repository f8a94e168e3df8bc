// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>

/// What several test files need: seeded random values and the optional reference data.
namespace test {

/// A seeded source of the random inputs of property tests.
class Random {
  public:
    explicit Random(unsigned seed) : m_engine(seed) {}
    double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(m_engine); }
    int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(m_engine); }
    ambient::Vector3 vector(double halfRange = 1.0) {
        const double x = uniform(-halfRange, halfRange), y = uniform(-halfRange, halfRange);
        return {x, y, uniform(-halfRange, halfRange)};
    }
    ambient::Vector3 direction() {
        for (;;) {
            const ambient::Vector3 v = vector();
            if (v.norm() > 0.1 && v.norm() < 1.0) return v.normalized();
        }
    }
    ambient::Quaternion rotation() { return ambient::expSO3(uniform(0.0, 3.1) * direction()); }
    ambient::Twist twist(double spin, double speed) { return {spin * vector(), speed * vector()}; }

  private:
    std::mt19937 m_engine;
};

/// What std::invalid_argument says that the call throws; empty where it throws none.
template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

/// A JSON file of the reference data beside the repository, or nothing where it is absent.
inline std::optional<nlohmann::json> referenceJson(const std::string& name) {
    std::ifstream file(std::string(AMBIENT_SHARED_DIR) + "/reference_data/" + name);
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
