// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ImpulseBound.h"

#include <Eigen/Cholesky>

#include <cmath>
#include <limits>

namespace ambient {

ImpulseBound::ImpulseBound(const ArticulatedBody& body) : m_mobilities(static_cast<std::size_t>(body.linkCount())) {
    for (int i = body.hasFixedBase() ? 1 : 0; i < body.linkCount(); ++i) {
        const Eigen::Matrix<double, 6, 6> inertia = body.link(i).inertia.matrix();
        const Eigen::Matrix<double, 6, 6> inverse = inertia.llt().solve(Eigen::Matrix<double, 6, 6>::Identity());
        // (a + b)^2 <= 2 (a^2 + b^2) in the norm of the inverse.
        m_mobilities[static_cast<std::size_t>(i)] = {2.0 * inverse.topLeftCorner<3, 3>().trace(),
                                                     2.0 * inverse.bottomRightCorner<3, 3>().trace()};
    }
}

double ImpulseBound::norm(const std::vector<Wrench>& impulses) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < impulses.size(); ++i)
        sum += squared(i, impulses[i]);
    return std::sqrt(sum);
}

double ImpulseBound::norm(const std::vector<Wrench>& first, const std::vector<Wrench>& second) const {
    if (first.size() != second.size()) return std::numeric_limits<double>::infinity();
    double sum = 0.0;
    for (std::size_t i = 0; i < first.size(); ++i)
        sum += squared(i, first[i] - second[i]);
    return std::sqrt(sum);
}

} // namespace ambient
