// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Dynamics/HostedBodies.h"

#include <memory>
#include <vector>

namespace ambient {

/// Velocities of a tree: twist of the base about its centre of mass, world axes, and joint rates.
struct TreeVelocity {
    Twist base;
    JointVector rates;
};

/// Loads on a tree: wrench on the base about its centre of mass, world axes, and joint torques.
struct TreeLoads {
    Wrench base;
    JointVector torques;
};

/// One step of a tree of wet links that is shared with a physics engine, which knows the dry links only and integrates
/// velocities by u' = u + h du/dt:
///
///     begin()         finds the accelerations with the 6x6 inertias of all links and their fluid, and the loads that
///                     give the engine's dry links the same accelerations, beside its own gravity
///     the host solves with these loads; motors, limits and contacts act on the dry inertia
///     end()           P = M_dry (u' - u_free) is their impulse; the velocity after the step is u_free + M^-1 P
///
/// M_dry <= M: motors and contacts never overshoot. First order in the step.
class TreeStep {
  public:
    /// \param body dry links, base first \param fluids one per link, kept by reference, in the axes and about the
    /// centre of mass of the link; null: a dry link \throws std::invalid_argument if the numbers of links differ
    TreeStep(std::shared_ptr<const ArticulatedBody> body, std::vector<HostedBody*> fluids);

    /// Begins a step. \param worldFromBase pose of the base's centre of mass \param torques of joints that the host
    /// does not know, such as damping \param gravity world axes [m/s^2] \param time of the media [s] \param duration
    /// [s] > 0 \returns loads for the host's step, constant through it \throws std::invalid_argument if a number is not
    /// finite, or the inertia is not positive definite
    TreeLoads begin(const Pose& worldFromBase, const JointVector& positions, const TreeVelocity& velocity,
                    const JointVector& torques, const Vector3& gravity, double time, double duration);

    /// Velocities after the begun step without motors, limits and contacts.
    const TreeVelocity& freeVelocity() const { return m_free; }

    /// Velocities after the step. \param solved those of the host \throws std::logic_error without begin()
    TreeVelocity end(const TreeVelocity& solved);

  private:
    void setLinks(const Vector3& gravity, double time);
    Twist inBase(const Twist& world) const { return rotated(m_worldFromBase.conjugate(), world); }

    std::shared_ptr<const ArticulatedBody> m_body;
    std::vector<HostedBody*> m_fluids;
    ArticulatedDynamics m_wet, m_dry;
    std::vector<Wrench> m_loads, m_weights;
    Quaternion m_worldFromBase = Quaternion::Identity(); ///< at the start of the step
    TreeVelocity m_free;
    bool m_isBegun = false;
};

} // namespace ambient
