// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"

namespace ambient {

/// A tree of links that moves in the flow of others, as a member of a group. Each of its links that makes a flow is a
/// CoupledMover with CoupledMover::link, which takes its place from here.
struct CoupledTree {
    /// The equations of motion, with the inertia of the tree alone; outlives the use of it. Its read-outs are lost:
    /// call ArticulatedMotion::evaluate() anew afterwards.
    ArticulatedMotion* motion = nullptr;
    /// Place, and the momenta of the group's inertia, relative to the media.
    ArticulatedState state;
    /// Rates of all joints, if a path prescribes them: the joints then take no impulse. Empty (default): they are free.
    JointVector pathRates;
    /// Velocity with which the others' flow carries the base, from the last kick; world axes.
    Twist drift;
    /// The same of the joints; empty (default): none.
    JointVector rateDrift;

    /// Moves base and joints by `duration` [s] with the drift.
    void displace(double duration);
    /// Ends the drift.
    void stopDrift() {
        drift = Twist();
        rateDrift.resize(0);
    }
};

/// Moves a pose with a constant twist in world axes.
void displace(Pose& pose, const Twist& twistInWorld, double duration);

} // namespace ambient
