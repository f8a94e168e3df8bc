// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ExtrapolatedLoads.h"

#include "AmbientFluid/Dynamics/SurfaceEstimates.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Quadratic extrapolation of a quantity over a step of length 1.
/// Interpolates the last three values, newest first, one step apart.
template <class Value>
struct Extrapolated {
    Value start, slope, bend; ///< start + slope t + bend t^2
    Value error;              ///< error of the integral: difference between the rules of third and second order

    Extrapolated(const Value& newest, const Value& previous, const Value& oldest)
        : start(newest), slope(1.5 * newest - 2.0 * previous + 0.5 * oldest),
          bend(0.5 * (newest - 2.0 * previous + oldest)), error((5.0 / 6.0) * bend) {}

    /// Value at a fraction of the step, from 0 to 1.
    Value at(double share) const { return start + share * (slope + share * bend); }
    /// Integral from the start of the step to a fraction of the step.
    Value integralTo(double share) const {
        return share * (start + (0.5 * share) * (slope + (2.0 / 3.0 * share) * bend));
    }
};

/// Motion of a body since the start of the step, or its rate, in the body axes of the start.
struct Course {
    SpatialPair motion; ///< rotation vector, and displacement relative to the medium
    Vector3 angular; ///< angular momentum about the point that starts at the centre of mass and drifts with the medium

    friend Course operator+(const Course& a, const Course& b) { return {a.motion + b.motion, a.angular + b.angular}; }
    friend Course operator*(double s, const Course& a) { return {s * a.motion, s * a.angular}; }
};

/// Loads at an instant of the step, in the body axes of the start.
struct Instant {
    SpatialPair pushes; ///< force of the load, and linear momentum
    Vector3 torque;
    SpatialPair change; ///< change of the twist due to the change of K and sigma; set only if these vary
};

/// Motion over a part of the step by the classical Runge-Kutta rule.
struct Stretch {
    Course stages[4];
    Course end, endRate;
    Course error; ///< difference from the companion of third order
};

/// Change of the twist due to the change of K and sigma: K(t)^-1 (mu - sigma) - K0^-1 mu, at a past time.
SpatialPair changeOfTwist(const Matrix6& inverseInertia, const LoadHistory::Entry& past) {
    return SpatialPair::of(past.twist) - inverseInertia * SpatialPair::of(past.momentum);
}

/// Equations of motion of one step with extrapolated loads.
class ExtrapolatedEquations {
  public:
    ExtrapolatedEquations(bool inertiaVaries, const MomentumMap& inertia, const LoadHistory& history,
                          const FluidBodyState& start, const ExtrapolatedStep& step)
        : m_varies(inertiaVaries), m_inverseInertia(inertia.inverse), m_start(start), m_newest(history[0]),
          m_step(step.duration), m_worldFromStart(start.worldFromBody.orientation.toRotationMatrix()),
          m_load(inBody(history[0].load + step.userWrench), inBody(history[1].load + step.userWrench),
                 inBody(history[2].load + step.userWrench)),
          m_mediumVelocity(history[0].mediumVelocity, history[1].mediumVelocity, history[2].mediumVelocity),
          m_shed(SpatialPair::zero(), SpatialPair::zero(), SpatialPair::zero()), m_change(m_shed) {
        if (!m_varies) return;
        m_shed = {inBody(history[0].shed), inBody(history[1].shed), inBody(history[2].shed)};
        m_change = {SpatialPair::zero() - m_inverseInertia * inertia.shapeMomentum,
                    changeOfTwist(m_inverseInertia, history[1]), changeOfTwist(m_inverseInertia, history[2])};
    }

    /// Dimensionless error of the extrapolated loads over the step.
    double errorOfLoads(double length, double kineticFloor) const {
        const double turn = m_varies ? m_change.error.angular().norm() : 0.0;
        const double shift = (m_varies ? m_change.error.linear().norm() : 0.0) + m_mediumVelocity.error.norm();
        return m_step * std::max({kineticSize(m_load.error) / momentum(kineticFloor), turn, shift / length});
    }

    /// Dimensionless error of the motion under the extrapolated loads over a part of the step.
    double errorOfMotion(const Course& error, double length, double kineticFloor) const {
        const double angular = kineticSize(SpatialPair::of(error.angular, Vector3::Zero()));
        return std::max(
            {error.motion.angular().norm(), error.motion.linear().norm() / length, angular / momentum(kineticFloor)});
    }

    Course start() const { return {SpatialPair::zero(), m_newest.momentum.angular}; }
    Course startRate() const { return {SpatialPair::of(m_newest.twist), m_load.start.angular()}; }

    /// Motion from one fraction of the step to another.
    Stretch move(const Course& y, const Course& rate, double from, double to) const {
        const double h = (to - from) * m_step;
        const Instant middle = instant(0.5 * (from + to)), end = instant(to);
        const Course y2 = y + (0.5 * h) * rate, k2 = rateAt(y2, middle);
        const Course y3 = y + (0.5 * h) * k2, k3 = rateAt(y3, middle);
        const Course y4 = y + h * k3, k4 = rateAt(y4, end);
        Stretch s{{y, y2, y3, y4}, y + (h / 6.0) * (rate + 2.0 * (k2 + k3) + k4), {}, {}};
        s.endRate = rateAt(s.end, end);
        s.error = (0.1 * h) * (k4 + -1.0 * s.endRate); // [Hairer1993, II.4]
        return s;
    }

