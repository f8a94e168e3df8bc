// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Cables/CableStep.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kCreep = 1e-4; ///< speed below which friction of the bed is viscous [m/s]

/// Length of a vector with a rounded tip: friction has a slope everywhere.
double rounded(const Vector3& v) {
    return std::sqrt(v.squaredNorm() + kCreep * kCreep);
}

} // namespace

CableStep::CableStep(const std::vector<CablePoint>& points, const std::vector<double>& stiffness, double rest,
                     double duration, const Vector3& up, double bed)
    : m_data(points), m_stiffness(stiffness), m_rest(rest), m_duration(duration), m_up(up), m_bed(bed),
      m_places(points.size()), m_slopes(points.size()), m_ways(points.size()), m_trial(points.size()),
      m_diagonal(points.size()), m_beside(stiffness.size()) {}

double CableStep::energy(const std::vector<Vector3>& places) const {
    double sum = 0.0;
    const double h = m_duration;
    for (std::size_t i = 0; i < m_data.size(); ++i) {
        const CablePoint& point = m_data[i];
        if (point.isLed) continue;
        const Vector3 off = places[i] - point.start - h * point.velocity, alone = places[i] - point.carrierGoal;
        const Vector3 motion = (places[i] - point.start) / h, slip = motion - point.flow;
        const double along = slip.dot(point.tangent), depth = m_bed - m_up.dot(places[i]);
        const double across = (slip - along * point.tangent).norm();
        sum += 0.5 * (off.dot(point.mass * off) + alone.dot(point.carrierMass * alone)) / (h * h);
        sum -= point.load.dot(places[i] - point.start);
        sum += h / 3.0 *
               (point.normalDrag * across * across * across + point.tangentialDrag * std::fabs(along * along * along));
        if (depth > 0.0) sum += 0.5 * point.bedStiffness * depth * depth;
        if (point.bedFriction > 0.0) sum += h * point.bedFriction * rounded(motion - motion.dot(m_up) * m_up);
    }
    for (std::size_t i = 0; i < m_stiffness.size(); ++i) {
        const double stretch = (places[i + 1] - places[i]).norm() - m_rest;
        if (stretch > 0.0) sum += 0.5 * m_stiffness[i] * stretch * stretch;
    }
    return sum;
}

void CableStep::addPoint(std::size_t index, const Vector3& place, Vector3& slope, Matrix3& curvature) const {
    const CablePoint& point = m_data[index];
    const double h = m_duration;
    const Vector3 motion = (place - point.start) / h, slip = motion - point.flow;
    slope += point.mass * (motion - point.velocity) / h - point.load;
    curvature += point.mass / (h * h);
    const double along = slip.dot(point.tangent);
    const Vector3 normal = slip - along * point.tangent;
    const double across = normal.norm();
    const Matrix3 tangents = point.tangent * point.tangent.transpose();
    slope += point.normalDrag * across * normal + point.tangentialDrag * std::fabs(along) * along * point.tangent;
    curvature += (point.normalDrag * across * (Matrix3::Identity() - tangents) +
                  2.0 * point.tangentialDrag * std::fabs(along) * tangents) /
                 h;
    if (across > 0.0) curvature += point.normalDrag / (across * h) * normal * normal.transpose();
    const double depth = m_bed - m_up.dot(place);
    if (depth > 0.0) {
        slope -= point.bedStiffness * depth * m_up;
        curvature += point.bedStiffness * m_up * m_up.transpose();
    }
    if (point.bedFriction > 0.0) {
        const Vector3 level = motion - motion.dot(m_up) * m_up;
        const double speed = rounded(level);
        slope += point.bedFriction / speed * level;
        curvature += point.bedFriction / (speed * h) *
                     (Matrix3::Identity() - m_up * m_up.transpose() - level * level.transpose() / (speed * speed));
    }
}

