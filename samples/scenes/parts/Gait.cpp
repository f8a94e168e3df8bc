// SPDX-License-Identifier: Zlib
#include "scenes/parts/Gait.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

constexpr double kLeastCorner = 50.0 * ambient::kPi / 180.0;

bool isCorner(const Eigen::Vector2d& before, const Eigen::Vector2d& at, const Eigen::Vector2d& after) {
    const Eigen::Vector2d in = at - before, out = after - at;
    const double turn = std::atan2(in.x() * out.y() - in.y() * out.x(), in.dot(out));
    return std::fabs(turn) > kLeastCorner;
}

} // namespace

Gait::Gait(const std::vector<Eigen::Vector2d>& points) {
    const std::size_t n = points.size();
    if (n < 2) throw std::invalid_argument("a gait has at least two points");
    double length = 0.0;
    std::vector<std::size_t> corners;
    for (std::size_t i = 0; i < n; ++i) {
        const Eigen::Vector2d &before = points[(i + n - 1) % n], &after = points[(i + 1) % n];
        const double step = (after - points[i]).norm();
        if (!std::isfinite(step) || step == 0.0)
            throw std::invalid_argument("points " + std::to_string(i) + " and " + std::to_string((i + 1) % n) +
                                        " of a gait are the same or not finite");
        length += step;
        if (isCorner(before, points[i], after)) corners.push_back(i);
    }
    m_rests = !corners.empty();
    if (!m_rests) corners.push_back(0);
    for (std::size_t k = 0; k < corners.size(); ++k) {
        const std::size_t last = k + 1 < corners.size() ? corners[k + 1] : corners[0] + n;
        std::vector<Eigen::Vector2d> part;
        for (std::size_t i = corners[k]; i <= last; ++i)
            part.push_back(points[i % n]);
        addStroke(part, length);
    }
}

void Gait::addStroke(const std::vector<Eigen::Vector2d>& points, double wholeLength) {
    std::vector<double> knots = {0.0};
    Eigen::MatrixXd values(2, static_cast<Eigen::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        values.col(static_cast<Eigen::Index>(i)) = points[i];
        if (i > 0) knots.push_back(knots.back() + (points[i] - points[i - 1]).norm());
    }
    const double begin = m_strokes.empty() ? 0.0 : m_strokes.back().end, end = begin + knots.back() / wholeLength;
    m_strokes.push_back({ambient::CubicSplines(std::move(knots), values, !m_rests), begin, end});
}

Eigen::Vector2d Gait::at(double t) const {
    const double within = t - std::floor(t);
    const auto stroke = std::find_if(m_strokes.begin(), m_strokes.end() - 1,
                                     [within](const Stroke& each) { return within < each.end; });
    const double share = std::clamp((within - stroke->begin) / (stroke->end - stroke->begin), 0.0, 1.0);
    const double eased = share * share * share * (10.0 - 15.0 * share + 6.0 * share * share);
    const std::vector<double>& knots = stroke->curve.knots();
    const double place = (m_rests ? eased : share) * knots.back();
    const auto next = std::upper_bound(knots.begin() + 1, knots.end() - 1, place);
    const int interval = static_cast<int>(next - knots.begin()) - 1;
    return stroke->curve.at(interval,
                            (place - knots[static_cast<std::size_t>(interval)]) / stroke->curve.length(interval));
}

} // namespace samples
