// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ContinuedLoads.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// A quantity along a step of length 1: the parabola through its last three values, newest first, which are a step
/// apart.
template <class Value>
struct Continued {
    Value start, middle, end;
    Value error; ///< of its integral: the difference between the rules of third and of second order

    Continued(const Value& newest, const Value& previous, const Value& oldest)
        : start(newest), middle(1.875 * newest - 1.25 * previous + 0.375 * oldest),
          end(3.0 * (newest - previous) + oldest), error((5.0 / 12.0) * (newest - 2.0 * previous + oldest)) {}

    /// Over the whole step.
    Value integral() const { return (1.0 / 6.0) * (start + 4.0 * middle + end); }
    /// Over its first half.
    Value firstHalf() const { return (1.0 / 24.0) * (5.0 * start + 8.0 * middle - end); }
};

/// Where a body is within the step, or how that changes: rotation vector and way from the start, relative to the
/// medium, and angular momentum about the point that started at the centre of mass and drifts with the medium.
struct Course {
    Vector3 turn, shift, angular;

    friend Course operator+(const Course& a, const Course& b) {
        return {a.turn + b.turn, a.shift + b.shift, a.angular + b.angular};
    }
    friend Course operator*(double s, const Course& a) { return {s * a.turn, s * a.shift, s * a.angular}; }
};

/// What is known of an instant of the step before the body is moved.
struct Instant {
    Vector3 momentum;      ///< linear
    Vector3 torque, force; ///< with the user's
    Vector6 change;        ///< of the twist, because K changes with the pose; only where it does
};

/// What changes of the twist because K changes: K(t)^-1 mu - K0^-1 mu, at past times.
Vector6 changeOfTwist(const Matrix6& inverseInertia, const LoadHistory::Entry& past) {
    return past.twist.vector() - inverseInertia * past.momentum.vector();
}

/// The equations of one step with continued loads.
class ContinuedEquations {
  public:
    ContinuedEquations(const KirchhoffEquations& equations, const LoadHistory& history, const FluidBodyState& start,
                       double step, const Wrench& userWrench)
        : m_varies(equations.inertiaVaries()), m_inverseInertia(equations.inverseInertia(start)), m_start(start),
          m_newest(history[0]), m_load(history[0].load.vector(), history[1].load.vector(), history[2].load.vector()),
          m_mediumVelocity(history[0].mediumVelocity, history[1].mediumVelocity, history[2].mediumVelocity) {
        const Vector6 user = userWrench.vector();
        const Vector6 loads[3] = {m_load.start + user, m_load.middle + user, m_load.end + user};
        const Vector3 p = start.momentum.linear, push = user.tail<3>();
        const Vector3 momenta[3] = {p, p + step * (0.5 * push + m_load.firstHalf().tail<3>()),
                                    p + step * (push + m_load.integral().tail<3>())};
        for (int i = 0; i < 3; ++i) {
            m_instants[i].momentum = momenta[i];
            m_instants[i].torque = loads[i].head<3>();
            m_instants[i].force = loads[i].tail<3>();
        }
        if (!m_varies) return;
        const Vector6 previous = changeOfTwist(m_inverseInertia, history[1]),
                      oldest = changeOfTwist(m_inverseInertia, history[2]);
        const Continued<Vector6> change(Vector6::Zero(), previous, oldest); // none at the start
        m_instants[1].change = change.middle;
        m_instants[2].change = change.end;
        m_changeError = change.error;
    }

    /// Dimensionless error of the step.
    double error(double step, double length, double kineticFloor) const {
        const Vector6 load = rotated(m_start.worldFromBody.orientation.conjugate(), Wrench(m_load.error)).vector();
        const double momentumError = std::sqrt(load.dot(m_inverseInertia * load));
        const double momentum = std::max(std::sqrt(dot(m_newest.twist, m_newest.momentum)), kineticFloor);
        const double turn = m_varies ? m_changeError.head<3>().norm() : 0.0;
        const double shift = (m_varies ? m_changeError.tail<3>().norm() : 0.0) + m_mediumVelocity.error.norm();
        return step * std::max({momentumError / momentum, turn, shift / length});
    }

    /// At the start, where everything is known.
    Course firstRate() const {
        return {m_newest.twist.angular, m_start.worldFromBody.orientation * m_newest.twist.linear,
                m_instants[0].torque};
    }

