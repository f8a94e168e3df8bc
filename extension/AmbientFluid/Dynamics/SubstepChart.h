// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

namespace ambient {

/// Coordinates of one substep relative to its start: R = R0 exp(theta), y = y0 + shift + drift.
/// `shift` is motion relative to the medium, `drift` is motion of the medium. The spatial momentum (angular, linear) is
/// about the point that starts at y0 and drifts with the medium. Without loads this momentum is constant, so every
/// linear method keeps it exactly. With locked axes, whose reactions are not among the loads, it is about the centre of
/// mass instead.
using Chart = Eigen::Matrix<double, 15, 1>;

/// Rotation vector since the start, body axes at the start [rad].
inline auto thetaOf(const Chart& c) {
    return c.segment<3>(0);
}
/// Motion relative to the medium since the start, world axes [m].
inline auto shiftOf(const Chart& c) {
    return c.segment<3>(3);
}
/// Motion of the medium's frame since the start, world axes [m].
inline auto driftOf(const Chart& c) {
    return c.segment<3>(6);
}
/// Angular momentum about the drifting point (Chart), world axes [kg m^2/s].
inline auto spatialAngularOf(const Chart& c) {
    return c.segment<3>(9);
}
/// Linear part of FluidBodyState::momentum, world axes [kg m/s].
inline auto linearOf(const Chart& c) {
    return c.segment<3>(12);
}

/// Loads and motion at one state.
struct Evaluation {
    Momentum momentum;      ///< FluidBodyState::momentum in body axes
    Twist twist;            ///< relative to the medium, body axes
    Wrench load;            ///< about the centre of mass, world axes
    Wrench leaving;         ///< part of `load`: momentum that leaving parts take along
    Vector3 mediumVelocity; ///< world axes
};

/// The equations of one substep in its chart.
class ChartEquations {
  public:
    /// \param userWrench about the centre of mass, world axes. All three arguments are kept by reference.
    ChartEquations(const KirchhoffEquations& equations, const FluidBodyState& start, const Wrench& userWrench)
        : m_equations(equations), m_start(start), m_userWrench(userWrench) {}

    /// Coordinates of `start`: no motion, and the momentum of `start`.
    Chart origin() const {
        Chart c = Chart::Zero();
        c.tail<6>() = m_start.momentum.vector();
        return c;
    }

    /// Pose, momentum and time of the coordinates `c`, `elapsed` [s] after the start.
    FluidBodyState stateAt(const Chart& c, double elapsed) const {
        FluidBodyState s = m_start;
        s.worldFromBody.orientation = (m_start.worldFromBody.orientation * expSO3(thetaOf(c))).normalized();
        s.worldFromBody.position = m_start.worldFromBody.position + shiftOf(c) + driftOf(c);
        s.momentum.linear = linearOf(c);
        s.momentum.angular = spatialAngularOf(c);
        s.time = m_start.time + elapsed;
        if (m_equations.lockedAxes().any())
            s.momentum = m_equations.admissibleMomentum(s);
        else
            s.momentum.angular -= shiftOf(c).cross(linearOf(c));
        return s;
    }

    /// Evaluates the loads. The expensive part: samples the medium and visits every face.
    Evaluation evaluate(const FluidBodyState& s) const {
        const Loads loads = m_equations.loads(s, m_userWrench);
        return {loads.momentum, loads.twist, loads.total(), loads.leaving, loads.mediumVelocity};
    }

    /// Time derivative of the coordinates. \param s stateAt() of `c` \param e evaluate() of `s`
    Chart rate(const Chart& c, const FluidBodyState& s, const Evaluation& e) const {
        const Vector3 velocity = s.worldFromBody.orientation * e.twist.linear;
        const Vector3 spatialTorque = m_equations.lockedAxes().any() ? s.momentum.linear.cross(velocity).eval()
                                                                     : shiftOf(c).cross(e.load.linear).eval();
        Chart r;
        r << inverseRightJacobian(thetaOf(c), e.twist.angular), velocity, e.mediumVelocity,
            e.load.angular + spatialTorque, e.load.linear;
        return r;
    }

    /// Time derivative of the coordinates `elapsed` [s] after the start; evaluates the loads once.
    Chart rate(const Chart& c, double elapsed) const {
        const FluidBodyState s = stateAt(c, elapsed);
        return rate(c, s, evaluate(s));
    }

  private:
    const KirchhoffEquations& m_equations;
    const FluidBodyState& m_start;
    const Wrench& m_userWrench;
};

} // namespace ambient
