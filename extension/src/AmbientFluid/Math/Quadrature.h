// SPDX-License-Identifier: Zlib
#pragma once

#include <array>

namespace ambient {

/// A quadrature point of a triangle: barycentric coordinates and weight.
/// The weights of a rule sum to 1, so an integral is area * sum(weight * f).
struct TrianglePoint {
    std::array<double, 3> barycentric; ///< shares of the three corners; they sum to 1
    double weight;                     ///< share of the area
};

/// Symmetric rules of [Dunavant1985], exact for polynomials up to the given degree. All points lie inside.
extern const std::array<TrianglePoint, 3> kTriangleRuleDegree2;
extern const std::array<TrianglePoint, 6> kTriangleRuleDegree4;
extern const std::array<TrianglePoint, 12> kTriangleRuleDegree6;

} // namespace ambient
