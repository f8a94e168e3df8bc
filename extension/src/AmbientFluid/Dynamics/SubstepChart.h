// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

namespace ambient {

/// Coordinates of one substep relative to its start: R = R0 exp(theta), y = y0 + shift + drift.
/// `shift` is motion relative to the frame of the momentum, `drift` is motion of the frame: a uniform medium, or the
/// constant velocity of SubstepFrame. The spatial momentum (angular, linear) is about the point that starts at y0 and
/// drifts with the frame. Without loads this momentum is constant, so every linear method keeps it exactly. With locked
/// axes, whose reactions are not among the loads, it is about the centre of mass instead.
using Chart = Eigen::Matrix<double, 15, 1>;

/// Rotation vector since the start, body axes at the start [rad].
inline auto thetaOf(const Chart& c) {
    return c.segment<3>(0);
}
/// Motion relative to the frame since the start, world axes [m].
inline auto shiftOf(const Chart& c) {
    return c.segment<3>(3);
}
/// Motion of the frame since the start, world axes [m].
inline auto driftOf(const Chart& c) {
    return c.segment<3>(6);
}
/// Angular momentum about the drifting point (Chart), world axes [kg m^2/s].
inline auto spatialAngularOf(const Chart& c) {
    return c.segment<3>(9);
}
/// Linear momentum relative to the frame, world axes [kg m/s].
inline auto linearOf(const Chart& c) {
    return c.segment<3>(12);
}

/// The equations of one substep in its chart.
class ChartEquations {
  public:
    /// \param start with a momentum relative to the medium there \param frame of the start
    /// \param userWrench about the centre of mass, world axes. All arguments are kept by reference.
    ChartEquations(const KirchhoffMotion& motion, const FluidBodyState& start, const SubstepFrame& frame,
                   const Wrench& userWrench)
        : m_motion(motion), m_start(start), m_frame(frame), m_userWrench(userWrench) {}

    /// Coordinates of `start`: no motion, and the momentum of `start`.
    Chart origin() const {
        Chart c = Chart::Zero();
        c.tail<6>() = m_start.momentum.vector();
        return c;
    }

    /// State of the coordinates `c`, `elapsed` [s] after the start, with the momentum relative to the medium there.
    /// \param at receives the evaluation of the state
    FluidBodyState stateAt(const Chart& c, double elapsed, Evaluation& at) const {
        FluidBodyState s = m_start;
        s.worldFromBody.orientation = (m_start.worldFromBody.orientation * expSO3(thetaOf(c))).normalized();
        s.worldFromBody.position = m_start.worldFromBody.position + shiftOf(c) + driftOf(c);
        s.momentum.linear = linearOf(c);
        s.momentum.angular = spatialAngularOf(c);
        s.time = m_start.time + elapsed;
        m_motion.evaluate(s.worldFromBody, s.time, at);
        const bool isLocked = m_motion.lockedAxes().any();
        if (!isLocked) s.momentum.angular -= shiftOf(c).cross(linearOf(c));
        if (!m_motion.fluid().isUniform()) {
            s.momentum = fromFrame(at, m_frame.exchanged(at, s.momentum), m_frame.velocity());
            s.frameVelocity = at.medium().velocity;
        }
        if (isLocked) s.momentum = admissible(m_motion, at, s.momentum);
        return s;
    }

    /// Loads at a state. The expensive part: visits every face. \param at evaluation of the state
    Loads loads(const FluidBodyState& s, Evaluation& at) const {
        Loads loads = m_motion.loads(at, s.momentum, m_userWrench);
        if (!m_motion.fluid().isUniform()) loads.ofFrame = m_frame.load(at, loads);
        return loads;
    }

    /// Time derivative of the coordinates. \param s stateAt() of `c` \param loads at `s`
    Chart rate(const Chart& c, const FluidBodyState& s, const Loads& loads) const {
        Wrench load = loads.total();
        Vector3 velocity = s.worldFromBody.orientation * loads.twist.linear, drift = loads.mediumVelocity;
        Vector3 spatialTorque = s.momentum.linear.cross(velocity);
        if (!m_motion.fluid().isUniform()) {
            load += loads.ofFrame;
            velocity += drift - m_frame.velocity();
            drift = m_frame.velocity();
        }
        if (!m_motion.lockedAxes().any()) spatialTorque = shiftOf(c).cross(load.linear);
        Chart r;
        r << inverseRightJacobian(thetaOf(c), loads.twist.angular), velocity, drift, load.angular + spatialTorque,
            load.linear;
        return r;
    }

    /// Time derivative of the coordinates `elapsed` [s] after the start; evaluates medium and loads once.
    /// \param at receives the evaluation
    Chart rate(const Chart& c, double elapsed, Evaluation& at) const {
        const FluidBodyState s = stateAt(c, elapsed, at);
        return rate(c, s, loads(s, at));
    }

  private:
    const KirchhoffMotion& m_motion;
    const FluidBodyState& m_start;
    const SubstepFrame& m_frame;
    const Wrench& m_userWrench;
};

} // namespace ambient
