// SPDX-License-Identifier: Zlib
#include "scenes/parts/PlateRegime.h"

#include "interface/Units.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kClearlyOver = 0.17364817766693033; // sin 10 deg: of n_z, for a half turn
constexpr double kSteadySwing = 10.0;                // [deg]
constexpr double kGlideTilt = 20.0;                  // [deg]
constexpr double kGlideDrift = 0.02;
constexpr double kLongestPause = 3.0; // in mean times between half turns

struct HalfTurn {
    double time;
    Vector3 rotation; // since the one before, or since the start
};

struct AxisPath {
    std::vector<double> times;
    std::vector<Vector3> axes;
    std::vector<Vector3> positions;
};

AxisPath axisPath(const RunRecord& record, const TimeWindow& window, int body, const Vector3& axisInBody) {
    AxisPath path;
    for (int frame = 0; frame < record.frameCount(); ++frame) {
        const BodySample& s = record.at(frame, body);
        if (s.time < window.from - 1e-9 || s.time > window.to + 1e-9) continue;
        path.times.push_back(s.time);
        path.axes.push_back(s.worldFromBody.orientation * axisInBody);
        path.positions.push_back(s.worldFromBody.position);
    }
    return path;
}

std::vector<HalfTurn> halfTurns(const AxisPath& path) {
    std::vector<HalfTurn> turns;
    Vector3 rotation = Vector3::Zero();
    double side = 0.0;
    for (std::size_t i = 0; i < path.axes.size(); ++i) {
        const Vector3& n = path.axes[i];
        if (i > 0) {
            const Vector3 cross = path.axes[i - 1].cross(n);
            const double angle = std::atan2(cross.norm(), path.axes[i - 1].dot(n));
            if (angle > 0.0) rotation += angle / cross.norm() * cross;
        }
        if (std::fabs(n.z()) < kClearlyOver) continue;
        const double now = n.z() > 0.0 ? 1.0 : -1.0;
        if (side * now < 0.0) {
            turns.push_back({path.times[i], rotation});
            rotation.setZero();
        }
        side = now;
    }
    return turns;
}

int reversalsOf(const std::vector<HalfTurn>& turns) {
    int reversals = 0;
    for (std::size_t i = 1; i < turns.size(); ++i)
        reversals += turns[i - 1].rotation.dot(turns[i].rotation) < 0.0;
    return reversals;
}

bool turnsWithoutPause(const std::vector<HalfTurn>& turns, double from, double to) {
    const double mean = (turns.back().time - turns.front().time) / double(turns.size() - 1);
    double before = from, longest = 0.0;
    for (const HalfTurn& turn : turns) {
        longest = std::max(longest, turn.time - before);
        before = turn.time;
    }
    return std::max(longest, to - before) <= kLongestPause * mean;
}

/// The swings of a fall without half turns.
class Swings {
  public:
    explicit Swings(const AxisPath& path) : m_path(path) {
        for (const Vector3& n : path.axes)
            m_mean += n / double(path.axes.size());
    }

    /// Angle of the mean axis from the vertical [rad].
    double lean() const { return std::atan2(m_mean.head<2>().norm(), std::fabs(m_mean.z())); }

    /// Largest angle to a direction [rad].
    double largestAngle(const Vector3& direction) const {
        double largest = 0.0;
        for (const Vector3& n : m_path.axes)
            largest = std::max(largest, std::atan2(n.cross(direction).norm(), n.dot(direction)));
        return largest;
    }
    double largestFromMean() const { return largestAngle(m_mean); }
    double largestFromVertical() const { return largestAngle(Vector3(0.0, 0.0, m_mean.z() < 0.0 ? -1.0 : 1.0)); }

