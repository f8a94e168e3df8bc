// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluidGrid/GridJoints.h"

#include <vector>

namespace ambient {

/// The links of an ArticulatedBody in a ResolvedProjection: tree of joints, dry inertia. The bodies of the group are
/// all links, base first. Links that are no part of the flow, such as dry ones and a fixed base, are absent bodies;
/// they move with the others.
///
/// M^-1 of impulses of the fluid is that of the articulated-body algorithm, so that joints hold to rounding and the
/// momentum of links and fluid is exchanged, not made. Between two projections the tree moves without loads and keeps
/// its momentum.
class ArticulatedJoints final : public GridJoints {
  public:
    /// \param body never null
    explicit ArticulatedJoints(std::shared_ptr<const ArticulatedBody> body);

    const ArticulatedBody& body() const { return *m_body; } ///< of the constructor

    /// Sets the motion of the tree, and poses and velocities of the links.
    /// \param baseTwist world axes, about the base's centre of mass \param time [s]
    /// \param links count() bodies
    /// \throws std::invalid_argument if a vector has the wrong length or a number is not finite
    void setMotion(const Pose& worldFromBase, const JointVector& positions, const Twist& baseTwist,
                   const JointVector& rates, double time, GridBody* links);
    /// Takes the velocities of the links for those of the tree, from the bodies as projections have left them.
    void takeVelocities(const GridBody* links);

    const Pose& worldFromBase() const { return m_state.worldFromBase; } ///< at the present time
    const JointVector& positions() const { return m_state.positions; }  ///< at the present time
    const Twist& baseTwist() const { return m_baseTwist; }              ///< of setMotion() or takeVelocities()
    const JointVector& rates() const { return m_rates; }                ///< of setMotion() or takeVelocities()

    /// Makes the joints follow a path exactly; to be called after setMotion(). The rates change to those of the path at
    /// the present time, and the total momentum stays. \param path kept by reference; null: the joints move freely
    /// \param links count() bodies
    void setPath(const JointPath* path, GridBody* links);

    /// Adds impulses along the joint rates to the links, as pairs of opposite impulses on link and parent.
    /// \param impulses one per joint rate [N m s, N s] \param links count() bodies; their GridBody::impulse changes
    void addJointImpulses(const JointVector& impulses, GridBody* links) const;

    void respond(const GridBody* bodies, const Wrench* impulses, Twist* changes) override;
    void advance(double duration, GridBody* bodies) override;

  private:
    /// Directions of a joint and their duals: impulses on the link that act along one rate each.
    struct Directions {
        int count = 0;
        Eigen::Matrix<double, 6, ArticulatedBody::kMostRates> duals; ///< S^T dual = 1; link axes, about its centre
    };

    /// Places the response at the present pose, and writes poses and velocities to the links.
    void write(GridBody* links);

    std::shared_ptr<const ArticulatedBody> m_body;
    ArticulatedMotion m_motion;     ///< without a fluid
    ArticulatedDynamics m_response; ///< at the present pose
    ArticulatedState m_state;
    Twist m_baseTwist;
    JointVector m_rates, m_jointBuffer, m_rateBuffer, m_positionBuffer;
    std::vector<Directions> m_directions; ///< per link
    const JointPath* m_path = nullptr;
    Matrix6 m_inverseOfWhole = Matrix6::Zero(); ///< with a path: of the whole with locked joints, base axes
};

} // namespace ambient
