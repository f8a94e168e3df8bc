// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/RadiationFilter.h"

#include "AmbientFluid/Math/LeastSquares.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Media/SeededRandom.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace ambient {
namespace {

using Complex = std::complex<double>;
using Dense = Eigen::MatrixXd;
using ComplexMatrix = Eigen::MatrixXcd;

constexpr int kPairs = 3, kPoles = 2 * kPairs, kZeros = 5; // per motion; coefficients of q
constexpr int kFewestRows = 8;
constexpr double kLeastDamping = 1e-3, kLeastCoupling = 0.02;

/// One motion in the fit: frequencies over that of its largest damping, forces over the root of that damping.
struct Motion {
    int index = 0;          ///< of a 6-vector
    double frequency = 0.0; ///< of the largest damping [rad/s]
    double damping = 0.0;   ///< the largest
};

/// Spectral factors of some coupled motions.
class Factors {
  public:
    /// \param parameters logarithms of the real and imaginary parts of -p, then q for each channel; motion by motion
    Factors(const std::vector<Motion>& motions, int channels, const Eigen::VectorXd& parameters)
        : poles(kPoles * static_cast<Eigen::Index>(motions.size())),
          residues(ComplexMatrix::Zero(channels, poles.size())) {
        const int stride = kPoles + channels * kZeros;
        for (int m = 0; m < static_cast<int>(motions.size()); ++m)
            take(m, motions[static_cast<std::size_t>(m)], &parameters[m * stride]);
    }

    /// Energy matrix of the states of all poles: solves conj(p_k) P_kl + P_kl p_l = -conj(G_k) G_l.
    ComplexMatrix energy() const {
        ComplexMatrix found = residues.adjoint() * residues;
        for (Eigen::Index l = 0; l < poles.size(); ++l)
            for (Eigen::Index k = 0; k < poles.size(); ++k)
                found(k, l) /= -(std::conj(poles[k]) + poles[l]);
        return found;
    }

    Eigen::VectorXcd poles; ///< of each motion three, then their conjugates [rad/s]
    ComplexMatrix residues; ///< of G, by channel and pole

  private:
    void take(int m, const Motion& motion, const double* parameter) {
        std::array<Complex, kPoles> unit;
        for (std::size_t k = 0; k < kPairs; ++k) {
            unit[k] = {-portable::exp(parameter[2 * k]), portable::exp(parameter[2 * k + 1])};
            unit[k + kPairs] = std::conj(unit[k]);
        }
        const double scale = std::sqrt(motion.damping) * motion.frequency;
        for (std::size_t k = 0; k < kPoles; ++k) {
            const Eigen::Index column = kPoles * m + static_cast<Eigen::Index>(k);
            poles[column] = motion.frequency * unit[k];
            Complex slope = 1.0; // D'
            for (std::size_t other = 0; other < kPoles; ++other)
                if (other != k) slope *= unit[k] - unit[other];
            for (Eigen::Index c = 0; c < residues.rows(); ++c) {
                const double* const q = parameter + kPoles + c * kZeros;
                Complex value = 0.0;
                for (int power = kZeros - 1; power >= 0; --power)
                    value = value * unit[k] + q[power];
                residues(c, column) = scale * unit[k] * value / slope;
            }
        }
    }
};

/// Z of coupled motions at a frequency.
ComplexMatrix impedanceOf(const Factors& factors, const ComplexMatrix& energy, double frequency) {
    const Eigen::Index count = factors.poles.size() / kPoles;
    ComplexMatrix found = ComplexMatrix::Zero(count, count);
    for (Eigen::Index l = 0; l < energy.cols(); ++l) {
        const Complex answer = 1.0 / (Complex(0.0, frequency) - factors.poles[l]);
        for (Eigen::Index k = 0; k < energy.rows(); ++k)
            found(k / kPoles, l / kPoles) += energy(k, l) * answer;
    }
    return 0.5 * (found + found.transpose());
}

double largestDamping(const WaveRadiation& radiation, int i, int j) {
    double most = 0.0;
    for (const WaveRow& row : radiation.rows)
        most = std::max(most, std::abs(row.damping(i, j)));
    return most;
}

/// The motions that make waves.
std::vector<Motion> findMotions(const WaveRadiation& radiation) {
    std::vector<Motion> all;
    const double square = radiation.waterplaneArea / kPi;
    double most = 0.0;
    for (int i = 0; i < 6; ++i)
        most = std::max(most, largestDamping(radiation, i, i) / (i < 3 ? square : 1.0));
    for (int i = 0; i < 6; ++i) {
        Motion motion{i, 0.0, largestDamping(radiation, i, i)};
        if (!(motion.damping > kLeastDamping * most * (i < 3 ? square : 1.0))) continue;
        for (const WaveRow& row : radiation.rows)
            if (row.damping(i, i) == motion.damping) motion.frequency = row.frequency;
        all.push_back(motion);
    }
    return all;
}

/// Takes a motion and all that are coupled with it, also through others, out of a list.
std::vector<Motion> takeCoupled(std::vector<Motion>& left, const WaveRadiation& radiation) {
    std::vector<Motion> group = {left.front()};
    left.erase(left.begin());
    for (std::size_t at = 0; at < group.size(); ++at) {
        const Motion from = group[at];
        const auto isCoupled = [&](const Motion& to) {
            return largestDamping(radiation, from.index, to.index) >
                   kLeastCoupling * std::sqrt(from.damping * to.damping);
        };
        std::copy_if(left.begin(), left.end(), std::back_inserter(group), isCoupled);
        left.erase(std::remove_if(left.begin(), left.end(), isCoupled), left.end());
    }
    std::sort(group.begin(), group.end(), [](const Motion& a, const Motion& b) { return a.index < b.index; });
    return group;
}

/// Errors of a group of motions, over the roots of their largest dampings.
class GroupErrors {
  public:
    GroupErrors(const WaveRadiation& radiation, const std::vector<Motion>& motions)
        : m_radiation(radiation), m_motions(motions) {}

