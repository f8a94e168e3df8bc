// SPDX-License-Identifier: Zlib
// Green functions of water over a level bed.
#include "AmbientFluid/SurfaceWaves/WaveKernel.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/WaveSet.h"

#include <Eigen/QR>

#include <array>
#include <cmath>

namespace ambient {
namespace {

/// Adds a source at a vertical distance, and its derivatives. \param towards derivative of that distance by the height
/// of the source
void addSource(double strength, double distance, double vertical, double towards, WaveKernel::Part& sum) {
    const double perD = 1.0 / std::sqrt(distance * distance + vertical * vertical);
    const double cubed = strength * perD * perD * perD;
    sum.value += strength * perD;
    sum.alongDistance -= cubed * distance;
    sum.alongDepth -= cubed * vertical * towards;
}

/// Vertical distances of the four images that a level bed makes of the one above the surface, and their derivatives by
/// the height of the source.
struct Images {
    Images(double depth, double z, double sourceZ)
        : distance{-z - sourceZ, 4.0 * depth + z + sourceZ, 2.0 * depth - z + sourceZ, 2.0 * depth + z - sourceZ} {}
    std::array<double, 4> distance;
    static constexpr std::array<double, 4> kTowards = {-1.0, 1.0, 1.0, -1.0};
};

/// A sum of sources above an image, equal to the transform of a sum of exponentials: Int e^(-m p) J0(m R) dm is 1/d.
template <int Terms>
class SourceSum {
  public:
    /// Fits the exponentials e^(-m place), places in equal ratios, to a function of m by least squares, weighted as the
    /// integral over m and that of its derivative. \param decay of what both are multiplied by, e^(-m decay)
    template <class Function>
    void fit(const Function& function, double decay, double shortest, double longest, double least, double most) {
        constexpr int kPoints = 500;
        for (int i = 0; i < Terms; ++i)
            m_places[i] = shortest * portable::pow(longest / shortest, static_cast<double>(i) / (Terms - 1));
        const double ratio = portable::pow(most / least, 1.0 / (kPoints - 1));
        Eigen::MatrixXd terms(kPoints, Terms);
        Eigen::VectorXd values(kPoints);
        double m = least;
        for (int point = 0; point < kPoints; ++point, m *= ratio) {
            const double weight = std::sqrt(m * (1.0 + 1e-3 * m / least)) * portable::exp(-m * decay);
            for (int i = 0; i < Terms; ++i)
                terms(point, i) = weight * portable::exp(-m * m_places[i]);
            values[point] = weight * function(m);
        }
        const Eigen::VectorXd found = terms.colPivHouseholderQr().solve(values);
        for (int i = 0; i < Terms; ++i)
            m_strengths[i] = found[i];
    }

    void add(double distance, double vertical, double towards, WaveKernel::Part& sum) const {
        double perD[Terms], square = distance * distance;
        for (int i = 0; i < Terms; ++i)
            perD[i] = 1.0 / std::sqrt(square + (vertical + m_places[i]) * (vertical + m_places[i]));
        double value = 0.0, cubed = 0.0, falling = 0.0;
        for (int i = 0; i < Terms; ++i) {
            const double one = m_strengths[i] * perD[i], cube = one * perD[i] * perD[i];
            value += one;
            cubed += cube;
            falling += cube * (vertical + m_places[i]);
        }
        sum.value += value;
        sum.alongDistance -= cubed * distance;
        sum.alongDepth -= falling * towards;
    }

  private:
    double m_places[Terms] = {}, m_strengths[Terms] = {};
};

/// A free surface over a bed [Wehausen1960, eq. 13.18]: with K = w^2/g = k tanh(k h), and r_j, v_j of the four images
///     G = 1/r + 1/r_bed + sum_j PV Int_0^inf T(m) e^(m v_j) J0(m R) dm + i ...,
///     T = (m + K) / ((m - K) - (m + K) e^(-2 m h)),   residue c at m = k.
/// Each image is 1/r_j, c/2 W(k R, k v_j) of deep water, and the transform of T - 1 - c/(m - k), a sum of exponentials:
/// images at more places. T - 1 - c/(m - k) falls as d/m + e/m^2 only, which matters at the surface: for the first
/// image both tails are taken by the closed integrals of (1 - e^(-a m))/m and its square. The imaginary part is exact.
class BedKernel : public WaveKernel {
  public:
    BedKernel(double k, double depth) : m_deepK(k), m_depth(depth), m_green(WaveGreen::instance()) {
        StillWater water;
        water.depth = depth;
        water.gravity = 1.0;
        m_k = waveNumber(std::sqrt(k), water);
        const double echo = portable::exp(-2.0 * m_k * depth);
        m_residue = (m_k + k) / (1.0 - echo + 2.0 * depth * (m_k + k) * echo);
        m_first = 2.0 * k - m_residue;
        m_second = 2.0 * k * k - m_residue * m_k;
        const double largest = std::max(m_k, 1.0 / depth), longest = 3.0 * std::max(depth, 1.0 / m_k);
        m_shift = 1.0 / largest;
        const double least = 1e-3 / depth, most = 400.0 * largest;
        m_near.fit([this](double m) { return rest(m) - tails(m); }, 0.0, 0.1 * m_shift, longest, least, most);
        m_far.fit([this](double m) { return rest(m); }, depth, 0.3 * depth, longest, least, most);
    }

