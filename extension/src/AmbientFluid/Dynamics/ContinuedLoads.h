// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/LaneVectors.h"

/// \file
/// Equations of motion of one step under loads that continue those of the last steps, as templates over an algebra:
/// ExtrapolatedLoads.cpp moves one body by them, FreeMotionBatch eight at a time.

namespace ambient {

/// Algebra of one body.
struct OneBody {
    using Number = double;          ///< one number a body
    using Vector = Vector3;         ///< three of them
    using Pair = SpatialPair;       ///< a spatial vector
    using Rotation = Matrix3;       ///< a rotation matrix
    using Inverse = const Matrix6&; ///< K^-1

    static Vector zero() { return Vector3::Zero(); } ///< the zero vector
};

/// Algebra of L bodies at once.
template <int L>
struct BodiesOf {
    using Number = typename Lanes<L>::Real; ///< one number a body
    using Vector = LaneVector<Number>;      ///< three of them
    using Pair = LanePair<Number>;          ///< a spatial vector
    using Rotation = LaneRotation<Number>;  ///< a rotation matrix
    using Inverse = LaneSymmetric6<Number>; ///< K^-1

    /// The zero vector.
    AMBIENT_ALWAYS_INLINE static Vector zero() { return {splat<Number>(0.0), splat<Number>(0.0), splat<Number>(0.0)}; }
};

/// Square of the largest rotation angle in a step [rad^2] up to which the series below are exact to rounding.
constexpr double kLargestTurn2 = 1.0 / 16.0;

/// TurnFactors of several bodies that turn by less than kLargestTurn2.
template <class Real>
struct LaneTurnFactors {
    Real sine, cosine, jacobian; ///< as of TurnFactors
};
/// Factors of one body, for any angle.
AMBIENT_ALWAYS_INLINE TurnFactors turnFactors(double a2) {
    return TurnFactors::of(a2);
}
/// Factors of several bodies, for squares of angles below kLargestTurn2.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneTurnFactors<Real> turnFactors(const Real& a2) {
    const Real a4 = a2 * a2; // as in TurnFactors::of()
    return {(1.0 + a4 * (1.0 / 120 + a4 * (1.0 / 362880))) - a2 * (1.0 / 6 + a4 * (1.0 / 5040 + a4 * (1.0 / 39916800))),
            (0.5 + a4 * (1.0 / 720 + a4 * (1.0 / 3628800))) -
                a2 * (1.0 / 24 + a4 * (1.0 / 40320 + a4 * (1.0 / 479001600))),
            (1.0 / 12 + a4 * (1.0 / 30240 + a4 * (1.0 / 47900160))) + a2 * (1.0 / 720 + a4 * (1.0 / 1209600))};
}

/// Largest rotation [rad] or displacement over body length in a step, up to which the fourth-order rule is accurate to
/// 1e-5.
constexpr double kLargestTravel = 0.25;

/// Angular impulse of a motion through the medium (Munk's moment), world axes.
/// \param travel relative to the medium \param end, start linear momentum
AMBIENT_ALWAYS_INLINE Vector3 gyroscopicImpulse(const Vector3& travel, const Vector3& end, const Vector3& start) {
    return -0.5 * crossOf(travel, end + start);
}
/// Overload for several bodies.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> gyroscopicImpulse(const LaneVector<Real>& travel, const LaneVector<Real>& end,
                                                         const LaneVector<Real>& start) {
    return -0.5 * crossOf(travel, end + start);
}

/// Factors of both parts of a spatial pair of one body.
AMBIENT_ALWAYS_INLINE SpatialPair::Pair bothOf(double angular, double linear, const SpatialPair&) {
    return SpatialPair::Pair{angular, linear};
}
/// Factors of both parts of the spatial pairs of several bodies.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneNumbers<Real> bothOf(const Real& angular, const Real& linear, const LanePair<Real>&) {
    return {angular, linear};
}