    /// Errors at a row, real and imaginary parts in turn, entry by entry. \param falls whether they count less beyond
    /// twice the frequency of the largest damping \param past whether they count there at all
    void add(const WaveRow& row, const ComplexMatrix& impedance, bool falls, bool past, double* out) const {
        for (std::size_t i = 0; i < m_motions.size(); ++i)
            for (std::size_t j = i; j < m_motions.size(); ++j, out += 2) {
                const Motion &a = m_motions[i], &b = m_motions[j];
                const double over = std::max(1.0, row.frequency / (2.0 * std::sqrt(a.frequency * b.frequency)));
                double weight = 1.0 / std::sqrt(a.damping * b.damping);
                if (falls) weight /= over * over;
                if (!past && over > 1.0) weight = 0.0;
                const Complex found = impedance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
                const double mass = row.addedMass(a.index, b.index) - m_radiation.addedMassAtInfinity(a.index, b.index);
                out[0] = weight * (found.real() - row.damping(a.index, b.index));
                out[1] = weight * (found.imag() - row.frequency * mass);
            }
    }

    /// Errors at all rows.
    Eigen::VectorXd operator()(const Factors& factors, bool falls = true, bool past = true) const {
        const ComplexMatrix energy = factors.energy();
        const Eigen::Index perRow = static_cast<Eigen::Index>(m_motions.size() * (m_motions.size() + 1));
        Eigen::VectorXd all(perRow * static_cast<Eigen::Index>(m_radiation.rows.size()));
        for (std::size_t r = 0; r < m_radiation.rows.size(); ++r) {
            const WaveRow& row = m_radiation.rows[r];
            add(row, impedanceOf(factors, energy, row.frequency), falls, past,
                &all[perRow * static_cast<Eigen::Index>(r)]);
        }
        return all;
    }

