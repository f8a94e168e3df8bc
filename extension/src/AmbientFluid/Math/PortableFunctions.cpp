// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"

#include <cmath>
#include <initializer_list>
#include <limits>

namespace ambient::portable {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();
constexpr double kHalfPi = 0x1.921fb54442d18p+0, kHalfPiRest = 0x1.1a62633145c07p-54;
constexpr double kLn2High = 0x1.62e42fee00000p-1, kLn2Low = 0x1.a39ef35793c76p-33; // High: 32 bits

/// An unevaluated sum of two numbers, |low| at most half a unit in the last place of high.
struct Sum {
    double high, low;
};

/// a + b exactly. [Knuth, Dekker1971]
Sum exactSum(double a, double b) {
    const double sum = a + b, of = sum - a;
    return {sum, (a - (sum - of)) + (b - of)};
}

/// a + b exactly, if |a| >= |b|.
Sum exactSumOrdered(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}

/// a * b exactly, for |a|, |b| < 1e290. [Dekker1971]
Sum exactProduct(double a, double b) {
    constexpr double split = 134217729.0; // 2^27 + 1
    const double as = split * a, bs = split * b;
    const double ah = as - (as - a), al = a - ah, bh = bs - (bs - b), bl = b - bh;
    const double product = a * b;
    return {product, ((ah * bh - product) + ah * bl + al * bh) + al * bl};
}

/// An angle less a whole number of quarter turns.
struct ReducedAngle {
    Sum angle;    ///< within [-pi/4, pi/4], a little beyond by rounding [rad]
    int quarters; ///< 0 to 3
};

ReducedAngle reducedAngle(double x) {
    if (std::abs(x) > 3.5e15) x = std::fmod(x, 4.0 * kHalfPi);
    constexpr double shift = 6755399441055744.0; // 1.5 * 2^52 pushes the fraction out of the mantissa
    const double n = (x * (1.0 / kHalfPi) + shift) - shift;
    const Sum most = exactProduct(n, kHalfPi);
    const Sum rest = exactSum(x - most.high, -most.low);
    return {exactSum(rest.high, rest.low - n * kHalfPiRest), static_cast<int>(static_cast<long long>(n) & 3)};
}

/// Sine of a reduced angle: its Taylor series.
double sineOf(const Sum& a) {
    const double r = a.high, z = r * r;
    const double series =
        -1.0 / 6 +
        z * (1.0 / 120 +
             z * (-1.0 / 5040 +
                  z * (1.0 / 362880 +
                       z * (-1.0 / 39916800 +
                            z * (1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0)))))));
    return r + (r * z * series + a.low * (1.0 - 0.5 * z));
}

/// Cosine of a reduced angle: its Taylor series.
double cosineOf(const Sum& a) {
    const double r = a.high, z = r * r, half = 0.5 * z, most = 1.0 - half;
    const double series =
        1.0 / 24 +
        z * (-1.0 / 720 +
             z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * (1.0 / 479001600 + z * (-1.0 / 87178291200.0 +
                                                                                  z * (1.0 / 20922789888000.0))))));
    return most + (((1.0 - most) - half) + (z * z * series - r * a.low));
}

/// e^(x.high + x.low) for |x.high| <= 800.
double exponentialOfSum(const Sum& x) {
    constexpr double shift = 6755399441055744.0;
    const double n = (x.high * 1.4426950408889634 + shift) - shift;
    const double most = x.high - n * kLn2High, less = n * kLn2Low;
    const double r = most - less, rest = ((most - r) - less) + x.low; // |r| <= ln(2)/2
    double series = 1.0 / 6227020800.0;
    for (const double factorial :
         {479001600.0, 39916800.0, 3628800.0, 362880.0, 40320.0, 5040.0, 720.0, 120.0, 24.0, 6.0, 2.0})
        series = 1.0 / factorial + r * series;
    const double curved = r * r * series; // e^r - 1 - r
    return std::ldexp(1.0 + (r + (curved + rest * (1.0 + (r + curved)))), static_cast<int>(n));
}

