// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveGreen.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Gauss's rule of eight points on [-1, 1].
constexpr double kGaussPlaces[4] = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363};
constexpr double kGaussWeights[4] = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763};

/// Ints over u from 0 to asinh(|v|/h) of e^(h sinh u - |v|), without and with the factor 1/cosh^2 u.
void columnIntegrals(double h, double depth, double& plain, double& weighted) {
    plain = weighted = 0.0;
    const double end = portable::asinh(depth / h);
    const int panels = 1 + static_cast<int>(4.0 * end);
    const double half = 0.5 * end / panels;
    for (int panel = 0; panel < panels; ++panel)
        for (int i = 0; i < 8; ++i) {
            const double place = i < 4 ? -kGaussPlaces[i] : kGaussPlaces[i - 4];
            const double u = half * (2.0 * panel + 1.0 + place), sinh = portable::sinh(u);
            const double part = half * kGaussWeights[i % 4] * portable::exp(h * sinh - depth);
            plain += part;
            weighted += part / (1.0 + sinh * sinh);
        }
}

/// Inverse of the matrix of powers at Chebyshev's points.
template <int N>
Eigen::Matrix<double, N, N> powersFromPoints(const double (&points)[N]) {
    Eigen::Matrix<double, N, N> powers;
    for (int i = 0; i < N; ++i)
        for (int k = 0; k < N; ++k)
            powers(i, k) = k == 0 ? 1.0 : powers(i, k - 1) * points[i];
    return powers.inverse();
}

} // namespace

const WaveGreen& WaveGreen::instance() {
    static const WaveGreen green;
    return green;
}

WavePart WaveGreen::exact(double h, double v) {
    const BesselValues bessel = h > 14.0 ? besselFarOut(h) : besselBySeries(h);
    const StruveValues struve = struveBySeries(h);
    const double decay = portable::exp(v);
    double plain, weighted;
    columnIntegrals(h, -v, plain, weighted);
    return {-kPi * decay * (struve.h0 + bessel.y0) - 2.0 * plain, 2.0 * kPi * decay * bessel.j0,
            decay * (kPi * (struve.h1 + bessel.y1) - 2.0) + 2.0 / h * weighted, -2.0 * kPi * decay * bessel.j1};
}

WaveGreen::WaveGreen() : m_patches(static_cast<std::size_t>(kPatches * kPatches)) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < kPatches; ++i)
        for (int j = 0; j < kPatches; ++j)
            fill(m_patches[static_cast<std::size_t>(i * kPatches + j)], i * kNear / kPatches,
                 static_cast<double>(j) / kPatches);
}

void WaveGreen::fill(Patch& patch, double dBegin, double cBegin) {
    double points[kOrder];
    for (int i = 0; i < kOrder; ++i)
        points[i] = -portable::cos((i + 0.5) * kPi / kOrder);
    using Square = Eigen::Matrix<double, kOrder, kOrder>;
    Square value, slope;
    for (int i = 0; i < kOrder; ++i)
        for (int j = 0; j < kOrder; ++j) {
            const double d = dBegin + 0.5 * kNear / kPatches * (1.0 + points[i]);
            const double c = cBegin + 0.5 / kPatches * (1.0 + points[j]), s = std::sqrt(1.0 - c * c);
            const double h = d * s, v = -d * c, logarithm = portable::log(0.5 * (d - v));
            const BesselValues bessel = h > 14.0 ? besselFarOut(h) : besselBySeries(h);
            const double decay = portable::exp(v);
            const WavePart part = exact(h, v);
            value(i, j) = part.real + 2.0 * decay * bessel.j0 * logarithm;
            slope(i, j) = part.realSlope / s + 2.0 * decay * (bessel.j0 / (d - v) - bessel.j1 / s * logarithm);
        }
    const Square fit = powersFromPoints(points);
    value = (fit * value * fit.transpose()).eval();
    slope = (fit * slope * fit.transpose()).eval();
    for (int i = 0; i < kOrder; ++i)
        for (int j = 0; j < kOrder; ++j) {
            patch.value[i][j] = value(i, j);
            patch.slope[i][j] = slope(i, j);
        }
}

void WaveGreen::addNear(double d, double c, double s, double decay, double j0, double j1, WavePart& part) const {
    const double x = d * (kPatches / kNear), y = c * kPatches;
    const int i = std::min(static_cast<int>(x), kPatches - 1), j = std::min(static_cast<int>(y), kPatches - 1);
    const double p = 2.0 * (x - i) - 1.0, q = 2.0 * (y - j) - 1.0;
    const Patch& patch = m_patches[static_cast<std::size_t>(i * kPatches + j)];
    double value = 0.0, slope = 0.0;
    for (int a = kOrder - 1; a >= 0; --a) {
        const double *v = patch.value[a], *w = patch.slope[a];
        value = value * p + (((((v[5] * q + v[4]) * q + v[3]) * q + v[2]) * q + v[1]) * q + v[0]);
        slope = slope * p + (((((w[5] * q + w[4]) * q + w[3]) * q + w[2]) * q + w[1]) * q + w[0]);
    }
    const double sum = d * (1.0 + c), logarithm = portable::log(0.5 * sum);
    part.real += value - 2.0 * decay * j0 * logarithm;
    part.realSlope += s * slope + 2.0 * decay * (j1 * logarithm - j0 * s / sum);
}

/// The terms fall until n is about d; those below 1e-8 of the first one are left out.
void WaveGreen::addFar(double d, double c, double s, WavePart& part) {
    const double perD = 1.0 / d;
    double before = 1.0, now = c;             // P_(n-1), P_n
    double slopeBefore = 0.0, slopeNow = 1.0; // P'_(n-1), P'_n
    double factor = perD, value = perD, slope = s * perD * perD;
    for (int n = 1; n <= 16; ++n) {
        factor *= n * perD; // n! / d^(n+1)
        value += factor * now;
        const double next = ((2.0 * n + 1.0) * c * now - n * before) / (n + 1.0);
        const double slopeNext = slopeBefore + (2.0 * n + 1.0) * now;
        slope += factor * perD * s * slopeNext;
        before = now;
        now = next;
        slopeBefore = slopeNow;
        slopeNow = slopeNext;
        if (factor * d < 1e-8) break;
    }
    part.real -= 2.0 * value;
    part.realSlope += 2.0 * slope;
}

WavePart WaveGreen::at(double h, double v) const {
    const double d = std::sqrt(h * h + v * v), c = -v / d, s = h / d, decay = portable::exp(v);
    WavePart part;
    if (d < kNear) {
        double j0, j1;
        m_bessel.first(h, j0, j1);
        addNear(d, c, s, decay, j0, j1, part);
        part.imag = 2.0 * kPi * decay * j0;
        part.imagSlope = -2.0 * kPi * decay * j1;
        return part;
    }
    addFar(d, c, s, part);
    if (decay < 1e-9) return part;
    const BesselValues bessel = m_bessel.at(h);
    part.real -= 2.0 * kPi * decay * bessel.y0;
    part.realSlope += 2.0 * kPi * decay * bessel.y1;
    part.imag = 2.0 * kPi * decay * bessel.j0;
    part.imagSlope = -2.0 * kPi * decay * bessel.j1;
    return part;
}

} // namespace ambient