    /// State of the body after the whole step.
    FluidBodyState stateAfter(const Course& c) const {
        const Vector3 shift = c.motion.linear();
        const SpatialPair push = m_step * m_load.integralTo(1.0);
        const Vector3 linear = m_newest.momentum.linear + push.linear();
        const SpatialPair impulse =
            SpatialPair::of(c.angular - m_newest.momentum.angular - shift.cross(linear), push.linear());
        FluidBodyState end = m_start;
        Quaternion& q = end.worldFromBody.orientation;
        q = q * expSO3(c.motion.angular());
        q.coeffs() *= 1.5 - 0.5 * q.squaredNorm(); // renormalises up to rounding: Newton's rule for the root
        end.worldFromBody.position += m_worldFromStart * shift + m_step * m_mediumVelocity.integralTo(1.0);
        end.momentum += (m_worldFromStart * impulse).as<Momentum>();
        end.time += m_step;
        return end;
    }

    /// Momentum carried off by parts leaving the fluid over a stretch, world axes.
    Momentum shedMomentum(const Stretch& s, double from, double to) const {
        const auto rate = [](const SpatialPair& at, const Course& c) {
            const Vector3 force = at.linear();
            return SpatialPair::of(at.angular() + c.motion.linear().cross(force), force);
        };
        const SpatialPair half = m_shed.at(0.5 * (from + to));
        const SpatialPair middle = rate(half, s.stages[1]) + rate(half, s.stages[2]);
        const SpatialPair sum = rate(m_shed.at(from), s.stages[0]) + 2.0 * middle + rate(m_shed.at(to), s.stages[3]);
        return ((to - from) * m_step / 6.0 * (m_worldFromStart * sum)).as<Momentum>();
    }

  private:
    SpatialPair inBody(const Wrench& inWorld) const {
        return transposedTimes(m_worldFromStart, SpatialPair::of(inWorld));
    }

    /// Norm of a momentum; the square is twice the kinetic energy.
    double kineticSize(const SpatialPair& momentum) const {
        return std::sqrt(dot(momentum, m_inverseInertia * momentum));
    }
    /// Reference momentum of relative errors, in the kinetic-energy norm.
    double momentum(double kineticFloor) const {
        return std::max(std::sqrt(std::max(ambient::dot(m_newest.twist, m_newest.momentum), 0.0)), kineticFloor);
    }

    Instant instant(double share) const {
        const SpatialPair load = m_load.at(share);
        const Vector3 p = m_newest.momentum.linear + m_step * m_load.integralTo(share).linear();
        return {SpatialPair::of(load.linear(), p), load.angular(), m_varies ? m_change.at(share) : SpatialPair::zero()};
    }

    Course rateAt(const Course& c, const Instant& at) const {
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

    const bool m_varies;
    const Matrix6& m_inverseInertia;
    const FluidBodyState& m_start;
    const LoadHistory::Entry& m_newest;
    const double m_step;
    const Matrix3 m_worldFromStart;
    Extrapolated<SpatialPair> m_load; ///< including the user load
    Extrapolated<Vector3> m_mediumVelocity;
    Extrapolated<SpatialPair> m_shed, m_change; ///< zero unless m_varies
};

/// Motion over a step, in parts of equal length.
struct Way {
    Course end;
    double error; ///< dimensionless
    Momentum shed;
};

Way moveInParts(const ExtrapolatedEquations& f, int parts, double length, double kineticFloor, bool varies) {
    Way way{f.start(), 0.0, {}};
    Course rate = f.startRate();
    for (int part = 0; part < parts; ++part) {
        const double from = double(part) / parts, to = double(part + 1) / parts;
        const Stretch s = f.move(way.end, rate, from, to);
        if (varies) way.shed += f.shedMomentum(s, from, to);
        way.error += f.errorOfMotion(s.error, length, kineticFloor);
        way.end = s.end;
        rate = s.endRate;
    }
    return way;
}

/// Largest rotation [rad] or displacement over body length in a step.
/// Up to this limit the fourth-order rule is accurate to 1e-5, and a water surface that cuts the body passes no whole
/// faces between two evaluations.
double largestMotion(const Evaluation& at) {
    return at.fluid().partCount == 2 ? kWettingDepth : 0.25;
}

} // namespace

bool stepWithExtrapolatedLoads(const KirchhoffMotion& motion, const Evaluation& at, const LoadHistory& history,
                               const ExtrapolatedStep& step, FluidBodyState& state, Momentum& shed) {
    if (!history.isEven(step.duration) || motion.lockedAxes().any()) return false;
    const double length = motion.body().model->length();
    const Twist& twist = history[0].twist;
    const double travel = step.duration * std::max(twist.angular.norm(), twist.linear.norm() / length);
    if (!(travel <= largestMotion(at))) return false;
    const double speed = (state.worldFromBody.orientation * twist.linear + at.medium().velocity).norm();
    if (mayMeetSurface(motion, at, speed, step.duration)) return false;
    const bool varies = !motion.fluid().isConstant();
    const ExtrapolatedEquations f(varies, at.inertia(), history, state, step);
    if (!(f.errorOfLoads(length, step.kineticFloor) <= step.largestError)) return false;
    // The motion under known loads is cheap compared with their evaluation: a fast wobble is integrated in more parts.
    Way way = moveInParts(f, 1, length, step.kineticFloor, varies);
    if (!(way.error <= step.largestError)) {
        constexpr double kMostParts = 8.0;
        const double parts = std::ceil(1.1 * portable::cbrt(way.error / step.largestError));
        if (!(parts <= kMostParts)) return false;
        way = moveInParts(f, static_cast<int>(parts), length, step.kineticFloor, varies);
        if (!(way.error <= step.largestError)) return false;
    }
    const FluidBodyState next = f.stateAfter(way.end);
    if (!next.isFinite()) return false;
    shed = way.shed;
    state = next;
    return true;
}

} // namespace ambient
