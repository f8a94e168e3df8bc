// SPDX-License-Identifier: Zlib
#pragma once

/// \file
/// Elementary functions with equal bits on every platform. Those of the standard library differ between glibc, musl,
/// Microsoft's runtime, and even between two processors with one glibc, which fuses operations where it can.
/// Only + - * /, the square root and scaling by powers of two are used; all of these are exactly rounded in IEEE 754.
/// Names, special values and signs of zero are those of the standard library. Errors are below one unit in the last
/// place for sin, cos, exp, log and pow, and below four for the others.

namespace ambient::portable {

/// Sine of x [rad]. Beyond 3.5e15 rad the angle itself is coarser than a turn; the result is only some number there.
double sin(double x);
/// Cosine of x [rad], see sin().
double cos(double x);
/// Tangent of x [rad], see sin().
double tan(double x);
/// Angle of the point (x, y) in [-pi, pi] [rad].
double atan2(double y, double x);
/// Arc tangent in [-pi/2, pi/2] [rad].
double atan(double x);
/// Arc cosine in [0, pi] [rad].
double acos(double x);
/// e^x; 0 or infinity beyond the range of double.
double exp(double x);
/// e^x - 1 without cancellation near 0.
double expm1(double x);
/// Natural logarithm.
double log(double x);
/// Logarithm to base 10; exact for powers of 10.
double log10(double x);
/// Natural logarithm of 1 + x without cancellation near 0.
double log1p(double x);
/// x^y.
double pow(double x, double y);
/// Cube root, of negative numbers too.
double cbrt(double x);
/// Hyperbolic sine.
double sinh(double x);
/// Hyperbolic tangent.
double tanh(double x);
/// Inverse hyperbolic sine.
double asinh(double x);
/// Length of (x, y), without overflow.
double hypot(double x, double y);

} // namespace ambient::portable
