// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Media/FastSine.h"

#include <cmath>
#include <cstdint>

namespace ambient {

/// Random numbers with identical bits on every platform, unlike the standard distributions.
/// The SplitMix64 sequence [Steele2014].
class SeededRandom {
  public:
    /// \param seed any number, including 0; neighbouring seeds give unrelated numbers
    explicit SeededRandom(std::uint64_t seed) : m_state(seed) {}

    /// 64 random bits, each 0 or 1 with equal probability.
    std::uint64_t next() {
        std::uint64_t z = (m_state += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    /// Uniform in [0, 1), a multiple of 2^-53.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    /// Uniform in [0, 2 pi) [rad].
    double angle() { return 2.0 * kPi * uniform(); }

    /// A rotation, uniform over all rotations. [Shoemake1992]
    Matrix3 rotation() {
        const double u = uniform(), a = angle(), b = angle(), r = std::sqrt(1.0 - u), s = std::sqrt(u);
        double sa, ca, sb, cb;
        sineCosine(a, sa, ca);
        sineCosine(b, sb, cb);
        return Eigen::Quaterniond(s * cb, r * sa, r * ca, s * sb).toRotationMatrix();
    }

  private:
    std::uint64_t m_state;
};

} // namespace ambient
