// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

#include <vector>

namespace ambient {

/// The moving state of an articulated body. Momenta are integrated, not velocities: that of the whole, and one of each
/// joint rate. So the momentum of a free body is exact, and links that enter denser fluid keep theirs.
struct ArticulatedState {
    Pose worldFromBase;    ///< origin at the base's centre of mass
    JointVector positions; ///< of all joints

    /// Total momentum relative to the media, sum of K Y_r: about the base's centre of mass, world axes
    /// [kg m^2/s, kg m/s]; zero for a fixed base.
    Momentum momentum;
    /// Generalised momentum of each joint rate: the part of the momentum of all links behind the joint that acts along
    /// it [kg m^2/s, kg m/s].
    JointVector jointMomenta;

    double time = 0.0;        ///< [s]
    double lastSubstep = 0.0; ///< next substep of the integrator [s]; 0: unknown

    /// Whether poses and momenta are finite.
    bool isFinite() const {
        return worldFromBase.isFinite() && positions.allFinite() && momentum.isFinite() && jointMomenta.allFinite();
    }
};

/// Loads of a user, constant during a call of integrate().
struct ArticulatedLoads {
    std::vector<Wrench> onLinks; ///< about the centres of mass, world axes [N m, N]; one per link, or none at all
    JointVector torques;         ///< along the joint rates [N m, N]; one per rate, or none at all
};

/// Joint positions as functions of time. The adaptive integrator sees a path only where its stages fall: a call of
/// integrate() should not last longer than a quarter of a period.
class JointPath {
  public:
    virtual ~JointPath() = default;
    /// Fills all three vectors. Positions are continuous, rates their derivatives as ArticulatedBody means them.
    virtual void evaluate(double time, JointVector& positions, JointVector& rates,
                          JointVector& accelerations) const = 0;
};

} // namespace ambient