    /// Frequency per second, from passages through the mean in the direction of the widest swing. A passage counts if
    /// the axis has been on both sides of the mean by a third of the largest distance.
    double frequency() const {
        ambient::Matrix3 spread = ambient::Matrix3::Zero();
        for (const Vector3& n : m_path.axes)
            spread += (n - m_mean) * (n - m_mean).transpose();
        const Vector3 direction = Eigen::SelfAdjointEigenSolver<ambient::Matrix3>(spread).eigenvectors().col(2);
        std::vector<double> away;
        for (const Vector3& n : m_path.axes)
            away.push_back((n - m_mean).dot(direction));
        const auto [least, most] = std::minmax_element(away.begin(), away.end());
        const double enough = std::min(-*least, *most) / 3.0;
        double first = 0.0, last = 0.0, side = 0.0;
        int passages = 0;
        for (std::size_t i = 0; i < away.size(); ++i) {
            if (std::fabs(away[i]) < enough) continue;
            if (away[i] * side < 0.0) (passages++ == 0 ? first : last) = m_path.times[i];
            side = away[i];
        }
        return passages < 2 ? 0.0 : 0.5 * (passages - 1) / (last - first);
    }

  private:
    const AxisPath& m_path;
    Vector3 m_mean = Vector3::Zero();
};

} // namespace

std::string nameOf(PlateRegime regime) {
    switch (regime) {
    case PlateRegime::Steady:
        return "steady";
    case PlateRegime::Glide:
        return "glide";
    case PlateRegime::Flutter:
        return "flutter";
    case PlateRegime::Chaotic:
        return "chaotic";
    default:
        return "tumble";
    }
}

PlateFall plateFall(const RunRecord& record, const TimeWindow& window, int body, const Vector3& axisInBody) {
    const AxisPath path = axisPath(record, window, body, axisInBody);
    PlateFall fall;
    fall.tooShort = path.times.size() < 3;
    if (fall.tooShort) return fall;
    const Vector3 way = path.positions.back() - path.positions.front();
    fall.descent = -way.z() / (path.times.back() - path.times.front());
    fall.drift = way.head<2>().norm() / std::fabs(way.z());

    const std::vector<HalfTurn> turns = halfTurns(path);
    fall.halfTurns = static_cast<int>(turns.size());
    fall.reversals = reversalsOf(turns);
    if (turns.size() > 1)
        fall.turnRate = ambient::kPi * double(turns.size() - 1) / (turns.back().time - turns.front().time);
    if (!turns.empty()) {
        fall.swing = fall.largestTilt = 180.0;
        const bool tumbles =
            turns.size() >= 3 && fall.reversals == 0 && turnsWithoutPause(turns, path.times.front(), path.times.back());
        fall.regime = tumbles ? PlateRegime::Tumble : PlateRegime::Chaotic;
        return fall;
    }
    const Swings swings(path);
    fall.swing = swings.largestFromMean() / kRadiansPerDegree;
    fall.largestTilt = swings.largestFromVertical() / kRadiansPerDegree;
    if (fall.swing >= kSteadySwing) {
        fall.regime = PlateRegime::Flutter;
        fall.frequency = swings.frequency();
    } else {
        const bool glides = swings.lean() > kGlideTilt * kRadiansPerDegree && fall.drift >= kGlideDrift;
        fall.regime = glides ? PlateRegime::Glide : PlateRegime::Steady;
    }
    return fall;
}

std::string describe(const PlateFall& fall) {
    if (fall.tooShort) return "too short to tell";
    char text[200], frequency[32] = "";
    if (fall.frequency > 0.0) std::snprintf(frequency, sizeof frequency, " at %.2f Hz", fall.frequency);
    if (fall.halfTurns > 0)
        std::snprintf(text, sizeof text, "%s, %d half turns with %d reversals, %.1f rad/s, %.3f m/s down, drift %.2f",
                      nameOf(fall.regime).c_str(), fall.halfTurns, fall.reversals, fall.turnRate, fall.descent,
                      fall.drift);
    else
        std::snprintf(text, sizeof text, "%s, tilt up to %.1f deg%s, %.3f m/s down, drift %.2f",
                      nameOf(fall.regime).c_str(), fall.largestTilt, frequency, fall.descent, fall.drift);
    return text;
}

TimeWindow secondHalf(const RunRecord& record) {
    return {0.5 * record.last().time, record.last().time};
}

std::string describeFalls(const RunRecord& record) {
    std::string lines;
    for (int body = 0; body < record.bodyCount(); ++body)
        lines += record.bodies[static_cast<std::size_t>(body)].name + ": " +
                 describe(plateFall(record, secondHalf(record), body)) + "\n";
    return lines;
}

} // namespace samples
