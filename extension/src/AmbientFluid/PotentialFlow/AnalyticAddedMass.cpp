// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/AnalyticAddedMass.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ambient {
namespace {

/// Every product of lengths between 1e-30 and 1e30 m below stays within the range of numbers.
void requireLength(double value, const char* what) {
    if (value >= 1e-30 && value <= 1e30) return;
    std::ostringstream message;
    message << what << " must be between 1e-30 and 1e30 m, got " << value << " m";
    throw std::invalid_argument(message.str());
}

/// Rotational added inertia about the axis of alpha0, perpendicular to the semi-axes b and c.
/// The denominator 2 (b^2 - c^2) + (b^2 + c^2)(beta0 - gamma0) is written by alpha0 + beta0 + gamma0 = 2, which keeps
/// its digits if b and c differ by orders of magnitude. The quotient is of second order in b/c - 1, and below 1e-7 as
/// good as 0, where its rounding would be infinite; its relative error is about 1e-16 / (b/c - 1).
double rotationalTerm(double volume, double b, double c, double alpha0, double beta0, double gamma0) {
    const double difference = b * b - c * c;
    if (std::abs(difference) < 1e-7 * (b * b)) return 0.0;
    const double denominator = b * b * (alpha0 + 2.0 * beta0) - c * c * (alpha0 + 2.0 * gamma0);
    return volume / 5.0 * difference * difference * (gamma0 - beta0) / denominator;
}

} // namespace

double carlsonRD(double x, double y, double z) {
    // Duplication theorem until the arguments agree to 1e-3, then a fifth-order series (error about 1e-18).
    double sum = 0.0, factor = 1.0;
    for (;;) {
        const double mean = (x + y + 3.0 * z) / 5.0;
        const double dx = 1.0 - x / mean, dy = 1.0 - y / mean, dz = 1.0 - z / mean;
        if (std::max({std::abs(dx), std::abs(dy), std::abs(dz)}) < 1e-3) {
            const double ea = dx * dy, eb = dz * dz, ec = ea - eb, ed = ea - 6.0 * eb, ef = ed + 2.0 * ec;
            const double series = 1.0 + ed * (-3.0 / 14.0 + 9.0 / 88.0 * ed - 9.0 / 52.0 * dz * ef) +
                                  dz * (ef / 6.0 + dz * (-9.0 / 22.0 * ec + dz * 3.0 / 26.0 * ea));
            return 3.0 * sum + factor * series / (mean * std::sqrt(mean));
        }
        const double sx = std::sqrt(x), sy = std::sqrt(y), sz = std::sqrt(z);
        const double lambda = sx * sy + sy * sz + sz * sx;
        sum += factor / (sz * (z + lambda));
        factor *= 0.25;
        x = 0.25 * (x + lambda);
        y = 0.25 * (y + lambda);
        z = 0.25 * (z + lambda);
    }
}

SpatialInertia analyticEllipsoidAddedMass(const Vector3& s) {
    for (int k = 0; k < 3; ++k)
        requireLength(s[k], "ellipsoid semi-axis");
    const double product = s.prod();
    const double volume = 4.0 / 3.0 * kPi * product;
    Vector3 k0;
    for (int k = 0; k < 3; ++k) {
        const double b = s[(k + 1) % 3], c = s[(k + 2) % 3];
        k0[k] = 2.0 / 3.0 * product * carlsonRD(b * b, c * c, s[k] * s[k]); // the sum of the three is 2
    }
    Vector6 diagonal;
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        diagonal[k] = rotationalTerm(volume, s[i], s[j], k0[k], k0[i], k0[j]);
        diagonal[3 + k] = volume * k0[k] / (k0[i] + k0[j]);
    }
    return SpatialInertia(diagonal.asDiagonal().toDenseMatrix());
}

SpatialInertia analyticSphereAddedMass(double radius) {
    requireLength(radius, "sphere radius");
    return analyticEllipsoidAddedMass(Vector3::Constant(radius));
}

SpatialInertia analyticDiscAddedMass(double radius) {
    requireLength(radius, "disc radius");
    const double rotation = 16.0 / 45.0 * portable::pow(radius, 5);
    Vector6 diagonal = Vector6::Zero();
    diagonal << rotation, rotation, 0.0, 0.0, 0.0, 8.0 / 3.0 * radius * radius * radius;
    return SpatialInertia(diagonal.asDiagonal().toDenseMatrix());
}

} // namespace ambient
