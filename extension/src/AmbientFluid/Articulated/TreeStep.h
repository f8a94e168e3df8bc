// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

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

/// State of a tree: pose of the base's centre of mass, joint positions and velocities.
struct TreeState {
    Pose worldFromBase;
    JointVector positions;
    TreeVelocity velocity;
};

/// One step of a tree of wet links that is shared with a physics engine, which knows the dry links only and integrates
/// velocities by u' = u + h du/dt:
///
///     begin()         finds the motion without contacts, the velocities u_free at the start from which a
///                     motion without loads would end like it, and the loads that lead the engine's dry
///                     links there, beside its own gravity
///     the host solves with these loads; motors, limits and contacts act on the dry inertia
///     end()           P = M_dry (u' - u_free) is their impulse. The motion without any load, from the start at the
///                     velocities u_free + s M^-1 P, ends at the new state. Without P it is the motion of begin()
///
/// s <= 1 is the largest that takes no coordinate of the velocities beyond the limit of speeds: 1 in most steps. The
/// kinetic energy is convex in s, so a smaller s never gives more than the larger of the two at 0 and 1. M_dry <= M:
/// motors and contacts never overshoot. Momentum is kept exactly, as by a btFluidMultiBody. The accuracy is that of
/// ArticulatedMotion but for P, which acts at the start: first order in the step. A step is a function of what begin()
/// and end() get, so that the states of the host are all that need be saved.
class TreeStep {
  public:
    /// \param body dry links, base first \param fluid of the same links
    /// \param damping of each joint rate, which the host does not know, not negative [N m s, N s/m]
    /// \param tolerance of ArticulatedOptions \param speedLimit to which impulses may drive a velocity of the base or a
    /// joint, > 0, may be infinite [rad/s, m/s] \throws std::invalid_argument naming a number that is not one
    TreeStep(std::shared_ptr<const ArticulatedBody> body, std::unique_ptr<LinkFluid> fluid, JointVector damping,
             double tolerance, double speedLimit);

    /// Begins a step. \param start of the host \param gravity world axes [m/s^2] \param time of the media [s]
    /// \param duration [s] > 0 \returns loads for the host's step, constant through it
    /// \throws std::invalid_argument if a number is not finite, or the inertia is not positive definite
    TreeLoads begin(const TreeState& start, const Vector3& gravity, double time, double duration);

    /// Velocities of the host at the end of the begun step without motors, limits and contacts.
    const TreeVelocity& freeVelocity() const { return m_free; }
    /// Pose of a link's centre of mass at the last begin().
    const Pose& startPose(int link) const { return m_dry.worldFromLinks()[static_cast<std::size_t>(link)]; }
    /// Twist of a link at the last begin(), world axes.
    Twist startTwist(int link) const { return rotated(startPose(link).orientation, m_startTwists[std::size_t(link)]); }
    int linkCount() const { return m_body->linkCount(); } ///< with the base
    double startTime() const { return m_start.time; }     ///< of the last begin() [s]

    /// Ends the step. \param solved velocities of the host \returns the state for the host
    /// \throws std::invalid_argument without begin(), or if the velocities or the result are not finite
    TreeState end(const TreeVelocity& solved);

  private:
    JointVector dampingTorques(const TreeVelocity& velocity, double duration);
    /// Finds m_free. \returns false if it is not finite
    bool findFree();
    TreeLoads loadsOfHost(const TreeVelocity& velocity, const Vector3& gravity, double duration);
    Twist inBase(const Twist& world) const { return rotated(m_start.worldFromBase.orientation.conjugate(), world); }
    /// Whether the velocities differ from the free ones by more than the rounding of the host's step.
    bool isPushed(const TreeVelocity& solved) const;
    /// Share of an impulse that keeps the limit of speeds. \param change of the free velocity by the whole impulse
    double shareOf(const TreeVelocity& change) const;
    TreeState stateOf(ArticulatedState& state);

    std::shared_ptr<const ArticulatedBody> m_body;
    ArticulatedMotion m_motion;
    ArticulatedDynamics m_dry;
    ArticulatedOptions m_options;
    ArticulatedLoads m_loads; ///< torques of the damping
    JointVector m_damping;
    double m_speedLimit;
    std::vector<Wrench> m_weights;
    std::vector<Twist> m_startTwists; ///< link axes
    ArticulatedState m_start, m_end;  ///< of the begun step, without contacts
    Momentum m_whole; ///< impulse of all loads in the begun step, about the base's centre at its start, world axes
    TreeVelocity m_free;
    double m_duration = 0.0;
    bool m_isBegun = false;
};

} // namespace ambient