/// Quadratic extrapolation of a quantity over a step of length 1.
/// Interpolates the last three values, newest first, one step apart.
template <class Value>
struct Extrapolated {
    Value start, slope, bend; ///< start + slope t + bend t^2
    Value error;              ///< error of the integral: difference between the rules of third and second order

    /// \param newest, previous, oldest one step apart
    AMBIENT_ALWAYS_INLINE Extrapolated(const Value& newest, const Value& previous, const Value& oldest)
        : start(newest), slope(1.5 * newest - 2.0 * previous + 0.5 * oldest),
          bend(0.5 * (newest - 2.0 * previous + oldest)), error((5.0 / 6.0) * bend) {}

    /// The quadratic moved towards the value at the end of a step that this one predicted, by what vanishes at the two
    /// newest instants. The rule lies between that of Adams and Moulton (a share of 1) and Milne's combination of
    /// fourth order (a share of .9) [Hairer1993, III.1]: at .85 a bobbing body without drag loses energy, 6e-5 of its
    /// amplitude a step or less while it turns by up to .5 rad of its period; at .9 it gains.
    AMBIENT_ALWAYS_INLINE Extrapolated corrected(const Value& atEnd) const {
        constexpr double kShare = 0.85;
        Extrapolated c = *this;
        const Value miss = atEnd - at(1.0);
        c.slope = slope + (0.5 * kShare) * miss;
        c.bend = bend + (0.5 * kShare) * miss;
        c.error = (0.375 - kShare * 5.0 / 12.0) * miss;
        return c;
    }

    /// Value at a fraction of the step, from 0 to 1.
    AMBIENT_ALWAYS_INLINE Value at(double share) const { return start + share * (slope + share * bend); }
    /// Integral from the start of the step to a fraction of the step.
    AMBIENT_ALWAYS_INLINE Value integralTo(double share) const {
        return share * (start + (0.5 * share) * (slope + (2.0 / 3.0 * share) * bend));
    }
};

/// Motion of bodies since the start of the step, or its rate, in the body axes of the start.
template <class Algebra>
struct Course {
    typename Algebra::Pair motion;    ///< rotation vector, and displacement relative to the medium
    typename Algebra::Vector angular; ///< angular momentum about the point that starts at the centre of mass and drifts
                                      ///< with the medium

    /// Sum of motions or rates.
    AMBIENT_ALWAYS_INLINE friend Course operator+(const Course& a, const Course& b) {
        return {a.motion + b.motion, a.angular + b.angular};
    }
    /// Multiplies all components by s.
    AMBIENT_ALWAYS_INLINE friend Course operator*(double s, const Course& a) { return {s * a.motion, s * a.angular}; }
};

/// Motion over a part of the step by the classical Runge-Kutta rule.
template <class Algebra>
struct Stretch {
    Course<Algebra> stages[4];    ///< courses at which the rates were taken
    Course<Algebra> end, endRate; ///< at the end of the part
    Course<Algebra> error;        ///< difference from the companion of third order
};

/// The motion of bodies at the start of a step, and the loads of the last three steps.
template <class Algebra>
struct ContinuedStart {
    typename Algebra::Rotation worldFromBody;   ///< rotation of the bodies
    typename Algebra::Pair load[3];             ///< newest first, with the user's, world axes
    typename Algebra::Vector mediumVelocity[3]; ///< newest first, world axes
    typename Algebra::Pair twist;               ///< relative to the medium, body axes
    typename Algebra::Pair momentum;            ///< body axes
    typename Algebra::Number length;            ///< of the body
    typename Algebra::Number kineticFloor;      ///< as of ExtrapolatedStep
};

/// What was found at the end of a step that extrapolated loads predicted.
template <class Algebra>
struct PredictedEnd {
    typename Algebra::Pair load;             ///< with the user's, world axes
    typename Algebra::Vector mediumVelocity; ///< world axes
};

