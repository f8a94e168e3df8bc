// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ContinuedLoads.h"

#include "AmbientFluid/Dynamics/SubstepChart.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// A quantity along the step: the parabola through its last three values, newest first. `s` is in units of the step.
template <class Value>
class Continued {
  public:
    Continued(const Value& newest, const Value& middle, const Value& oldest)
        : m_value(newest), m_slope(1.5 * newest - 2.0 * middle + 0.5 * oldest),
          m_bend(0.5 * newest - middle + 0.5 * oldest) {}

    Value at(double s) const { return m_value + s * m_slope + (s * s) * m_bend; }
    /// Over one step of length 1, the difference between the rules of third and of second order.
    Value error() const { return (5.0 / 6.0) * m_bend; }

  private:
    Value m_value, m_slope, m_bend;
};

/// What changes of the twist because K changes: K(t)^-1 mu - K0^-1 mu, at past times.
Vector6 changeOfTwist(const Matrix6& inverseInertia, const LoadHistory::Entry& past) {
    return past.twist.vector() - inverseInertia * past.momentum.vector();
}

/// How far a body may turn, or move relative to its length, in a step [rad, 1]: up to there fourth order is good to
/// 1e-5; and a surface that cuts it must not pass whole faces from one look at them to the next.
double largestMotion(const KirchhoffEquations& equations, const FluidBodyState& state) {
    const bool isCut =
        equations.inertiaVaries() && equations.immersionAt(state.worldFromBody, state.time)->partCount == 2;
    return isCut ? kWettingDepth : 0.25;
}

/// The equations of one step, in its chart, with continued loads.
class ContinuedEquations {
  public:
    ContinuedEquations(const KirchhoffEquations& equations, const LoadHistory& history, const FluidBodyState& start,
                       const Wrench& userWrench)
        : m_chart(equations, start, userWrench), m_user(userWrench.vector()),
          m_inverseInertia(equations.totalInertia(start).inverse),
          m_load(history[0].load.vector(), history[1].load.vector(), history[2].load.vector()),
          m_leaving(history[0].leaving.vector(), history[1].leaving.vector(), history[2].leaving.vector()),
          m_mediumVelocity(history[0].mediumVelocity, history[1].mediumVelocity, history[2].mediumVelocity),
          m_change(Vector6::Zero(), changeOfTwist(m_inverseInertia, history[1]),
                   changeOfTwist(m_inverseInertia, history[2])),
          m_start(start) {}

    const ChartEquations& chart() const { return m_chart; }

    Chart rate(const Chart& c, double s) const {
        const Quaternion q = (m_start.worldFromBody.orientation * expSO3(thetaOf(c))).normalized();
        const Momentum aboutCenter(spatialAngularOf(c) - shiftOf(c).cross(linearOf(c)), linearOf(c));
        const Vector6 twist = m_inverseInertia * rotated(q.conjugate(), aboutCenter).vector() + m_change.at(s);
        const Vector6 load = m_load.at(s) + m_user;
        Chart r;
        r << inverseRightJacobian(thetaOf(c), twist.head<3>()), q * twist.tail<3>(), m_mediumVelocity.at(s),
            load.head<3>() + shiftOf(c).cross(load.tail<3>()), load.tail<3>();
        return r;
    }

    /// The part of the momentum's rate that leaving parts take along.
    Vector6 leavingRate(const Chart& c, double s) const {
        Vector6 rate = m_leaving.at(s);
        rate.head<3>() += shiftOf(c).cross(rate.tail<3>());
        return rate;
    }

    /// Dimensionless error of a step.
    double error(double step, double length, double kineticFloor) const {
        const auto kinetic = [&](const Vector6& inWorld) {
            const Quaternion bodyFromWorld = m_start.worldFromBody.orientation.conjugate();
            const Vector6 mu = rotated(bodyFromWorld, Momentum(inWorld)).vector();
            return std::sqrt(mu.dot(m_inverseInertia * mu));
        };
        const double momentum = std::max(kinetic(m_start.momentum.vector()), kineticFloor);
        const Vector6 change = m_change.error();
        const double shift = (change.tail<3>().norm() + m_mediumVelocity.error().norm()) / length;
        return step * std::max({kinetic(m_load.error()) / momentum, change.head<3>().norm(), shift});
    }

  private:
    ChartEquations m_chart;
    Vector6 m_user;
    Matrix6 m_inverseInertia;
    Continued<Vector6> m_load, m_leaving;
    Continued<Vector3> m_mediumVelocity;
    Continued<Vector6> m_change;
    const FluidBodyState& m_start;
};

} // namespace

void LoadHistory::push(const Entry& entry) {
    if (m_count == 0 || m_entries[0].time != entry.time) {
        std::copy_backward(m_entries.begin(), m_entries.end() - 1, m_entries.end());
        m_count = std::min(m_count + 1, kSize);
    }
    m_entries[0] = entry;
}

bool LoadHistory::isEven(double step) const {
    if (m_count < kSize) return false;
    const double slack = 1e-6 * step;
    return std::abs(m_entries[0].time - m_entries[1].time - step) < slack &&
           std::abs(m_entries[1].time - m_entries[2].time - step) < slack;
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
    const ContinuedEquations f(equations, history, state, userWrench);
    if (!(f.error(step, length, kineticFloor) <= largestError)) return false;
    const Chart y = f.chart().origin();
    const Chart k1 = f.rate(y, 0.0);
    const Chart y2 = y + 0.5 * step * k1, k2 = f.rate(y2, 0.5);
    const Chart y3 = y + 0.5 * step * k2, k3 = f.rate(y3, 0.5);
    const Chart y4 = y + step * k3, k4 = f.rate(y4, 1.0);
    const FluidBodyState next = f.chart().stateAt(y + step / 6.0 * (k1 + 2.0 * (k2 + k3) + k4), step);
    if (!next.isFinite()) return false;
    const Vector6 leaving =
        f.leavingRate(y, 0.0) + 2.0 * (f.leavingRate(y2, 0.5) + f.leavingRate(y3, 0.5)) + f.leavingRate(y4, 1.0);
    report.isContinued = true;
    report.leaving = Momentum(Vector6(step / 6.0 * leaving));
    ++report.substeps;
    state = next;
    return true;
}

} // namespace ambient
