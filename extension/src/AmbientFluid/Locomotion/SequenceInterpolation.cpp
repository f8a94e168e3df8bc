// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SequenceInterpolation.h"

#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/RigidLogarithm.h"
#include "AmbientFluid/Math/CubicSplines.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// A time within increasing knots.
struct KnotPlace {
    int interval;
    double fraction; ///< of the interval, in [0, 1]
};

/// \param isClosed whether the last knot is the first one of the next period; else the time is clamped to the knots
KnotPlace placeAmong(const std::vector<double>& knots, bool isClosed, double time) {
    const double first = knots.front(), period = knots.back() - first;
    if (isClosed) time -= period * std::floor((time - first) / period);
    time = std::clamp(time, first, knots.back());
    const auto after = std::upper_bound(knots.begin() + 1, knots.end() - 1, time);
    const auto i = static_cast<std::size_t>(after - knots.begin()) - 1;
    return {static_cast<int>(i), (time - knots[i]) / (knots[i + 1] - knots[i])};
}

bool isWithin(const std::vector<double>& knots, double time) {
    return knots.front() <= time && time < knots.back();
}

} // namespace

InterpolatedReduction::InterpolatedReduction(const ReducedSequence& sequence, int metric)
    : m_isClosed(sequence.isClosed) {
    if (metric < 0 || metric >= static_cast<int>(sequence.metrics.size()))
        throw std::invalid_argument("the reduced sequence has no metric " + std::to_string(metric));
    if (!sequence.metrics[static_cast<std::size_t>(metric)].isLinear)
        throw std::invalid_argument("metric " + std::to_string(metric) + " of the reduced sequence is not linear");
    const std::vector<ShapeReduction>& reductions = sequence.metrics[static_cast<std::size_t>(metric)].at;
    Eigen::MatrixXd values(42, sequence.frameCount());
    for (int i = 0; i < sequence.frameCount(); ++i) {
        const ShapeReduction& r = reductions[static_cast<std::size_t>(i)];
        values.col(i).head<36>() = r.locked.reshaped();
        values.col(i).tail<6>() = r.momentum;
        m_leastRatio = std::min(m_leastRatio, LockedSolve(r.locked).leastRatio());
    }
    m_splines = std::make_unique<CubicSplines>(sequence.times, values, m_isClosed);
}

InterpolatedReduction::~InterpolatedReduction() = default;

ShapeReduction InterpolatedReduction::at(double time) const {
    const KnotPlace place = placeAmong(m_splines->knots(), m_isClosed, time);
    const Eigen::VectorXd v = m_splines->at(place.interval, place.fraction);
    ShapeReduction r;
    r.locked = Eigen::Map<const Eigen::Matrix<double, 6, 6>>(v.data());
    if (isMoving(time)) r.momentum = v.tail<6>();
    return r;
}

double InterpolatedReduction::firstTime() const {
    return m_splines->knots().front();
}

bool InterpolatedReduction::isMoving(double time) const {
    return m_isClosed || isWithin(m_splines->knots(), time);
}

InterpolatedShape::InterpolatedShape(const ShapeFrames& frames, const ReducedSequence& sequence)
    : m_topology(frames.topology()), m_pointCount(frames.pointCount()), m_isClosed(sequence.isClosed) {
    if (frames.frameCount() != sequence.frameCount())
        throw std::invalid_argument("the shapes have " + std::to_string(frames.frameCount()) +
                                    " frames, their reduced sequence has " + std::to_string(sequence.frameCount()));
    Eigen::MatrixXd values(3 * m_pointCount, frames.frameCount());
    PointColumns scratch;
    for (int i = 0; i < frames.frameCount(); ++i) {
        const Pose& pose = sequence.gaugeFromInput[static_cast<std::size_t>(i)];
        const PointColumns moved =
            (pose.orientation.toRotationMatrix() * frames.points(i, scratch)).colwise() + pose.position;
        values.col(i) = moved.reshaped();
    }
    m_splines = std::make_unique<CubicSplines>(sequence.times, values, m_isClosed);
}

InterpolatedShape::~InterpolatedShape() = default;

void InterpolatedShape::points(double time, std::vector<Vector3>& out) const {
    const KnotPlace place = placeAmong(m_splines->knots(), m_isClosed, time);
    const Eigen::VectorXd v = m_splines->at(place.interval, place.fraction);
    out.resize(static_cast<std::size_t>(m_pointCount));
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = v.segment<3>(3 * static_cast<Eigen::Index>(i));
}