/// The end of a step, relative to its start.
template <class Algebra>
struct ContinuedEnd {
    typename Algebra::Vector turn;  ///< rotation vector, body axes of the start
    typename Algebra::Vector shift; ///< of the centre of mass, world axes [m]
    typename Algebra::Pair impulse; ///< change of the momentum, world axes
};

/// K and sigma do not change.
struct ConstantInertia {
    static constexpr bool kVaries = false; ///< whether there is a change
};

/// Equations of motion of one step with extrapolated loads.
/// \tparam Change of K and sigma. If Change::kVaries, its extrapolated `twist` is added to twists
template <class Algebra, class Change>
class ContinuedLoads {
  public:
    using Number = typename Algebra::Number;   ///< one a body
    using Vector = typename Algebra::Vector;   ///< three a body
    using Pair = typename Algebra::Pair;       ///< spatial vectors
    using Inverse = typename Algebra::Inverse; ///< K^-1

    /// \param start, change kept by reference \param inverse K^-1 \param duration of the step [s]
    AMBIENT_ALWAYS_INLINE ContinuedLoads(const ContinuedStart<Algebra>& start, Inverse inverse, const Change& change,
                                         double duration)
        : m_start(start), m_inverse(inverse), m_change(change), m_step(duration), m_linear(start.momentum.linear()),
          m_load(transposedTimes(start.worldFromBody, start.load[0]),
                 transposedTimes(start.worldFromBody, start.load[1]),
                 transposedTimes(start.worldFromBody, start.load[2])),
          m_medium(start.mediumVelocity[0], start.mediumVelocity[1], start.mediumVelocity[2]),
          m_reference(referenceMomentum()) {}

    /// The same with loads moved towards those of a predicted end. \param change moved likewise
    AMBIENT_ALWAYS_INLINE ContinuedLoads(const ContinuedStart<Algebra>& start, Inverse inverse, const Change& change,
                                         double duration, const PredictedEnd<Algebra>& end)
        : ContinuedLoads(start, inverse, change, duration) {
        m_load = m_load.corrected(transposedTimes(start.worldFromBody, end.load));
        m_medium = m_medium.corrected(end.mediumVelocity);
    }

    /// Dimensionless error of the extrapolated loads over the step.
    /// \param turn, shift error of the change of the twist, both parts; zero for constant inertia
    AMBIENT_ALWAYS_INLINE Number errorOfLoads(const Number& turn, const Number& shift) const {
        const Number travel = (shift + normOf(m_medium.error)) / m_start.length;
        return m_step * maximum<Number>(maximum<Number>(kineticSize(m_load.error) / m_reference, turn), travel);
    }

    /// Dimensionless error of the motion under the extrapolated loads over a part of the step.
    AMBIENT_ALWAYS_INLINE Number errorOfMotion(const Course<Algebra>& error) const {
        const Number turn = normOf(error.motion.angular()), shift = normOf(error.motion.linear()) / m_start.length;
        const Number momentum = kineticSize(Pair::of(error.angular, Algebra::zero())) / m_reference;
        return maximum<Number>(maximum<Number>(turn, shift), momentum);
    }

    /// Course at the start of the step.
    AMBIENT_ALWAYS_INLINE Course<Algebra> start() const {
        return {Pair::of(Algebra::zero(), Algebra::zero()), m_start.momentum.angular()};
    }
    /// Its rate.
    AMBIENT_ALWAYS_INLINE Course<Algebra> startRate() const { return {m_start.twist, m_load.start.angular()}; }

