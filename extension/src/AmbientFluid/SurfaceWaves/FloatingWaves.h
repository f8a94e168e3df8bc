// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/RadiationWaves.h"

#include <memory>
#include <vector>

namespace ambient {

/// A floating body or link at the start of a step.
struct FloatingStart {
    Immersion& fluid;          ///< at its pose; the buffers are used
    const Pose& bodyFromMesh;  ///< of its model
    const FluidMedium& medium; ///< the one it floats in
    Vector3 gravity;           ///< world axes [m/s^2]
    double time;               ///< [s]
    Twist velocity;            ///< absolute, about the centre of mass, world axes
};

/// The waves that a floating body or link makes in all its motions, from step to step: RadiationWaves, the force of
/// scattered waves, and the forecast of the motion that both need. Heading axes are those of FloatingPlace.
class FloatingWaves {
  public:
    /// \param model not null
    explicit FloatingWaves(std::shared_ptr<const FloatingModel> model);

    const std::shared_ptr<const FloatingModel>& model() const { return m_model; } ///< of the constructor

    void forget();      ///< forgets waves and past steps: after a teleport, sleep, or in another medium
    void forgetSpeed(); ///< forgets the velocity of the last step: after a velocity was set

    /// Finds the body's place in the water at the start of a step. \returns false if the model does not hold here
    bool begin(const FloatingStart& start, double timeStep);
    /// Of the last begin().
    const FloatingPlace& place() const { return m_place; }
    /// The force in the coming step after begin(), heading axes. \param response change of velocity per impulse
    Vector6 plan(const Matrix6& response);
    /// plan() for bodies that are joined: their forces together. \param waves after begin() \param responses 6 rows and
    /// columns for each, heading axes of each \param forces is overwritten
    static void planTogether(const std::vector<FloatingWaves*>& waves, const Eigen::MatrixXd& responses,
                             std::vector<Vector6>& forces);
    /// Drops a plan: the body does not step.
    void drop() { m_isPlanned = false; }

    /// Advances the waves by the planned step of a body that moved freely. \param start pose \param end pose
    void moveFreely(const Pose& start, const Pose& end);
    /// Advances the waves by the planned step of a body with contacts, joints or users.
    /// \param velocity after the solve, world axes
    void moveUnderImpulses(const Twist& velocity);

    /// False after the motion has left linear theory (FloatingPlace::isLinear) in the planned step.
    bool isLinear() const { return !m_isPlanned || m_place.isLinear; }
    /// Energy of the waves near the body, less the kinetic energy of water that the body's inertia has too much [J].
    double energy() const { return m_waves.energy() - m_waves.excessEnergy(); }

    /// For saved states: waves and last step.
    Eigen::VectorXd state() const;
    /// \param state of waves of the same model
    void restore(const Eigen::VectorXd& state);

  private:
    /// The last step of free motion, heading axes.
    struct Past {
        bool isKnown = false;
        Vector6 velocity = Vector6::Zero();     ///< at its start
        Vector6 acceleration = Vector6::Zero(); ///< by the waves
        double duration = 0.0;                  ///< [s]
    };
    static constexpr Eigen::Index kPastNumbers = 14;

    /// Force of scattered waves in the middle of the coming step, heading axes.
    Vector6 scatteredInMiddle(const FloatingStart& start, double timeStep) const;
    void notePlan(const Vector6& acceleration);

    std::shared_ptr<const FloatingModel> m_model;
    RadiationWaves m_waves;
    Past m_past;
    bool m_isPlanned = false;
    bool m_isAtRest = true; ///< nothing has been planned since forget()
    // Of the planned step:
    FloatingPlace m_place;
    RadiationStep m_step;
    Vector6 m_scattered = Vector6::Zero(), m_acceleration = Vector6::Zero();
};

} // namespace ambient
