// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/MotionTrack.h"

#include "AmbientFluid/Math/CubicSplines.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

void requireSamples(const ArticulatedBody& body, const std::vector<double>& times,
                    const std::vector<JointVector>& positions, double period) {
    if (times.size() < 2) throw std::invalid_argument("MotionTrack: there are fewer than two times");
    if (positions.size() != times.size())
        throw std::invalid_argument("MotionTrack: " + std::to_string(times.size()) + " times, but " +
                                    std::to_string(positions.size()) + " samples");
    for (std::size_t i = 0; i < times.size(); ++i) {
        const std::string sample = "MotionTrack: sample " + std::to_string(i);
        if (!std::isfinite(times[i])) throw std::invalid_argument(sample + " has a time that is not finite");
        if (i > 0 && !(times[i] > times[i - 1])) throw std::invalid_argument(sample + " is not after the one before");
        if (positions[i].size() != body.positionCount())
            throw std::invalid_argument(sample + " has " + std::to_string(positions[i].size()) + " positions, not " +
                                        std::to_string(body.positionCount()));
        if (!positions[i].allFinite()) throw std::invalid_argument(sample + " is not finite");
    }
    if (period != 0.0 && !(period > times.back() - times.front() && std::isfinite(period)))
        throw std::invalid_argument("MotionTrack: the period is not above the span of the times");
}

/// Unit quaternions x, y, z, w in rows, each near the one before.
void readTurns(const std::vector<JointVector>& positions, int first, int column, KnotRows& values) {
    Eigen::Vector4d before = positions.front().segment<4>(first);
    for (std::size_t i = 0; i < positions.size(); ++i) {
        Eigen::Vector4d turn = positions[i].segment<4>(first);
        if (!(turn.norm() > 0.0))
            throw std::invalid_argument("MotionTrack: sample " + std::to_string(i) + " has a quaternion of length 0");
        turn *= (turn.dot(before) < 0.0 ? -1.0 : 1.0) / turn.norm();
        values.block<1, 4>(Eigen::Index(i), column) = before = turn;
    }
}

} // namespace

MotionTrack::MotionTrack(const ArticulatedBody& body, std::vector<double> times,
                         const std::vector<JointVector>& positions, double period)
    : m_times(std::move(times)), m_period(period) {
    requireSamples(body, m_times, positions, period);
    int columns = 0;
    for (int i = 1; i < body.linkCount(); ++i) {
        const JointType type = body.link(i).joint.type;
        if (type == JointType::Planar) throw std::invalid_argument("MotionTrack: planar joints have no tracks");
        if (type == JointType::Fixed) continue;
        const bool isSpherical = type == JointType::Spherical;
        m_places.push_back({columns, body.firstPosition(i), body.firstRate(i), isSpherical});
        columns += isSpherical ? 4 : 1;
    }
    const bool isLoop = period > 0.0;
    m_isAntiperiodic.assign(static_cast<std::size_t>(columns), 0);
    m_values.resize(Eigen::Index(m_times.size()), columns);
    for (const Place& place : m_places) {
        if (!place.isSpherical) {
            for (std::size_t i = 0; i < positions.size(); ++i)
                m_values(Eigen::Index(i), place.joint) = positions[i](place.position);
            continue;
        }
        readTurns(positions, place.position, place.joint, m_values);
        const bool isOpposite =
            m_values.row(0).segment<4>(place.joint).dot(m_values.bottomRows<1>().segment<4>(place.joint)) < 0.0;
        std::fill_n(m_isAntiperiodic.begin() + place.joint, 4, isLoop && isOpposite);
    }
    std::vector<double> steps;
    for (std::size_t i = 1; i < m_times.size(); ++i)
        steps.push_back(m_times[i] - m_times[i - 1]);
    if (isLoop) steps.push_back(m_times.front() + period - m_times.back());
    m_slopes.resize(m_values.rows(), columns);
    for (int c = 0; c < columns; ++c) {
        const SplineEnds loop =
            m_isAntiperiodic[static_cast<std::size_t>(c)] ? SplineEnds::Antiperiodic : SplineEnds::Periodic;
        m_slopes.col(c) = splineSlopes(steps, m_values.col(c), isLoop ? loop : SplineEnds::AtRest);
    }
    if (isLoop) m_times.push_back(m_times.front() + period);
}

MotionTrack::Value MotionTrack::at(int column, int interval, double share) const {
    const auto k = static_cast<std::size_t>(interval);
    const double step = m_times[k + 1] - m_times[k];
    const bool isLast = interval + 1 == m_values.rows(); // of a loop
    const double sign = isLast && m_isAntiperiodic[static_cast<std::size_t>(column)] ? -1.0 : 1.0;
    const Eigen::Index next = isLast ? 0 : interval + 1;
    const double a = m_values(interval, column), b = sign * m_values(next, column);
    const double p = m_slopes(interval, column), q = sign * m_slopes(next, column);
    const HermiteWeights w = HermiteWeights::cubic(share, step);
    const double chord = (b - a) / step;
    return {w.value[0] * a + w.value[1] * b + w.value[2] * p + w.value[3] * q,
            w.rate[0] * a + w.rate[1] * b + w.rate[2] * p + w.rate[3] * q,
            ((6.0 - 12.0 * share) * chord + (6.0 * share - 4.0) * p + (6.0 * share - 2.0) * q) / step};
}

void MotionTrack::evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const {
    const double first = m_times.front(), last = m_times.back();
    if (m_period > 0.0) time -= m_period * std::floor((time - first) / m_period);
    const double inside = std::clamp(time, first, last);
    const auto after = std::upper_bound(m_times.begin() + 1, m_times.end() - 1, inside);
    const int interval = static_cast<int>(after - m_times.begin()) - 1;
    const auto k = static_cast<std::size_t>(interval);
    const double share = (inside - m_times[k]) / (m_times[k + 1] - m_times[k]);
    const bool isHeld = m_period == 0.0 && (time < first || time > last);
    for (const Place& place : m_places) {
        if (!place.isSpherical) {
            const Value v = at(place.joint, interval, share);
            positions(place.position) = v.value;
            rates(place.rate) = isHeld ? 0.0 : v.rate;
            accelerations(place.rate) = isHeld ? 0.0 : v.acceleration;
            continue;
        }
        Eigen::Vector4d q, q1, q2;
        for (int c = 0; c < 4; ++c) {
            const Value v = at(place.joint + c, interval, share);
            q[c] = v.value;
            q1[c] = isHeld ? 0.0 : v.rate;
            q2[c] = isHeld ? 0.0 : v.acceleration;
        }
        // With Q = n q: w = 2 vec(q* Q')/n, and w' = 2 vec(q* (Q'' - 2 Q' n'/n))/n, since q*' q' is a scalar.
        const double n = q.norm();
        q /= n;
        const Quaternion conjugate = Quaternion(q).conjugate();
        const double growth = q.dot(q1) / n;
        const Eigen::Vector4d change = q2 - 2.0 * growth * q1;
        positions.segment<4>(place.position) = q;
        rates.segment<3>(place.rate) = 2.0 / n * (conjugate * Quaternion(q1)).vec();
        accelerations.segment<3>(place.rate) = 2.0 / n * (conjugate * Quaternion(change)).vec();
    }
}

} // namespace ambient
