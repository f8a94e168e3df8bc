// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ContinuedLoads.h"

#include "AmbientFluid/Math/SpatialPair.h"

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

/// Where a body is within the step, or how that changes, in the axes that it has at the start.
struct Course {
    SpatialPair motion; ///< rotation vector, and way relative to the medium
    Vector3 angular;    ///< momentum about the point that started at the centre of mass and drifts with the medium

    friend Course operator+(const Course& a, const Course& b) { return {a.motion + b.motion, a.angular + b.angular}; }
    friend Course operator*(double s, const Course& a) { return {s * a.motion, s * a.angular}; }
};

/// What is known of an instant of the step before the body is moved, in the axes of the start.
struct Instant {
    SpatialPair pushes; ///< the load's force, and the linear momentum
    Vector3 torque;
    SpatialPair change; ///< of the twist, because K changes with the pose; only where it does
};

/// What changes of the twist because K changes: K(t)^-1 mu - K0^-1 mu, at past times.
SpatialPair changeOfTwist(const Matrix6& inverseInertia, const LoadHistory::Entry& past) {
    return SpatialPair::of(past.twist) - inverseInertia * SpatialPair::of(past.momentum);
}

/// The equations of one step with continued loads.
class ContinuedEquations {
  public:
    ContinuedEquations(const KirchhoffEquations& equations, const LoadHistory& history, const FluidBodyState& start,
                       double step, const Wrench& userWrench)
        : m_varies(equations.inertiaVaries()), m_inverseInertia(equations.inverseInertia(start)), m_start(start),
          m_newest(history[0]), m_step(step), m_worldFromStart(start.worldFromBody.orientation.toRotationMatrix()),
          m_load(inBody(history[0].load + userWrench), inBody(history[1].load + userWrench),
                 inBody(history[2].load + userWrench)),
          m_mediumVelocity(history[0].mediumVelocity, history[1].mediumVelocity, history[2].mediumVelocity) {
        const Vector3& p = m_newest.momentum.linear;
        setLoad(m_instants[0], m_load.start, p);
        setLoad(m_instants[1], m_load.middle, p + step * m_load.firstHalf().linear());
        setLoad(m_instants[2], m_load.end, p + step * m_load.integral().linear());
        if (!m_varies) return;
        const SpatialPair previous = changeOfTwist(m_inverseInertia, history[1]),
                          oldest = changeOfTwist(m_inverseInertia, history[2]);
        const Continued<SpatialPair> change(SpatialPair::zero(), previous, oldest); // none at the start
        m_instants[1].change = change.middle;
        m_instants[2].change = change.end;
        m_changeError = change.error;
    }

    /// Dimensionless error of the step.
    double error(double length, double kineticFloor) const {
        const double momentumError = std::sqrt(dot(m_load.error, m_inverseInertia * m_load.error));
        const double momentum = std::max(std::sqrt(ambient::dot(m_newest.twist, m_newest.momentum)), kineticFloor);
        const double turn = m_varies ? m_changeError.angular().norm() : 0.0;
        const double shift = (m_varies ? m_changeError.linear().norm() : 0.0) + m_mediumVelocity.error.norm();
        return m_step * std::max({momentumError / momentum, turn, shift / length});
    }

    /// Where the step starts, and the rate there, where everything is known.
    Course start() const { return {SpatialPair::zero(), m_newest.momentum.angular}; }
    Course firstRate() const { return {SpatialPair::of(m_newest.twist), m_instants[0].torque}; }

    /// \param instant 1: in the middle, 2: at the end
    Course rate(const Course& c, int instant) const {
        const Instant& at = m_instants[instant];
        const Vector3 turn = c.motion.angular();
        const TurnFactors factors = TurnFactors::of(turn.squaredNorm());
        const SpatialPair moments = cross(c.motion.linear(), at.pushes);
        const SpatialPair momentum = SpatialPair::of(c.angular - moments.linear(), at.pushes.linear());
        const SpatialPair across = cross(turn, momentum);
        const SpatialPair inBody = momentum - factors.sine * across + factors.cosine * cross(turn, across);
        SpatialPair twist = m_inverseInertia * inBody;
        if (m_varies) twist = twist + at.change;
        const SpatialPair bent = cross(turn, twist);
        return {twist + SpatialPair::Pair{0.5, factors.sine} * bent +
                    SpatialPair::Pair{factors.jacobian, factors.cosine} * cross(turn, bent),
                at.torque + moments.angular()};
    }

