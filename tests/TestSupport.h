// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"

#include <random>
#include <stdexcept>
#include <string>

/// Seeded random values, and the message of a refused call, for several test files.
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

/// Message of the std::invalid_argument thrown by a call; empty if none is thrown.
template <class Call>
std::string refusal(Call call) {
    try {
        call();
    } catch (const std::invalid_argument& e) {
        return e.what();
    }
    return "";
}

} // namespace test
