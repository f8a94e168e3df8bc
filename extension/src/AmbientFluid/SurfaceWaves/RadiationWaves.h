// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/FloatingPlace.h"

namespace ambient {

/// The motion of a floating body in the coming step, heading axes about the origin of FloatingPlace, relative to the
/// water.
struct RadiationStep {
    Vector6 start = Vector6::Zero();    ///< velocity at the start
    Vector6 middle = Vector6::Zero();   ///< velocity in the middle if the waves exert no force
    Matrix6 response = Matrix6::Zero(); ///< change of velocity per impulse
    double duration = 0.0;              ///< [s]
};

/// The force of the waves in the coming step, F = constant - fall V, V the velocity in its middle.
struct RadiationLaw {
    Vector6 constant = Vector6::Zero(); ///< force of a body at rest [N m, N]
    Matrix6 fall = Matrix6::Zero();     ///< force less for each unit of velocity
};

/// The waves that a floating body has made in all six motions: the states of a RadiationFilter.
///
/// With the shares s and m of FloatingPlace the force is that of
///     F = -s Z(s V) + m D d(m V)/dt,
/// Z the filter, D the excess mass: the body then has A_inf + Z/(i w) for the added mass of its Immersion. For any s in
/// time the filter takes energy only. It steps by the implicit midpoint rule, which is passive for steps of any length.
/// D acts through the momentum that it lacks at the end of the step, so that errors of a forecast do not add up.
class RadiationWaves {
  public:
    /// \param model kept by reference
    explicit RadiationWaves(const FloatingModel& model);

    /// Force of the waves in the coming step, heading axes, implicit in the motion [N m, N]. Remembers the step.
    Vector6 plan(const FloatingPlace& place, const RadiationStep& step);
    /// plan() in two parts, for bodies whose responses are joined: the law of the force, without the step's response...
    RadiationLaw law(const FloatingPlace& place, const RadiationStep& step);
    /// ... and the velocity in the middle of the step under all these forces. Remembers the step.
    void take(const RadiationStep& step, const Vector6& middle);
    /// Advances the waves by the planned step. Takes the energy that the filter's force has taken from the body, and no
    /// more. \param velocity mean of the step, as of RadiationStep
    void advance(const Vector6& velocity);
    /// The excess mass takes the velocity at the start of the next step: after an impulse, or a velocity that was set.
    void forgetMomentum() { m_isCarried = false; }

    /// Energy of the waves near the body [J].
    double energy() const { return m_energy; }
    /// Kinetic energy that the body lacks beside that with the added mass of its Immersion [J].
    double excessEnergy() const { return 0.5 * m_carried.dot(m_model->excessMass * m_carried); }

    /// For saved states: the states of the filter, the motion of the excess mass, and whether it is known.
    Eigen::VectorXd state() const;
    /// \param state of a filter of the same size
    void restore(const Eigen::VectorXd& state);

  private:
    /// What depends on the duration of a step only.
    void prepare(double duration);
    /// States in the middle of a step, per states and drive at the start: (1 - h A / 2)^-1.
    void toMiddle(Eigen::VectorXd& states) const;
    double energyOf(const Eigen::VectorXd& states);

    const FloatingModel* m_model;
    Eigen::VectorXd m_states, m_middle, m_product; ///< the latter two are buffers
    Vector6 m_carried = Vector6::Zero();           ///< m V of the excess mass at the start of the step
    bool m_isCarried = false;                      ///< whether m_carried is known
    double m_energy = 0.0;
    // Of the planned step:
    double m_duration = 0.0, m_share = 0.0, m_massShare = 0.0;
    std::vector<std::complex<double>> m_answers;
    Matrix6 m_impedance = Matrix6::Zero(); ///< force against a velocity in the middle of the step
    Vector6 m_free = Vector6::Zero();      ///< force at a velocity of zero and a share of 1, reversed
    Vector6 m_force = Vector6::Zero();     ///< of the filter
    Vector6 m_end = Vector6::Zero();       ///< m V of the forecast
};

} // namespace ambient