    /// \param c less start()
    FluidBodyState stateAfter(const Course& c) const {
        const Vector3 shift = c.motion.linear();
        const SpatialPair impulse = SpatialPair::of(c.angular - shift.cross(m_instants[2].pushes.linear()),
                                                    m_step * m_load.integral().linear());
        FluidBodyState end = m_start;
        Quaternion& q = end.worldFromBody.orientation;
        q = q * expSO3(c.motion.angular());
        q.coeffs() *= 1.5 - 0.5 * q.squaredNorm(); // unit but for rounding: Newton's rule for the root
        end.worldFromBody.position += m_worldFromStart * shift + m_step * m_mediumVelocity.integral();
        end.momentum += (m_worldFromStart * impulse).as<Momentum>();
        end.time += m_step;
        return end;
    }

    /// What leaving parts take out of the momentum on a way with these stages.
    Momentum momentumOfLeaving(const LoadHistory& history, const Course (&stages)[4]) const {
        const Continued<SpatialPair> leaving(inBody(history[0].leaving), inBody(history[1].leaving),
                                             inBody(history[2].leaving));
        const auto rate = [](const SpatialPair& at, const Course& c) {
            const Vector3 force = at.linear();
            return SpatialPair::of(at.angular() + c.motion.linear().cross(force), force);
        };
        const SpatialPair middle = rate(leaving.middle, stages[1]) + rate(leaving.middle, stages[2]);
        const SpatialPair sum = rate(leaving.start, stages[0]) + 2.0 * middle + rate(leaving.end, stages[3]);
        return (m_step / 6.0 * (m_worldFromStart * sum)).as<Momentum>();
    }

  private:
    SpatialPair inBody(const Wrench& inWorld) const {
        return transposedTimes(m_worldFromStart, SpatialPair::of(inWorld));
    }
    static void setLoad(Instant& at, const SpatialPair& load, const Vector3& momentum) {
        at.pushes = SpatialPair::of(load.linear(), momentum);
        at.torque = load.angular();
    }

    const bool m_varies;
    const Matrix6& m_inverseInertia;
    const FluidBodyState& m_start;
    const LoadHistory::Entry& m_newest;
    const double m_step;
    const Matrix3 m_worldFromStart;
    Continued<SpatialPair> m_load; ///< with the user's
    Continued<Vector3> m_mediumVelocity;
    Instant m_instants[3];
    SpatialPair m_changeError; ///< only where m_varies
};

/// How far a body may turn, or move relative to its length, in a step [rad, 1]: up to there fourth order is good to
/// 1e-5; and a surface that cuts it must not pass whole faces from one look at them to the next.
double largestMotion(const KirchhoffEquations& equations, const FluidBodyState& state) {
    const bool isCut =
        equations.inertiaVaries() && equations.immersionAt(state.worldFromBody, state.time)->partCount == 2;
    return isCut ? kWettingDepth : 0.25;
}

} // namespace

LoadHistory::Entry& LoadHistory::push(double time) {
    if (m_count == 0 || (*this)[0].time != time) {
        m_newest = m_newest > 0 ? m_newest - 1 : kSize - 1;
        m_count = std::min(m_count + 1, kSize);
    }
    Entry& entry = m_entries[static_cast<std::size_t>(m_newest)];
    entry.time = time;
    return entry;
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
    if (!(f.error(length, kineticFloor) <= largestError)) return false;
    const Course y1 = f.start(), k1 = f.firstRate();
    const Course y2 = y1 + (0.5 * step) * k1, k2 = f.rate(y2, 1);
    const Course y3 = y1 + (0.5 * step) * k2, k3 = f.rate(y3, 1);
    const Course y4 = y1 + step * k3, k4 = f.rate(y4, 2);
    const FluidBodyState next = f.stateAfter((step / 6.0) * (k1 + 2.0 * (k2 + k3) + k4));
    if (!next.isFinite()) return false;
    if (equations.inertiaVaries()) report.leaving = f.momentumOfLeaving(history, {y1, y2, y3, y4});
    report.isContinued = true;
    ++report.substeps;
    state = next;
    return true;
}

} // namespace ambient