  private:
    const WaveRadiation& m_radiation;
    const std::vector<Motion>& m_motions;
};

/// Poles about the largest damping, zeros at random.
Eigen::VectorXd startOf(int motions, int channels, SeededRandom& random) {
    const int stride = kPoles + channels * kZeros;
    Eigen::VectorXd start(motions * stride);
    for (int m = 0; m < motions; ++m) {
        double* const parameter = &start[m * stride];
        for (int k = 0; k < kPairs; ++k) {
            const double frequency = portable::pow(1.6, k - 0.7 + 0.4 * (random.uniform() - 0.5));
            parameter[2 * k] = portable::log(0.45 * frequency);
            parameter[2 * k + 1] = portable::log(0.9 * frequency);
        }
        for (int c = 0; c < channels; ++c)
            for (int power = 0; power < kZeros; ++power)
                parameter[kPoles + c * kZeros + power] = c == 0 && power == 1 ? 1.5 : 0.6 * (random.uniform() - 0.5);
    }
    return start;
}

/// Appends states to the filter.
void append(RadiationFilter& filter, const std::vector<Complex>& poles, const Dense& drive, const Dense& energy) {
    const Eigen::Index before = filter.energy.rows(), all = energy.rows();
    filter.groups.push_back({before, all});
    filter.poles.insert(filter.poles.end(), poles.begin(), poles.end());
    filter.drive.conservativeResize(before + all, 6);
    filter.drive.bottomRows(all) = drive;
    filter.energy.conservativeResize(before + all, before + all);
    filter.energy.rightCols(all).setZero();
    filter.energy.bottomRows(all).setZero();
    filter.energy.bottomRightCorner(all, all) = 0.5 * (energy + energy.transpose());
}

/// Appends the states of a group to the filter.
void append(RadiationFilter& filter, const Factors& factors, const std::vector<Motion>& motions) {
    const Eigen::Index all = factors.poles.size();
    // All states from the real and imaginary parts of those with positive frequencies.
    ComplexMatrix whole = ComplexMatrix::Zero(all, all);
    Dense drive = Dense::Zero(all, 6);
    std::vector<Complex> poles, mirrored;
    for (Eigen::Index k = 0; k < all / 2; ++k) {
        const Eigen::Index m = k / kPairs, upper = m * kPoles + k % kPairs, lower = upper + kPairs;
        whole(upper, 2 * k) = whole(lower, 2 * k) = 1.0;
        whole(upper, 2 * k + 1) = Complex(0.0, 1.0);
        whole(lower, 2 * k + 1) = Complex(0.0, -1.0);
        drive(2 * k, motions[static_cast<std::size_t>(m)].index) = 1.0;
        poles.push_back(factors.poles[upper]);
        mirrored.push_back(factors.poles[lower]);
    }
    const Dense energy = (whole.adjoint() * factors.energy() * whole).real();
    if (motions.size() == 1) return append(filter, poles, drive, energy);
    append(filter, poles, drive, 0.5 * energy);
    // The second half of the mean: input and output change places. Forces are half those of the states.
    append(filter, mirrored, energy * drive, 0.5 * energy.ldlt().solve(Dense::Identity(all, all)));
}

void fitGroup(const WaveRadiation& radiation, const std::vector<Motion>& motions, RadiationFilter& filter) {
    constexpr int kRounds = 100;
    const int count = static_cast<int>(motions.size());
    const int starts = count <= 3 ? 6 : 3; // a fit of all six motions takes seconds
    const int channels = count <= 2 ? 1 : count == 3 ? 2 : 3;
    const GroupErrors errors(radiation, motions);
    const auto residuals = [&](const Eigen::VectorXd& p) { return errors(Factors(motions, channels, p)); };
    SeededRandom random(1);
    LeastSquaresResult best;
    for (int start = 0; start < starts; ++start) {
        const LeastSquaresResult found = minimiseSquares(residuals, startOf(count, channels, random), kRounds);
        if (start == 0 || found.sum < best.sum) best = found;
    }
    const Factors factors(motions, channels, best.parameters);
    const Eigen::VectorXd misfit = errors(factors, false, false);
    for (Eigen::Index i = 0; i < misfit.size(); i += 2)
        filter.misfit = std::max(filter.misfit, portable::hypot(misfit[i], misfit[i + 1]));
    append(filter, factors, motions);
}

} // namespace

Eigen::Matrix<Complex, 6, 6> RadiationFilter::impedance(double frequency) const {
    using Square = Eigen::Matrix<Complex, 6, 6>;
    Square found = Square::Zero();
    const Complex s(0.0, frequency), i(0.0, 1.0);
    for (int k = 0; k < count(); ++k) {
        // The pair u + i v and u - i v are states of one pole each.
        const Complex pole = poles[static_cast<std::size_t>(k)];
        const auto u = drive.row(2 * k).cast<Complex>(), v = drive.row(2 * k + 1).cast<Complex>();
        const Eigen::Matrix<Complex, 1, 6> x = (u + i * v) / (s - pole), y = (u - i * v) / (s - std::conj(pole));
        found += 0.5 * force.col(2 * k).cast<Complex>() * (x + y);
        found += 0.5 * force.col(2 * k + 1).cast<Complex>() * (-i * (x - y));
    }
    return found;
}

RadiationFilter fitRadiationFilter(const WaveRadiation& radiation) {
    if (static_cast<int>(radiation.rows.size()) < kFewestRows)
        throw std::invalid_argument("a filter of waves needs " + std::to_string(kFewestRows) + " frequencies, got " +
                                    std::to_string(radiation.rows.size()));
    RadiationFilter filter;
    std::vector<Motion> left = findMotions(radiation);
    while (!left.empty())
        fitGroup(radiation, takeCoupled(left, radiation), filter);
    filter.force = filter.drive.transpose() * filter.energy;
    return filter;
}

} // namespace ambient
