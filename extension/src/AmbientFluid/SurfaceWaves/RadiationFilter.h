// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

#include <vector>

namespace ambient {

/// The force of the waves that a floating body makes, in time: a linear system of few states that can only take energy.
///
/// The real states z come in pairs, each the real and imaginary part of one x_k' = p_k x_k + ...:
///     z' = A z + D V,   F = -H z,   energy = 1/2 z^T P z,   H = D^T P,   P A + A^T P = -L^T L.
/// The power -F.V that the force takes from the body is the rate of the energy and 1/2 |L z|^2: the energy never comes
/// from nothing. In frequency
///     Z(s) = H (s - A)^-1 D,   Re Z(i w) = 1/2 Re (G^H G)(i w),   G_cj(s) = s q_cj(s) / D_j(s),
/// with D_j of degree 6 and q_cj of degree 4: a spectral factor of the damping B(w). Coupled motions have the states
/// twice, the second time with A^T, H^T, D^T and P^-1: the mean of both is symmetric.
struct RadiationFilter {
    /// States that share their energy.
    struct Group {
        Eigen::Index first = 0; ///< index of the first one
        Eigen::Index size = 0;  ///< their number
    };

    std::vector<std::complex<double>> poles;        ///< p_k [rad/s], real parts negative
    Eigen::Matrix<double, Eigen::Dynamic, 6> drive; ///< D; two rows a pole
    Eigen::Matrix<double, 6, Eigen::Dynamic> force; ///< H; two columns a pole
    Eigen::MatrixXd energy;                         ///< P, a block for each group
    std::vector<Group> groups;                      ///< in the order of the states
    /// Largest error of Z against B + i w (A - A_inf) in the fitted rows up to twice the frequency of the largest
    /// damping, over the geometric mean of the largest dampings of both motions.
    double misfit = 0.0;

    /// Pairs of states.
    int count() const { return static_cast<int>(poles.size()); }
    /// Z: the force of steady motion with the velocity V e^(i w t) is -Z V e^(i w t). \param frequency w [rad/s]
    Eigen::Matrix<std::complex<double>, 6, 6> impedance(double frequency) const;
};

/// Fits a filter to the damping and the added mass of a body. Motions with less than 1e-3 of the largest damping,
/// lengths scaled by the waterplane's mean radius, make no waves; motions are coupled that share 2 % of their damping.
/// The same bytes for the same input.
/// \throws std::invalid_argument if there are fewer than 8 rows
RadiationFilter fitRadiationFilter(const WaveRadiation& radiation);

} // namespace ambient