double InterpolatedShape::firstTime() const {
    return m_splines->knots().front();
}

bool InterpolatedShape::isMoving(double time) const {
    return m_isClosed || isWithin(m_splines->knots(), time);
}

InterpolatedMotion::InterpolatedMotion(const Motion& motion, const ReducedSequence& sequence) : m_times(motion.times) {
    const auto perCycle = static_cast<std::size_t>(sequence.frameCount());
    const std::size_t count = motion.poses.size();
    if (count == 0 || count % perCycle != 0)
        throw std::invalid_argument("the motion has " + std::to_string(count) + " poses, its reduced sequence has " +
                                    std::to_string(perCycle) + " frames");
    for (std::size_t i = 0; i < count; ++i)
        m_poses.push_back(motion.poses[i] * sequence.gaugeFromInput[i % perCycle].inverse());
    std::vector<Twist> chords{Twist()}; // mean twists of the steps, with one before the first and one after the last
    if (sequence.isClosed) {
        m_period = motion.period;
        m_advance = count > perCycle ? m_poses[count - perCycle] * m_poses[count - 2 * perCycle].inverse()
                                     : motion.poses[0] * motion.advance * motion.poses[0].inverse();
        m_times.push_back(m_times[count - perCycle] + m_period);
        m_poses.push_back(m_advance * m_poses[count - perCycle]);
    }
    for (std::size_t i = 0; i + 1 < m_poses.size(); ++i)
        chords.push_back((1.0 / (m_times[i + 1] - m_times[i])) * logSE3(m_poses[i].inverse() * m_poses[i + 1]));
    // The parabola through three poses; beyond the ends of an open sequence its chord goes on in a straight line.
    const auto step = [&](std::size_t i) { return m_times[i + 1] - m_times[i]; };
    const std::size_t last = m_poses.size() - 1;
    const bool isOpen = m_period == 0.0;
    if (isOpen) chords[0] = last > 1 ? 2.0 * chords[1] - chords[2] : chords[1];
    if (!isOpen) chords[0] = chords[perCycle];
    chords.push_back(isOpen ? (last > 1 ? 2.0 * chords[last] - chords[last - 1] : chords[last])
                            : chords[1 + last - perCycle]);
    for (std::size_t i = 0; i <= last; ++i) {
        const double before = i > 0 ? step(i - 1) : step(isOpen ? 0 : perCycle - 1);
        const double after = i < last ? step(i) : step(isOpen ? last - 1 : last - perCycle);
        m_twists.push_back((1.0 / (before + after)) * (after * chords[i] + before * chords[i + 1]));
    }
}

Pose InterpolatedMotion::worldFromGauge(double time) const {
    const double end = m_times.back();
    if (!(m_period > 0.0) || time < end) return inRecord(std::max(time, m_times.front()));
    const double cycles = std::floor((time - end) / m_period) + 1.0;
    Pose pose = inRecord(std::clamp(time - cycles * m_period, end - m_period, end));
    // Powers by squaring: the time of a long run costs no more than its logarithm.
    Pose power = m_advance;
    for (double left = cycles; left >= 1.0; left = std::floor(0.5 * left)) {
        if (std::fmod(left, 2.0) == 1.0) pose = power * pose;
        power = power * power;
    }
    return pose;
}

Pose InterpolatedMotion::inRecord(double time) const {
    const KnotPlace place = placeAmong(m_times, false, time);
    const auto i = static_cast<std::size_t>(place.interval);
    const double h = m_times[i + 1] - m_times[i];
    const HermiteWeights w = HermiteWeights::cubic(place.fraction, h);
    const Twist whole = logSE3(m_poses[i].inverse() * m_poses[i + 1]);
    // The logarithm's rate at the end of the step. [Iserles2000, sec. 2]
    const Twist once = bracket(whole, m_twists[i + 1]);
    const Twist endRate = m_twists[i + 1] + 0.5 * once + (1.0 / 12.0) * bracket(whole, once);
    return m_poses[i] * expSE3(w.value[1] * whole + w.value[2] * m_twists[i] + w.value[3] * endRate, 1.0);
}

} // namespace ambient
