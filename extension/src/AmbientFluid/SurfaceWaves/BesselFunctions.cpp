// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/BesselFunctions.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kEulerGamma = 0.57721566490153286061;

/// Hankel's series of order nu, P + i Q = sum of (i/x)^k a_k, a_k = (4 nu^2 - 1)(4 nu^2 - 9)... / (k! 8^k).
void hankelSeries(double fourNuSquared, double x, double& p, double& q) {
    constexpr int kTerms = 12;
    double term = 1.0;
    p = q = 0.0;
    for (int k = 0; k < kTerms; ++k) {
        const double sign = k % 4 < 2 ? 1.0 : -1.0;
        (k % 2 == 0 ? p : q) += sign * term;
        term *= (fourNuSquared - (2.0 * k + 1.0) * (2.0 * k + 1.0)) / (8.0 * (k + 1.0) * x);
    }
}

} // namespace

BesselValues besselBySeries(double x) {
    const double quarter = 0.25 * x * x, logarithm = portable::log(0.5 * x) + kEulerGamma;
    double term = 1.0, harmonic = 0.0; // (-x^2/4)^m / m!^2, and 1 + 1/2 + ... + 1/m
    BesselValues sum{0.0, 0.0, 0.0, 0.0};
    for (int m = 0; m < 60; ++m) {
        const double next = m + 1.0;
        sum.j0 += term;
        sum.j1 += 0.5 * x * term / next;
        sum.y0 -= 2.0 / kPi * harmonic * term;
        sum.y1 -= 0.5 * x * term / next * (2.0 * harmonic + 1.0 / next) / kPi;
        harmonic += 1.0 / next;
        term *= -quarter / (next * next);
    }
    sum.y0 += 2.0 / kPi * logarithm * sum.j0;
    sum.y1 += 2.0 / kPi * logarithm * sum.j1 - 2.0 / (kPi * x);
    return sum;
}

StruveValues struveBySeries(double x) {
    const double square = x * x;
    StruveValues sum;
    double h0 = x, h1 = square / 3.0;
    for (int m = 0; m < 60; ++m) {
        sum.h0 += 2.0 / kPi * h0;
        sum.h1 += 2.0 / kPi * h1;
        const double odd = 2.0 * m + 3.0;
        h0 *= -square / (odd * odd);
        h1 *= -square / (odd * (odd + 2.0));
    }
    return sum;
}

BesselValues besselFarOut(double x) {
    const double amplitude = std::sqrt(2.0 / (kPi * x)), phase = x - 0.25 * kPi;
    const double c = portable::cos(phase), s = portable::sin(phase);
    double p0, q0, p1, q1;
    hankelSeries(0.0, x, p0, q0);
    hankelSeries(4.0, x, p1, q1);
    return {amplitude * (p0 * c - q0 * s), amplitude * (p1 * s + q1 * c), amplitude * (p0 * s + q0 * c),
            amplitude * (q1 * s - p1 * c)};
}

BesselTable::BesselTable() {
    const int count = static_cast<int>(kEnd / kStep) + 2;
    for (int i = 0; i < count; ++i) {
        const double x = i * kStep, forY = std::max(x, 0.5);
        const BesselValues y = forY > 14.0 ? besselFarOut(forY) : besselBySeries(forY);
        const BesselValues j = x > 14.0 ? y : i == 0 ? BesselValues() : besselBySeries(x);
        const double slopeOfJ1 = i == 0 ? 0.5 : j.j0 - j.j1 / x;
        const bool isFlat = x < 0.5;
        m_rows.push_back({j.j0, j.j1, y.y0, y.y1, -j.j1 * kStep, slopeOfJ1 * kStep, isFlat ? 0.0 : -y.y1 * kStep,
                          isFlat ? 0.0 : (y.y0 - y.y1 / forY) * kStep});
    }
}

double BesselTable::between(const Row& a, const Row& b, int function, double t) {
    const auto f = static_cast<std::size_t>(function);
    const double rise = b[f] - a[f], first = a[f + 4] - rise, last = rise - b[f + 4];
    return a[f] + t * rise + t * (1.0 - t) * ((1.0 - t) * first + t * last);
}

void BesselTable::first(double x, double& j0, double& j1) const {
    if (x >= kEnd) {
        const BesselValues far = besselFarOut(x);
        j0 = far.j0;
        j1 = far.j1;
        return;
    }
    const double place = x / kStep;
    const auto i = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(i);
    j0 = between(m_rows[i], m_rows[i + 1], 0, t);
    j1 = between(m_rows[i], m_rows[i + 1], 1, t);
}

BesselValues BesselTable::at(double x) const {
    if (x >= kEnd) return besselFarOut(x);
    const double place = x / kStep;
    const auto i = static_cast<std::size_t>(place);
    const double t = place - static_cast<double>(i);
    const Row &a = m_rows[i], &b = m_rows[i + 1];
    return {between(a, b, 0, t), between(a, b, 1, t), between(a, b, 2, t), between(a, b, 3, t)};
}

} // namespace ambient
