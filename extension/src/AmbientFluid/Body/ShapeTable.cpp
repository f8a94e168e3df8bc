// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeTable.h"

#include <algorithm>
#include <cmath>

namespace ambient {

ShapeIntervals::ShapeIntervals(std::vector<double> times, double period, bool isSmooth)
    : m_times(std::move(times)), m_period(period), m_isSmooth(isSmooth) {
    for (std::size_t k = 1; k < m_times.size(); ++k)
        m_steps.push_back(m_times[k] - m_times[k - 1]);
    if (period > 0.0) m_steps.push_back(m_times.front() + period - m_times.back());
}

ShapeIntervals::Place ShapeIntervals::at(double phase) const {
    if (m_steps.empty()) return {0, 0.0, 1.0, false};
    const double first = m_times.front();
    if (m_period > 0.0) {
        phase -= m_period * std::floor((phase - first) / m_period);
    } else {
        if (phase < first) return {0, 0.0, m_steps.front(), false};
        if (phase >= m_times.back()) return {count() - 1, 1.0, m_steps.back(), false};
    }
    const auto after = std::upper_bound(m_times.begin(), m_times.end(), phase);
    const int interval = std::clamp(static_cast<int>(after - m_times.begin()) - 1, 0, count() - 1);
    const double step = m_steps[static_cast<std::size_t>(interval)];
    return {interval, std::clamp((phase - time(interval)) / step, 0.0, 1.0), step};
}

void ShapeTable::fill(const ShapeIntervals& intervals, const KnotRows& rows) {
    if (intervals.isSmooth() || intervals.count() == 0) {
        m_values = rows;
        m_slopes = splineSlopes(intervals.steps(), rows, intervals.ends());
        return;
    }
    m_values.resize(2 * intervals.count(), rows.cols());
    m_slopes.resize(2 * intervals.count(), rows.cols());
    for (int i = 0; i < intervals.count(); ++i) {
        const auto start = rows.row(3 * i), middle = rows.row(3 * i + 1), end = rows.row(3 * i + 2);
        const double perStep = 1.0 / intervals.steps()[static_cast<std::size_t>(i)];
        m_values.row(2 * i) = start;
        m_values.row(2 * i + 1) = end;
        m_slopes.row(2 * i) = perStep * (4.0 * middle - 3.0 * start - end);
        m_slopes.row(2 * i + 1) = perStep * (start + 3.0 * end - 4.0 * middle);
    }
}

ShapeTable::Ends ShapeTable::ends(const ShapeIntervals& intervals, int interval) const {
    if (intervals.count() == 0) return {0, 0};
    if (intervals.isSmooth()) return {interval, intervals.keyAfter(interval)};
    return {2 * interval, 2 * interval + 1};
}

Eigen::RowVectorXd ShapeTable::row(const ShapeNumbers& n) {
    Eigen::RowVectorXd row(kWidth);
    double* to = row.data();
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c <= r; ++c)
            *to++ = n.addedMassPerDensity.matrix()(r, c);
    const Vector6 momentum = n.fluidMomentum.vector();
    to = std::copy(momentum.data(), momentum.data() + 6, to);
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c <= r; ++c)
            *to++ = n.bodyInertia.matrix()(r, c);
    to = std::copy(n.bodyAngularMomentum.data(), n.bodyAngularMomentum.data() + 3, to);
    to = std::copy(n.spin.data(), n.spin.data() + n.spin.size(), to);
    *to++ = n.spinLength;
    to = std::copy(n.feltRotations.data(), n.feltRotations.data() + n.feltRotations.size(), to);
    to = ViscousRow::write(n.viscous, to);
    const Vector6 motion = n.viscous.shapeMotion.vector();
    to = std::copy(motion.data(), motion.data() + 6, to);
    *to = n.viscous.shapePower;
    return row;
}

void ShapeTable::interpolate(const ShapeIntervals& intervals, const ShapeIntervals::Place& place, double* to) const {
    const Ends at = ends(intervals, place.interval);
    const HermiteWeights w = HermiteWeights::cubic(place.share, place.step);
    const double *a = m_values.row(at.from).data(), *b = m_values.row(at.to).data();
    const double *p = m_slopes.row(at.from).data(), *q = m_slopes.row(at.to).data();
    for (Eigen::Index i = 0; i < m_values.cols(); ++i)
        to[i] = w.value[0] * a[i] + w.value[1] * b[i] + w.value[2] * p[i] + w.value[3] * q[i];
}

void ShapeTable::evaluate(const ShapeIntervals& intervals, const ShapeIntervals::Place& place, double mass,
                          ShapeNumbers& n) const {
    double numbers[kWidth];
    interpolate(intervals, place, numbers);
    const double* from = numbers;
    Matrix6 added;
    for (int r = 0; r < 6; ++r)
        for (int c = 0; c <= r; ++c)
            added(r, c) = added(c, r) = *from++;
    n.addedMassPerDensity = SpatialInertia(added);
    n.fluidMomentum = Momentum(Vector6(Eigen::Map<const Vector6>(from)));
    from += 6;
    Matrix3 inertia;
    for (int r = 0; r < 3; ++r)
        for (int c = 0; c <= r; ++c)
            inertia(r, c) = inertia(c, r) = *from++;
    n.bodyInertia = SpatialInertia::ofBody(mass, inertia);
    n.bodyAngularMomentum = Eigen::Map<const Vector3>(from);
    from += 3;
    std::copy(from, from + n.spin.size(), n.spin.data());
    from += n.spin.size();
    n.spinLength = *from++;
    n.feltRotations = Eigen::Map<const Matrix3>(from);
    from += 9;
    if (n.viscous.isEmpty()) return;
    from = ViscousRow::read(from, n.viscous);
    n.viscous.shapeMotion = Twist(Vector6(Eigen::Map<const Vector6>(from)));
    n.viscous.shapePower = std::max(from[6], 0.0);
}

} // namespace ambient