/// log(1 + f) for f in [-.3, .42].
Sum logarithmNearOne(double f) {
    const Sum d = exactSumOrdered(2.0, f); // log = 2 artanh(s), s = f/(2 + f)
    const double s = f / d.high;
    const Sum back = exactProduct(s, d.high);
    const double sRest = (((f - back.high) - back.low) - s * d.low) / d.high;
    const Sum z = exactProduct(s, s); // at most .03
    double series = 2.0 / 23.0;
    for (int k = 21; k >= 5; k -= 2)
        series = 2.0 / k + z.high * series;
    // 2 s + s^3 (2/3 + z series), to 1e-20: a power multiplies the error.
    const Sum factor = exactSumOrdered(2.0 / 3.0, z.high * series + 0x1.5555555555555p-55);
    const Sum square = exactProduct(z.high, factor.high);
    const Sum cube = exactProduct(s, square.high);
    const double rest = cube.low + s * (square.low + z.high * factor.low + z.low * factor.high);
    const Sum most = exactSumOrdered(2.0 * s, cube.high);
    return exactSumOrdered(most.high, most.low + (rest + 2.0 * sRest * (1.0 + z.high)));
}

/// Logarithm of a positive finite number.
Sum logarithmOf(double x) {
    int exponent;
    double mantissa = std::frexp(x, &exponent);
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2.0;
        --exponent;
    }
    const Sum part = logarithmNearOne(mantissa - 1.0);
    const Sum most = exactSum(exponent * kLn2High, part.high);
    return exactSumOrdered(most.high, most.low + (part.low + exponent * kLn2Low));
}

/// atan(numerator/denominator) for 0 <= numerator <= denominator, denominator > 0.
Sum arcTangentOf(double numerator, double denominator) {
    // Beyond pi/8: atan(t) = pi/4 + atan((t - 1)/(t + 1)).
    const bool isLarge = numerator > 0.41421356237309503 * denominator;
    const double t = isLarge ? (numerator - denominator) / (numerator + denominator) : numerator / denominator;
    const double z = t * t; // at most .1716
    double series = 1.0 / 45.0;
    for (int k = 43; k >= 3; k -= 2)
        series = 1.0 / k - z * series;
    const double small = -t * z * series;
    return isLarge ? exactSum(0.5 * kHalfPi, t + (small + 0.5 * kHalfPiRest)) : exactSumOrdered(t, small);
}

} // namespace

double sin(double x) {
    if (!std::isfinite(x)) return kNotANumber;
    if (x == 0.0) return x;
    const ReducedAngle a = reducedAngle(x);
    const double size = a.quarters % 2 == 0 ? sineOf(a.angle) : cosineOf(a.angle);
    return a.quarters < 2 ? size : -size;
}

double cos(double x) {
    if (!std::isfinite(x)) return kNotANumber;
    const ReducedAngle a = reducedAngle(x);
    const double size = a.quarters % 2 == 0 ? cosineOf(a.angle) : sineOf(a.angle);
    return a.quarters == 0 || a.quarters == 3 ? size : -size;
}

double tan(double x) {
    if (!std::isfinite(x)) return kNotANumber;
    if (x == 0.0) return x;
    const ReducedAngle a = reducedAngle(x);
    const double s = sineOf(a.angle), c = cosineOf(a.angle);
    return a.quarters % 2 == 0 ? s / c : -c / s;
}

double atan2(double y, double x) {
    if (std::isnan(x) || std::isnan(y)) return kNotANumber;
    double ax = std::abs(x), ay = std::abs(y);
    if (std::isinf(ax) || std::isinf(ay)) {
        ax = std::isinf(ax) ? 1.0 : 0.0;
        ay = std::isinf(ay) ? 1.0 : 0.0;
    }
    const bool isSteep = ay > ax;
    Sum angle = {0.0, 0.0};
    if (ay > 0.0) angle = isSteep ? arcTangentOf(ax, ay) : arcTangentOf(ay, ax);
    double result = angle.high + angle.low;
    if (isSteep) {
        const double upward = std::signbit(x) ? 1.0 : -1.0;
        const Sum turned = exactSumOrdered(kHalfPi, upward * angle.high);
        result = turned.high + (turned.low + (kHalfPiRest + upward * angle.low));
    } else if (std::signbit(x)) {
        const Sum turned = exactSumOrdered(2.0 * kHalfPi, -angle.high);
        result = turned.high + (turned.low + (2.0 * kHalfPiRest - angle.low));
    }
    return std::copysign(result, y);
}

double atan(double x) {
    return atan2(x, 1.0);
}

double acos(double x) {
    if (!(std::abs(x) <= 1.0)) return kNotANumber;
    return 2.0 * atan2(std::sqrt(1.0 - x), std::sqrt(1.0 + x));
}

double exp(double x) {
    if (std::isnan(x)) return x;
    if (x > 710.0) return kInfinity;
    if (x < -746.0) return 0.0;
    return exponentialOfSum({x, 0.0});
}