    /// Motion from one fraction of the step to another.
    AMBIENT_ALWAYS_INLINE Stretch<Algebra> move(const Course<Algebra>& y, const Course<Algebra>& rate, double from,
                                                double to) const {
        const double h = (to - from) * m_step;
        const Instant middle = instant(0.5 * (from + to)), end = instant(to);
        const Course<Algebra> y2 = y + (0.5 * h) * rate, k2 = rateAt(y2, middle);
        const Course<Algebra> y3 = y + (0.5 * h) * k2, k3 = rateAt(y3, middle);
        const Course<Algebra> y4 = y + h * k3, k4 = rateAt(y4, end);
        const Course<Algebra> next = y + (h / 6.0) * (rate + 2.0 * (k2 + k3) + k4), nextRate = rateAt(next, end);
        return {{y, y2, y3, y4}, next, nextRate, (0.1 * h) * (k4 + -1.0 * nextRate)}; // [Hairer1993, II.4]
    }

    /// The end of the whole step.
    AMBIENT_ALWAYS_INLINE ContinuedEnd<Algebra> endAt(const Course<Algebra>& c) const {
        const Vector shift = c.motion.linear();
        const Pair push = m_step * m_load.integralTo(1.0);
        const Vector linear = m_linear + push.linear();
        const Pair impulse = Pair::of(c.angular - m_start.momentum.angular() - crossOf(shift, linear), push.linear());
        return {c.motion.angular(), m_start.worldFromBody * shift + m_step * m_medium.integralTo(1.0),
                m_start.worldFromBody * impulse};
    }

  private:
    /// Loads at an instant of the step, in the body axes of the start.
    struct Instant {
        Pair pushes; ///< force of the load, and linear momentum
        Vector torque;
        Pair change; ///< of the twist, due to the change of K and sigma; zero if these do not vary
    };

    /// Norm of a momentum; the square is twice the kinetic energy.
    AMBIENT_ALWAYS_INLINE Number kineticSize(const Pair& momentum) const {
        return squareRoot<Number>(dot(momentum, m_inverse * momentum));
    }
    /// Reference of relative errors of momentum, in the kinetic-energy norm.
    AMBIENT_ALWAYS_INLINE Number referenceMomentum() const {
        const Number twice =
            dotOf(m_start.twist.angular(), m_start.momentum.angular()) + dotOf(m_start.twist.linear(), m_linear);
        const Number size = squareRoot<Number>(maximum<Number>(twice, splat<Number>(0.0)));
        return maximum<Number>(size, m_start.kineticFloor);
    }

    AMBIENT_ALWAYS_INLINE Instant instant(double share) const {
        const Pair load = m_load.at(share);
        const Vector p = m_linear + m_step * m_load.integralTo(share).linear();
        Instant at{Pair::of(load.linear(), p), load.angular(), start().motion};
        if constexpr (Change::kVaries) at.change = m_change.twist.at(share);
        return at;
    }

    AMBIENT_ALWAYS_INLINE Course<Algebra> rateAt(const Course<Algebra>& c, const Instant& at) const {
        const Vector turn = c.motion.angular();
        const auto factors = turnFactors(dotOf(turn, turn));
        const Pair moments = cross(c.motion.linear(), at.pushes);
        const Pair momentum = Pair::of(c.angular - moments.linear(), at.pushes.linear());
        const Pair across = cross(turn, momentum);
        const Pair inBody = momentum - scaled(factors.sine, across) + scaled(factors.cosine, cross(turn, across));
        Pair twist = m_inverse * inBody;
        if constexpr (Change::kVaries) twist = twist + at.change;
        const Pair bent = cross(turn, twist);
        return {twist + bothOf(splat<Number>(0.5), factors.sine, bent) * bent +
                    bothOf(factors.jacobian, factors.cosine, bent) * cross(turn, bent),
                at.torque + moments.angular()};
    }

    const ContinuedStart<Algebra>& m_start;
    const Inverse m_inverse;
    const Change& m_change;
    const double m_step;
    const Vector m_linear; ///< momentum at the start, body axes
    Extrapolated<Pair> m_load;
    Extrapolated<Vector> m_medium;
    const Number m_reference; ///< referenceMomentum()
};

} // namespace ambient