    /// \param instant 1: in the middle, 2: at the end
    Course rate(const Course& c, int instant) const {
        const Instant& at = m_instants[instant];
        const Matrix3 worldFromBody = (m_start.worldFromBody.orientation * expSO3(c.turn)).toRotationMatrix();
        Vector6 inBody;
        inBody.head<3>() = worldFromBody.transpose() * (c.angular - c.shift.cross(at.momentum));
        inBody.tail<3>() = worldFromBody.transpose() * at.momentum;
        Vector6 twist = m_inverseInertia * inBody;
        if (m_varies) twist += at.change;
        return {inverseRightJacobian(c.turn, twist.head<3>()), worldFromBody * twist.tail<3>(),
                at.torque + c.shift.cross(at.force)};
    }

    FluidBodyState stateAfter(const Course& c, double step) const {
        const Vector3& p = m_instants[2].momentum;
        FluidBodyState end = m_start;
        end.worldFromBody.orientation = (m_start.worldFromBody.orientation * expSO3(c.turn)).normalized();
        end.worldFromBody.position += c.shift + step * m_mediumVelocity.integral();
        end.momentum = {c.angular - c.shift.cross(p), p};
        end.time += step;
        return end;
    }

  private:
    const bool m_varies;
    const Matrix6& m_inverseInertia;
    const FluidBodyState& m_start;
    const LoadHistory::Entry& m_newest;
    Continued<Vector6> m_load;
    Continued<Vector3> m_mediumVelocity;
    Instant m_instants[3];
    Vector6 m_changeError; ///< only where m_varies
};

/// How far a body may turn, or move relative to its length, in a step [rad, 1]: up to there fourth order is good to
/// 1e-5; and a surface that cuts it must not pass whole faces from one look at them to the next.
double largestMotion(const KirchhoffEquations& equations, const FluidBodyState& state) {
    const bool isCut =
        equations.inertiaVaries() && equations.immersionAt(state.worldFromBody, state.time)->partCount == 2;
    return isCut ? kWettingDepth : 0.25;
}

/// What leaving parts take out of the momentum on a way with these stages, per length of the step.
Momentum momentumOfLeaving(const LoadHistory& history, const Course stages[4]) {
    const Continued<Wrench> leaving(history[0].leaving, history[1].leaving, history[2].leaving);
    const auto rate = [](const Wrench& at, const Course& c) {
        return Wrench(at.angular + c.shift.cross(at.linear), at.linear);
    };
    const Wrench middle = rate(leaving.middle, stages[1]) + rate(leaving.middle, stages[2]);
    return impulse(rate(leaving.start, stages[0]) + 2.0 * middle + rate(leaving.end, stages[3]), 1.0 / 6.0);
}

} // namespace

void LoadHistory::push(const Entry& entry) {
    if (m_count == 0 || (*this)[0].time != entry.time) {
        m_newest = (m_newest + kSize - 1) % kSize;
        m_count = std::min(m_count + 1, kSize);
    }
    m_entries[static_cast<std::size_t>(m_newest)] = entry;
}

bool LoadHistory::isEven(double step) const {
    if (m_count < kSize) return false;
    const double slack = 1e-6 * step;
    const LoadHistory& at = *this;
    return std::abs(at[0].time - at[1].time - step) < slack && std::abs(at[1].time - at[2].time - step) < slack;
}

bool stepWithContinuedLoads(const KirchhoffEquations& equations, const LoadHistory& history, FluidBodyState& state,
                            double step, const Wrench& userWrench, double largestError, double kineticFloor,
                            IntegrationReport& report) {
    if (!history.isEven(step) || equations.lockedAxes().any()) return false;
    const double length = equations.body().model->length();
    const Twist& twist = history[0].twist;
    const double motion = step * std::max(twist.angular.norm(), twist.linear.norm() / length);
    if (!(motion <= largestMotion(equations, state))) return false;
    if (equations.mayMeetSurface(state, step)) return false;
    const ContinuedEquations f(equations, history, state, step, userWrench);
    if (!(f.error(step, length, kineticFloor) <= largestError)) return false;
    const Course y1 = {Vector3::Zero(), Vector3::Zero(), state.momentum.angular}, k1 = f.firstRate();
    const Course y2 = y1 + (0.5 * step) * k1, k2 = f.rate(y2, 1);
    const Course y3 = y1 + (0.5 * step) * k2, k3 = f.rate(y3, 1);
    const Course y4 = y1 + step * k3, k4 = f.rate(y4, 2);
    const FluidBodyState next = f.stateAfter(y1 + (step / 6.0) * (k1 + 2.0 * (k2 + k3) + k4), step);
    if (!next.isFinite()) return false;
    if (equations.inertiaVaries()) {
        const Course stages[4] = {y1, y2, y3, y4};
        report.leaving = step * momentumOfLeaving(history, stages);
    }
    report.isContinued = true;
    ++report.substeps;
    state = next;
    return true;
}

} // namespace ambient