    Part at(double distance, double z, double sourceZ) const override {
        Part sum{0.0, 0.0, 0.0};
        addSource(1.0, distance, 2.0 * m_depth + z + sourceZ, 1.0, sum);
        const Images images(m_depth, z, sourceZ);
        addFirst(distance, images.distance[0], sum);
        for (std::size_t i = 1; i < 4; ++i)
            addOther(distance, images.distance[i], Images::kTowards[i], sum);
        return sum;
    }
    double least(double sumOfHeights) const override { return std::min(-sumOfHeights, 2.0 * m_depth + sumOfHeights); }

  private:
    /// T without 1 and its pole.
    double rest(double m) const {
        if (std::abs(m - m_k) < 1e-4 * m_k) m = m_k * (1.0 + 1e-4); // the pole is removed
        const double echo = portable::exp(-2.0 * m * m_depth);
        return (m + m_deepK) / ((m - m_deepK) - (m + m_deepK) * echo) - 1.0 - m_residue / (m - m_k);
    }
    double tails(double m) const {
        const double tail = -portable::expm1(-m_shift * m) / m;
        return m_first * tail + m_second * tail * tail;
    }

    /// c/2 W and its derivatives. \param p vertical distance
    void addWave(double distance, double p, double towards, Part& sum) const {
        const WavePart wave = m_green.at(m_k * distance, -m_k * p);
        const double half = 0.5 * m_residue, slope = half * m_k;
        sum.value += std::complex<double>(half * wave.real, half * wave.imag);
        sum.alongDistance += std::complex<double>(slope * wave.realSlope, slope * wave.imagSlope);
        sum.alongDepth -= towards * std::complex<double>(slope * wave.real, slope * wave.imag);
    }

    /// The image above the surface, without 1/d and 2 K/d in the derivative by the height.
    void addFirst(double distance, double p, Part& sum) const {
        addWave(distance, p, -1.0, sum);
        const double q = p + m_shift, s = q + m_shift, square = distance * distance;
        const double dp = std::sqrt(square + p * p), dq = std::sqrt(square + q * q), ds = std::sqrt(square + s * s);
        const double lp = portable::log(p + dp), lq = portable::log(q + dq), ls = portable::log(s + ds);
        const double perP = 1.0 / (p + dp), perQ = 1.0 / (q + dq), perS = 1.0 / (s + ds);
        sum.value += m_first * (lq - lp) + m_second * (p * lp - dp - 2.0 * (q * lq - dq) + s * ls - ds);
        sum.alongDistance += distance * (m_first * (perQ / dq - perP / dp) - m_second * (perP - 2.0 * perQ + perS));
        sum.alongDepth -= m_first / dq + m_second * (lp - 2.0 * lq + ls);
        m_near.add(distance, p, -1.0, sum);
    }

    void addOther(double distance, double p, double towards, Part& sum) const {
        addSource(1.0, distance, p, towards, sum);
        addWave(distance, p, towards, sum);
        const double dp = std::sqrt(distance * distance + p * p);
        sum.alongDepth -= towards * m_residue / dp;
        m_far.add(distance, p, towards, sum);
    }

    double m_deepK, m_depth, m_k = 0.0;                                   ///< K, h, k
    double m_residue = 0.0, m_first = 0.0, m_second = 0.0, m_shift = 0.0; ///< c, d, e, a
    SourceSum<12> m_near;
    SourceSum<6> m_far;
    const WaveGreen& m_green;
};

/// phi = 0 on the surface and no flow through the bed: images of alternating signs.
class QuickBedKernel : public WaveKernel {
  public:
    explicit QuickBedKernel(double depth) : m_depth(depth) {}
    Part at(double distance, double z, double sourceZ) const override {
        constexpr int kRounds = 40;
        Part sum{0.0, 0.0, 0.0};
        addSource(1.0, distance, 2.0 * m_depth + z + sourceZ, 1.0, sum);
        const Images images(m_depth, z, sourceZ);
        for (int n = 0; n <= kRounds; ++n)
            for (std::size_t i = 0; i < 4; ++i) {
                if (n == 0 && i == 0) continue; // -1/r'
                // The means of the last sums, and of these means.
                const double share = n == kRounds ? 0.25 : n == kRounds - 1 ? 0.75 : 1.0;
                const double strength = n % 2 == 0 ? -share : share;
                addSource(strength, distance, images.distance[i] + 2.0 * n * m_depth, Images::kTowards[i], sum);
            }
        return sum;
    }
    double least(double sumOfHeights) const override { return std::min(-sumOfHeights, 2.0 * m_depth + sumOfHeights); }

  private:
    double m_depth;
};

} // namespace

std::unique_ptr<WaveKernel> makeWaveKernel(double k, double depth) {
    if (std::isinf(depth)) return std::make_unique<DeepKernel>(k);
    return std::make_unique<BedKernel>(k, depth);
}

std::unique_ptr<WaveKernel> makeQuickKernel(double depth) {
    if (std::isinf(depth)) return nullptr;
    return std::make_unique<QuickBedKernel>(depth);
}

} // namespace ambient
