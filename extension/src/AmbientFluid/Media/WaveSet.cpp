// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/WaveSet.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"

namespace ambient {
namespace {

void requireWater(const StillWater& water) {
    requireThat(water.depth > 0.0, "StillWater: depth must be positive", water.depth);
    requireThat(std::isfinite(water.level), "StillWater: level must be finite", water.level);
    requirePositive(water.gravity, "StillWater: gravity");
}

/// The axes (z, x, y) if up is y, (y, z, x) if up is x, and the world's own if up is z.
Matrix3 axesAround(const Vector3& up) {
    int main = 2;
    for (int axis : {0, 1})
        if (std::abs(up[axis]) > std::abs(up[main])) main = axis;
    Matrix3 axes;
    const Vector3 first = Vector3::Unit((main + 1) % 3);
    axes.col(0) = (first - up.dot(first) * up).normalized();
    axes.col(1) = up.cross(axes.col(0));
    axes.col(2) = up;
    return axes;
}

void requireWave(bool ok, std::size_t index, const char* what) {
    if (!ok) throw std::invalid_argument("WaveSet: wave " + std::to_string(index) + ": " + what);
}

template <class Number>
WaveTerms<Number> termsOf(const WaveSet::Prepared& wave) {
    const double kx = wave.kx, ky = wave.ky, f = wave.frequency, q = wave.amplitude * wave.orbit;
    const double qx = q * wave.ex, qy = q * wave.ey;
    WaveTerms<Number> t;
    WaveOrbit<Number>& o = t.orbit;
    WaveProfile<Number>& b = t.below;
    const auto set = [](Number& number, double value) { number = static_cast<Number>(value); };
    set(t.kx, kx), set(t.ky, ky), set(t.k, wave.k), set(t.frequency, f);
    set(o.a, wave.amplitude), set(o.qx, qx), set(o.qy, qy), set(o.akx, wave.amplitude * kx),
        set(o.aky, wave.amplitude * ky);
    set(o.qkxx, qx * kx), set(o.qkxy, qx * ky), set(o.qkyy, qy * ky);
    set(o.qkxxx, qx * kx * kx), set(o.qkxxy, qx * kx * ky), set(o.qkxyy, qx * ky * ky), set(o.qkyyy, qy * ky * ky);
    set(o.vx, f * qx), set(o.vy, f * qy), set(o.vz, f * wave.amplitude);
    set(b.profile, wave.profile), set(b.echo, wave.profile * wave.bedEcho), set(b.ex, wave.ex), set(b.ey, wave.ey);
    set(b.fx, f * wave.ex), set(b.fy, f * wave.ey);
    set(b.ekxx, wave.ex * kx), set(b.ekxy, wave.ex * ky), set(b.ekyy, wave.ey * ky);
    return t;
}

} // namespace

double waveFrequency(double k, const StillWater& water) {
    requireWater(water);
    requirePositive(k, "waveFrequency: wavenumber");
    return std::sqrt(water.gravity * k * portable::tanh(k * water.depth));
}

double waveNumber(double w, const StillWater& water) {
    requireWater(water);
    requirePositive(w, "waveNumber: frequency");
    const double deep = w * w / water.gravity;
    if (std::isinf(water.depth)) return deep;
    // Solves x tanh(x) = y. The start is exact in the deep and shallow limits and 5 % off between; Newton doubles the
    // digits.
    const double y = deep * water.depth;
    double x = y / std::sqrt(portable::tanh(y));
    for (int i = 0; i < 6; ++i) {
        const double t = portable::tanh(x);
        x -= (x * t - y) / (t + x * (1.0 - t * t));
    }
    return x / water.depth;
}

double groupSpeed(double k, const StillWater& water) {
    const double w = waveFrequency(k, water), kd = k * water.depth;
    const double bed = kd < 300.0 ? 2.0 * kd / portable::sinh(2.0 * kd) : 0.0;
    return 0.5 * w / k * (1.0 + bed);
}

Wave makeWave(double amplitude, double wavelength, const Vector3& direction, double phase, const StillWater& water) {
    requirePositive(wavelength, "makeWave: wavelength");
    const Vector3 up = requireDirection(water.up, "StillWater: up");
    const Vector3 along = requireDirection(direction, "makeWave: direction");
    const Vector3 across = along - up.dot(along) * up;
    requireThat(across.norm() > 1e-6, "makeWave: direction must have a component perpendicular to up", across.norm());
    const double k = 2.0 * kPi / wavelength;
    return {amplitude, k * across.normalized(), waveFrequency(k, water), phase};
}

WaveSet::WaveSet(const std::vector<Wave>& waves, const StillWater& water) : m_water(water) {
    requireWater(water);
    m_water.up = requireDirection(water.up, "StillWater: up");
    m_worldFromWater = axesAround(m_water.up);
    for (std::size_t i = 0; i < waves.size(); ++i) {
        const Wave& wave = waves[i];
        const double k = wave.waveVector.norm();
        requireWave(k > 0.0 && std::isfinite(k), i, "the wave vector is zero or not finite");
        requireWave(std::abs(wave.waveVector.dot(m_water.up)) <= 1e-9 * k, i,
                    "the wave vector is not perpendicular to up");
        requireWave(wave.amplitude >= 0.0 && std::isfinite(wave.amplitude), i,
                    "the amplitude is negative or not finite");
        requireWave(wave.angularFrequency > 0.0 && std::isfinite(wave.angularFrequency), i,
                    "the frequency is not positive and finite");
        requireWave(std::isfinite(wave.phase), i, "the phase is not finite");
        const double kx = m_worldFromWater.col(0).dot(wave.waveVector),
                     ky = m_worldFromWater.col(1).dot(wave.waveVector);
        const double orbit = 1.0 / portable::tanh(k * water.depth);
        const double echo = portable::exp(-2.0 * k * water.depth);
        m_waves.push_back({wave.amplitude, wave.angularFrequency, wave.phase, k, kx, ky, kx / k, ky / k, echo,
                           wave.amplitude * wave.angularFrequency / (1.0 - echo), orbit});
        std::get<0>(m_terms).push_back(termsOf<double>(m_waves.back()));
        std::get<1>(m_terms).push_back(termsOf<float>(m_waves.back()));
        m_largestCrest += wave.amplitude;
        m_steepness += k * wave.amplitude * orbit;
        m_variance += 0.5 * wave.amplitude * wave.amplitude;
    }
}

} // namespace ambient
