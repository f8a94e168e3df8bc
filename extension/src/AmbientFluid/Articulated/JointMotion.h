// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

namespace ambient {

/// Twists of a joint per unit rate, about the child's centre of mass, child's axes; constant.
struct JointAxes {
    int count = 0;                                                    ///< number of rates
    Eigen::Matrix<double, 6, 1> columns[ArticulatedBody::kMostRates]; ///< angular first
};

/// The twists of a joint.
JointAxes axesOf(const Joint& joint);

/// Pose of the parent's frame relative to the child's at joint positions.
/// \param positions those of the joint \param parentFromChild receives the rotation of the child
/// \param childFromParent receives the inverse rotation \param fromParent receives the vector between the centres of
/// mass, parent to child, child's axes [m]
void placeJoint(const Joint& joint, const double* positions, Quaternion& parentFromChild, Matrix3& childFromParent,
                Vector3& fromParent);

/// Rate of a joint's coordinates within a step: the positions, but a rotation vector from `start` for a spherical
/// joint. \param coordinates change since the start of the step \param start positions at the start of the step
void coordinateRates(const Joint& joint, const double* start, const double* coordinates, const double* rates,
                     double* result);

/// Positions of a joint whose coordinates have changed since `start`.
void positionsAfter(const Joint& joint, const double* start, const double* coordinates, double* positions);

/// Constant rates that lead a joint from one position to another in a unit of time.
void ratesBetween(const Joint& joint, const double* from, const double* to, double* rates);

/// Coordinates of a spherical joint at `positions` in a step that starts at `start`: a rotation vector [rad].
Vector3 turnBetween(const double* start, const double* positions);

} // namespace ambient
