// SPDX-License-Identifier: Zlib
#include "scenes/parts/SpheresOnALine.h"

#include "AmbientFluid/Math/Types.h"

#include <Eigen/Dense>

#include <array>
#include <cmath>
#include <vector>

namespace samples {
namespace {

constexpr int kTerms = 24; // multipoles of each sphere

double binomial(int n, int k) {
    double value = 1.0;
    for (int i = 1; i <= k; ++i)
        value *= double(n - k + i) / i;
    return value;
}

/// Added masses of three unit spheres on a line per density, in units of 4 pi/3: entry (j, k) is the momentum of sphere
/// j for a motion of sphere k. The flow is a sum of A_n r^-(n+1) P_n about each centre; about another centre at a
/// distance d along the line this is (-1)^m C(n+m, m) r^m / d^(n+m+1) P_m, with (-1)^n in place of (-1)^m behind it.
Eigen::Matrix3d addedMasses(const std::array<double, 3>& places) {
    constexpr int unknowns = 3 * kTerms;
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(unknowns, unknowns);
    Eigen::MatrixXd regular = Eigen::MatrixXd::Zero(3, unknowns); // coefficient of r P_1 of the others' flow
    for (int j = 0; j < 3; ++j)
        for (int m = 1; m <= kTerms; ++m) {
            const int row = j * kTerms + m - 1;
            system(row, row) = -(m + 1);
            for (int i = 0; i < 3; ++i)
                for (int n = 1; i != j && n <= kTerms; ++n) {
                    const double d = places[static_cast<std::size_t>(j)] - places[static_cast<std::size_t>(i)];
                    const double sign = (d > 0.0 ? m : n) % 2 == 0 ? 1.0 : -1.0;
                    const double shift = sign * binomial(n + m, m) / std::pow(std::abs(d), n + m + 1);
                    system(row, i * kTerms + n - 1) = m * shift;
                    if (m == 1) regular(j, i * kTerms + n - 1) = shift;
                }
        }
    Eigen::MatrixXd moving = Eigen::MatrixXd::Zero(unknowns, 3);
    for (int k = 0; k < 3; ++k)
        moving(k * kTerms, k) = 1.0;
    const Eigen::MatrixXd multipoles = system.partialPivLu().solve(moving);
    Eigen::Matrix3d masses = -(regular * multipoles);
    for (int j = 0; j < 3; ++j)
        masses.row(j) -= multipoles.row(j * kTerms);
    return masses;
}

} // namespace

double exactWayOfThreeSpheres(double distance, double amplitude, double radius) {
    constexpr int samples = 64; // of a periodic function: the sum converges as fast as its Fourier series
    double way = 0.0;
    for (int i = 0; i < samples; ++i) {
        const double phase = 2.0 * ambient::kPi * i / samples;
        const double left = distance + amplitude * std::cos(phase), right = distance + amplitude * std::sin(phase);
        const Eigen::Matrix3d whole = Eigen::Matrix3d::Identity() + addedMasses({-left / radius, 0.0, right / radius});
        // The velocities are the middle sphere's plus these; the total momentum vanishes.
        const Eigen::Vector3d relative(amplitude * std::sin(phase), 0.0, amplitude * std::cos(phase));
        way -= 2.0 * ambient::kPi / samples * (whole * relative).sum() / whole.sum();
    }
    return way;
}

} // namespace samples
