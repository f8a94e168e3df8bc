// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/CubicSplines.h"

namespace ambient {

KnotRows splineSlopes(const std::vector<double>& steps, const KnotRows& values, SplineEnds ends) {
    const Eigen::Index knots = values.rows();
    if (knots < 2) return KnotRows::Zero(knots, values.cols());
    // Continuous second derivatives: m_before/a + 2 (1/a + 1/b) m + m_after/b = 3 (rise_before/a^2 + rise_after/b^2).
    Eigen::MatrixXd system = Eigen::MatrixXd::Zero(knots, knots);
    KnotRows right = KnotRows::Zero(knots, values.cols());
    const double wrap = ends == SplineEnds::Antiperiodic ? -1.0 : 1.0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const Eigen::Index from = static_cast<Eigen::Index>(i), to = (from + 1) % knots;
        const double sign = to == 0 ? wrap : 1.0, perStep = 1.0 / steps[i];
        const Eigen::RowVectorXd rise = 3.0 * perStep * perStep * (sign * values.row(to) - values.row(from));
        system(from, from) += 2.0 * perStep;
        system(to, to) += 2.0 * perStep;
        system(from, to) += sign * perStep;
        system(to, from) += sign * perStep;
        right.row(from) += rise;
        right.row(to) += sign * rise;
    }
    if (ends == SplineEnds::AtRest)
        for (const Eigen::Index end : {Eigen::Index{0}, knots - 1}) {
            system.row(end).setZero();
            system(end, end) = 1.0;
            right.row(end).setZero();
        }
    return system.partialPivLu().solve(right);
}

} // namespace ambient