void CableStep::assemble() {
    for (std::size_t i = 0; i < m_data.size(); ++i) {
        const CablePoint& point = m_data[i];
        m_slopes[i] = point.carrierMass * (m_places[i] - point.carrierGoal) / (m_duration * m_duration);
        m_diagonal[i] = point.carrierMass / (m_duration * m_duration);
        addPoint(i, m_places[i], m_slopes[i], m_diagonal[i]);
    }
    for (std::size_t i = 0; i < m_stiffness.size(); ++i) {
        const Vector3 between = m_places[i + 1] - m_places[i];
        const double distance = between.norm(), stretch = distance - m_rest;
        m_beside[i].setZero();
        if (!(stretch > 0.0)) continue;
        const Vector3 along = between / distance;
        const Matrix3 alongs = along * along.transpose();
        const Matrix3 curvature = m_stiffness[i] * (alongs + stretch / distance * (Matrix3::Identity() - alongs));
        m_slopes[i] -= m_stiffness[i] * stretch * along;
        m_slopes[i + 1] += m_stiffness[i] * stretch * along;
        m_diagonal[i] += curvature;
        m_diagonal[i + 1] += curvature;
        m_beside[i] = -curvature;
    }
    for (std::size_t i = 0; i < m_data.size(); ++i) {
        if (!m_data[i].isLed) continue;
        m_slopes[i].setZero();
        m_diagonal[i].setIdentity();
        if (i > 0) m_beside[i - 1].setZero();
        if (i + 1 < m_data.size()) m_beside[i].setZero();
    }
}

double CableStep::eliminate() {
    const std::size_t count = m_data.size();
    for (std::size_t i = 0; i < count; ++i) {
        m_ways[i] = -m_slopes[i];
        if (i == 0) continue;
        const Eigen::LLT<Matrix3> before(m_diagonal[i - 1]);
        m_diagonal[i] -= m_beside[i - 1].transpose() * before.solve(m_beside[i - 1]);
        m_ways[i] -= m_beside[i - 1].transpose() * before.solve(m_ways[i - 1]);
    }
    double descent = 0.0;
    for (std::size_t i = count; i-- > 0;) {
        if (i + 1 < count) m_ways[i] -= m_beside[i] * m_ways[i + 1];
        m_ways[i] = Eigen::LLT<Matrix3>(m_diagonal[i]).solve(m_ways[i]);
        descent += m_ways[i].dot(m_slopes[i]);
    }
    return descent;
}

const std::vector<Vector3>& CableStep::solve() {
    for (std::size_t i = 0; i < m_data.size(); ++i)
        m_places[i] = m_data[i].isLed ? m_data[i].goal : Vector3(m_data[i].start + m_duration * m_data[i].velocity);
    const double fine = 1e-9 * m_rest; // below it rounding of the energy hides its fall
    double now = energy(m_places);
    for (int round = 0, last = 60; round < last; ++round) {
        assemble();
        const double descent = eliminate();
        double way = 0.0, next = now;
        for (const Vector3& step : m_ways)
            way = std::max(way, step.cwiseAbs().maxCoeff());
        bool isLower = false;
        for (double share = 1.0; share > 1e-8 && !isLower; share *= 0.5) {
            for (std::size_t i = 0; i < m_places.size(); ++i)
                m_trial[i] = m_places[i] + share * m_ways[i];
            next = energy(m_trial);
            isLower = way <= fine || next <= now + 1e-4 * share * descent + 1e-13 * std::fabs(now);
        }
        if (!isLower) break;
        m_places.swap(m_trial);
        now = next;
        if (way <= fine) last = std::min(last, round + 2); // one more, to rounding
    }
    return m_places;
}

double CableStep::tension(std::size_t segment) const {
    return m_stiffness[segment] * std::max(0.0, (m_places[segment + 1] - m_places[segment]).norm() - m_rest);
}

Vector3 CableStep::forceOnHolder(std::size_t point) const {
    Vector3 slope = Vector3::Zero();
    Matrix3 curvature = Matrix3::Zero();
    addPoint(point, m_places[point], slope, curvature);
    const auto pull = [&](std::size_t segment, std::size_t to) -> Vector3 {
        const Vector3 between = m_places[to] - m_places[point];
        const double distance = between.norm();
        return distance > 0.0 ? Vector3(tension(segment) / distance * between) : Vector3(Vector3::Zero());
    };
    if (point + 1 < m_data.size()) slope -= pull(point, point + 1);
    if (point > 0) slope -= pull(point - 1, point - 1);
    return -slope;
}

} // namespace ambient
