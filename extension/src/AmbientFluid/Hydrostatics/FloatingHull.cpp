// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Hydrostatics/FloatingHull.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kLargestTurn = 0.15; ///< of a step [rad]: the way stays in the basin of its start
constexpr double kNudge = 1e-3;       ///< off a saddle [rad]
constexpr int kMostSteps = 300;

} // namespace

std::array<LevelAxis, 2> principalAxes(const Matrix3& tensor, const Vector3& up) {
    const Vector3 first = up.unitOrthogonal(), second = up.cross(first);
    Eigen::Matrix2d plane;
    plane << first.dot(tensor * first), first.dot(tensor * second), first.dot(tensor * second),
        second.dot(tensor * second);
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(plane);
    std::array<LevelAxis, 2> axes;
    for (int i = 0; i < 2; ++i)
        axes[static_cast<std::size_t>(i)] = {solver.eigenvectors()(0, i) * first + solver.eigenvectors()(1, i) * second,
                                             solver.eigenvalues()[i]};
    return axes;
}

FloatingHull::FloatingHull(const TriangleMesh& mesh, double volume, const Vector3& centerOfMass)
    : m_cutter(mesh), m_volume(volume), m_centerOfMass(centerOfMass - m_cutter.center()) {}

Flotation FloatingHull::at(const Vector3& up, double guess) {
    const double enough = 1e-14 * m_volume, closest = 1e-16 * m_cutter.radius();
    double low = -m_cutter.radius(), high = m_cutter.radius();
    Flotation at;
    at.up = up;
    at.level = std::clamp(guess, low, high);
    for (int i = 0; i < 100; ++i) {
        at.cut = m_cutter.cut(up, at.level);
        low = std::max(low, at.cut.lowest);
        high = std::min(high, at.cut.highest);
        const double missing = m_volume - at.cut.volume;
        if (std::fabs(missing) <= enough) break;
        (missing > 0.0 ? low : high) = at.level;
        double next = at.level + missing / at.cut.area;
        if (!(next > low && next < high)) next = 0.5 * (low + high);
        if (std::fabs(next - at.level) <= closest || !(high - low > closest)) break;
        at.level = next;
    }
    at.slope = m_volume * m_centerOfMass - at.cut.moment;
    // The error of the volume enters in second order only.
    at.energy = up.dot(at.slope) + at.level * (at.cut.volume - m_volume);
    return at;
}

Matrix3 FloatingHull::curvature(const Flotation& at) const {
    return at.cut.spread - at.up.dot(at.slope) * Matrix3::Identity();
}

bool FloatingHull::isInLine(const Flotation& at) const {
    const Vector3 aside = at.slope - at.up.dot(at.slope) * at.up;
    return aside.norm() <= 1e-6 * m_volume * m_cutter.radius(); // meshes may be of single precision
}

FloatingHull::Step FloatingHull::newtonStep(const Flotation& now, const LevelAxis* ways, std::size_t count,
                                            const Vector3& preferred) const {
    Step step{Vector3::Zero(), false};
    const LevelAxis* least = ways;
    double steepest = 0.0;
    for (const LevelAxis* way = ways; way < ways + count; ++way) {
        const double slope = way->axis.dot(now.slope);
        // Negative curvatures are made positive, so that every step leads down.
        step.turn -= slope / std::max(std::fabs(way->value), tolerance()) * way->axis;
        steepest = std::max(steepest, std::fabs(slope));
        if (way->value < least->value) least = way;
    }
    const bool isFlat = steepest <= 1e-13 * m_volume * m_cutter.radius();
    if ((isFlat || step.turn.norm() < 1e-9) && least->value < -tolerance()) {
        step.isAtSaddle = true;
        step.turn = least->axis.dot(preferred) < 0.0 ? Vector3(-least->axis) : least->axis;
    } else if (isFlat) {
        step.turn.setZero();
    }
    return step;
}

Flotation FloatingHull::turned(const Flotation& from, const Vector3& turn) {
    const double angle = turn.norm();
    if (!(angle > 0.0)) return from;
    const Vector3 up = portable::cos(angle) * from.up + portable::sin(angle) / angle * turn;
    return at(up.normalized(), from.level);
}

bool FloatingHull::advance(Flotation& now, Vector3 turn) {
    if (turn.norm() > kLargestTurn) turn *= kLargestTurn / turn.norm();
    for (int halving = 0; halving < 40; ++halving, turn *= 0.5) {
        Flotation next = turned(now, turn);
        if (next.energy < now.energy + 1e-4 * turn.dot(now.slope)) {
            now = std::move(next);
            return true;
        }
        // As the step falls below the root of the rounding error, the energies are equal: the slope decides.
        if (turn.norm() < 1e-6 && std::fabs(turn.dot(next.slope)) < std::fabs(turn.dot(now.slope))) {
            now = std::move(next);
            return true;
        }
    }
    return false;
}

template <class WaysOf>
Flotation FloatingHull::descend(Flotation now, const Vector3& preferred, const WaysOf& waysOf) {
    for (int i = 0; i < kMostSteps; ++i) {
        const auto ways = waysOf(now);
        const Step step = newtonStep(now, ways.data(), ways.size(), preferred);
        if (step.isAtSaddle)
            now = turned(now, kNudge * step.turn);
        else if (step.turn.norm() < 1e-9) // the error after this step is of its square
            return turned(now, step.turn);
        else if (!advance(now, step.turn))
            return now;
    }
    return now;
}

Flotation FloatingHull::settle(const Flotation& start, const Vector3& preferred) {
    return descend(start, preferred, [this](const Flotation& now) { return principalAxes(curvature(now), now.up); });
}

Flotation FloatingHull::settleAbout(const Flotation& start, const Vector3& axis) {
    return descend(start, Vector3::Zero(), [this, &axis](const Flotation& now) {
        const Vector3 way = axis.cross(now.up).normalized();
        return std::array<LevelAxis, 1>{{{way, way.dot(curvature(now) * way)}}};
    });
}

} // namespace ambient