double expm1(double x) {
    if (!(std::abs(x) < 0.35)) return exp(x) - 1.0;
    if (x == 0.0) return x;
    double series = 1.0;
    for (int k = 15; k >= 3; --k)
        series = 1.0 + x / k * series;
    return x + 0.5 * x * x * series;
}

double log(double x) {
    if (std::isnan(x) || x == kInfinity) return x;
    if (x <= 0.0) return x == 0.0 ? -kInfinity : kNotANumber;
    const Sum result = logarithmOf(x);
    return result.high + result.low;
}

double log10(double x) {
    if (!(x > 0.0 && x < kInfinity)) return log(x);
    constexpr double perTen = 0x1.bcb7b1526e50ep-2, perTenRest = 0x1.95355baaafad3p-57;
    const Sum natural = logarithmOf(x), product = exactProduct(natural.high, perTen);
    return product.high + (product.low + (natural.high * perTenRest + natural.low * perTen));
}

double log1p(double x) {
    if (x == 0.0) return x;
    if (!(x > -0.29 && x < 0.41)) {
        const Sum one = exactSum(1.0, x);
        if (!(one.high > 0.0 && one.high < kInfinity)) return log(one.high);
        return log(one.high) + one.low / one.high;
    }
    const Sum result = logarithmNearOne(x);
    return result.high + result.low;
}

double pow(double x, double y) {
    if (y == 0.0 || x == 1.0) return 1.0;
    if (std::isnan(x) || std::isnan(y)) return kNotANumber;
    const bool isWhole = std::abs(y) >= 4503599627370496.0 || std::trunc(y) == y;
    const bool isOdd = isWhole && std::abs(y) < 9007199254740992.0 && std::fmod(y, 2.0) != 0.0;
    if (x < 0.0 && std::isfinite(x) && !isWhole) return kNotANumber;
    const double sign = std::signbit(x) && isOdd ? -1.0 : 1.0, size = std::abs(x);
    if (size == 0.0 || std::isinf(size)) return sign * ((size == 0.0) == (y > 0.0) ? 0.0 : kInfinity);
    if (size == 1.0) return sign;
    if (std::isinf(y)) return (size > 1.0) == (y > 0.0) ? kInfinity : 0.0;
    const Sum logarithm = logarithmOf(size);
    const double power = y * logarithm.high;
    if (power > 750.0) return sign * kInfinity;
    if (power < -750.0) return sign * 0.0;
    const Sum product = exactProduct(y, logarithm.high);
    return sign * exponentialOfSum(exactSumOrdered(product.high, product.low + y * logarithm.low));
}

double cbrt(double x) {
    if (x == 0.0 || !std::isfinite(x)) return x;
    int exponent;
    const double mantissa = std::frexp(std::abs(x), &exponent);
    const int thirds = (exponent + 3000) / 3 - 1000, left = exponent - 3 * thirds; // left: 0 to 2
    const double size = std::ldexp(mantissa, left);
    const double root = pow(size, 1.0 / 3.0);
    const Sum square = exactProduct(root, root), cube = exactProduct(square.high, root);
    const double excess = (cube.high - size) + (cube.low + square.low * root);
    return std::copysign(std::ldexp(root - excess / (3.0 * square.high), thirds), x);
}

double sinh(double x) {
    const double a = std::abs(x);
    if (a > 709.0) {
        const double root = exp(0.5 * a);
        return std::copysign(0.5 * root * root, x);
    }
    const double e = expm1(a);
    return std::copysign(0.5 * (e + e / (e + 1.0)), x);
}

double tanh(double x) {
    const double a = std::abs(x);
    if (a > 22.0) return std::copysign(1.0, x);
    const double e = expm1(2.0 * a);
    return std::copysign(e / (e + 2.0), x);
}

double asinh(double x) {
    const double a = std::abs(x);
    if (a > 1e8) return std::copysign(log(a) + 0.6931471805599453, x);
    return std::copysign(log1p(a + a * a / (1.0 + std::sqrt(1.0 + a * a))), x);
}

double hypot(double x, double y) {
    const double ax = std::abs(x), ay = std::abs(y);
    if (std::isinf(ax) || std::isinf(ay)) return kInfinity;
    const double large = ax > ay ? ax : ay, small = ax > ay ? ay : ax;
    if (large < 1e150 && large > 1e-140) return std::sqrt(large * large + small * small);
    if (!(large > 0.0) || std::isnan(small)) return large + small;
    const double ratio = small / large;
    return large * std::sqrt(1.0 + ratio * ratio);
}

} // namespace ambient::portable
