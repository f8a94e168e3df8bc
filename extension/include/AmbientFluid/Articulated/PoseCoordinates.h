// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

#include <vector>

namespace ambient {

/// Interval of a position of a joint [rad, m].
struct JointRange {
    double lowest = 0.0;  ///< of the position
    double highest = 0.0; ///< not above `lowest` (default): not known
};

/// Numbers that say how one joint is placed, smooth in all of its positions: shifts, angles with limits, and
/// 2 sin(angle/2) of an angle without limits or, of a ball joint, along each axis of the child. The latter fades to
/// zero from 135 to 180 degrees, so that both ways round give the same.
struct PoseCoordinate {
    int link = 0;              ///< whose joint it is
    int component = 0;         ///< 0 to 2: of the joint's coordinates
    bool isSine = false;       ///< of half an angle
    std::vector<double> knots; ///< where poses are sampled, increasing
    double rest = 0.0;         ///< the knot of the reference pose

    /// The coordinate, held smoothly outside of the knots: it goes beyond them by at most a quarter of their distance.
    /// \param positions of all joints \param slopes receives the derivative along the joint's rates, of which others
    /// are zero
    double value(const ArticulatedBody& body, const JointVector& positions, Vector3& slopes) const;
    /// Gives the joint the positions of a knot; its other coordinates keep theirs, except those of a ball joint: rest.
    void apply(const ArticulatedBody& body, double knot, JointVector& positions) const;
};

/// Coordinates of all joints of a body. \param ranges one per joint position, or empty; those of ball joints do not
/// count. Slides without a range have that of half the body's length either way
std::vector<PoseCoordinate> poseCoordinates(const ArticulatedBody& body, const std::vector<JointRange>& ranges);

} // namespace ambient
