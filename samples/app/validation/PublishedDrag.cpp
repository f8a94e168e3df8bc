// SPDX-License-Identifier: Zlib
#include "validation/PublishedDrag.h"

#include "AmbientFluid/Math/Types.h"

#include <cmath>
#include <limits>

namespace samples {

using ambient::kPi;

double dragOfSphere(double re) {
    const double w = std::log10(re);
    if (re < 0.01) return 24.0 / re + 4.5;
    if (re < 20.0) return 24.0 / re * (1.0 + 0.1315 * std::pow(re, 0.82 - 0.05 * w));
    if (re < 260.0) return 24.0 / re * (1.0 + 0.1935 * std::pow(re, 0.6305));
    if (re < 1500.0) return std::pow(10.0, 1.6435 - 1.1242 * w + 0.1558 * w * w);
    if (re < 1.2e4) return std::pow(10.0, -2.4571 + 2.5558 * w - 0.9295 * w * w + 0.1049 * w * w * w);
    if (re < 4.4e4) return std::pow(10.0, -1.9181 + 0.6370 * w - 0.0636 * w * w);
    if (re < 3.38e5) return std::pow(10.0, -4.3390 + 1.5809 * w - 0.1546 * w * w);
    if (re < 4e5) return 29.78 - 5.3 * w;
    if (re < 1e6) return 0.1 * w - 0.49;
    return 0.19 - 8e4 / re;
}

double dragOfDisc(double re) {
    const double w = std::log10(re), creeping = 64.0 / (kPi * re);
    if (re <= 1.5) return creeping * (1.0 + std::pow(10.0, -0.883 + 0.906 * w - 0.025 * w * w));
    if (re <= 133.0) return creeping * (1.0 + 0.138 * std::pow(re, 0.792));
    return re > 999.0 ? 1.17 : std::numeric_limits<double>::quiet_NaN();
}

double dragOfSolid(double re, double sphericity) {
    const double s = sphericity, s2 = s * s, s3 = s2 * s;
    const double a = std::exp(2.3288 - 6.4581 * s + 2.4486 * s2), b = 0.0964 + 0.5565 * s;
    const double c = std::exp(4.905 - 13.8944 * s + 18.4222 * s2 - 10.2599 * s3);
    const double d = std::exp(1.4681 + 12.2584 * s - 20.7322 * s2 + 15.8855 * s3);
    return 24.0 / re * (1.0 + a * std::pow(re, b)) + c / (1.0 + d / re);
}

double dragOfSpheroid(double re) {
    return 5.1 / std::pow(re, 0.48) + 15.52 / std::pow(re, 1.05);
}

double dragOfLongCylinder(double re) {
    return 1.18 + 6.8 / std::pow(re, 0.89) + 1.96 / std::sqrt(re) - 0.0004 * re / (1.0 + 3.64e-7 * re * re);
}

double resistanceOfSpheroid(double polar, double equatorial) {
    const double e = std::sqrt(1.0 - equatorial * equatorial / (polar * polar));
    const double l = std::log((1.0 + e) / (1.0 - e));
    return 6.0 * kPi * polar * 8.0 / 3.0 * e * e * e / ((1.0 + e * e) * l - 2.0 * e);
}

double resistanceOfCylinder(double length, double diameter) {
    const double p = length / diameter;
    return 4.0 * kPi * length / (std::log(p) + 0.839 + 0.185 / p + 0.233 / (p * p));
}

double dragOfResistance(double re, double resistance, double diameter, double area) {
    const double viscosity = diameter / re; // at speed 1 and density 1
    const double creeping = viscosity * resistance;
    return creeping * (1.0 + 3.0 / 16.0 * creeping / (3.0 * kPi * viscosity * viscosity)) / (0.5 * area);
}

} // namespace samples
