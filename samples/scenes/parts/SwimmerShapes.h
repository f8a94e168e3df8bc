// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "interface/RunRecord.h"

#include <functional>

namespace samples {

/// \file
/// Shapes of swimmers as points, and how they are drawn.

/// How the points of a swimmer are drawn.
enum class SwimmerLook {
    Line,  ///< a tube along the points in their order
    Sheet, ///< its faces, from both sides
    Balls  ///< a ball around each point
};

/// A chain of equal segments in the plane z = 0, of length 1 together, whose first point is the origin.
/// \param angle of a segment [rad] by its middle's place along the chain, 0 to 1
ambient::PointColumns chainOf(int segments, const std::function<double(double s)>& angle);

/// Edges from each point to the next.
ambient::ShapeTopology chainEdges(int segments);

/// A person of 30 points: x forward, y left, z up, hips at the origin. \param rightArm, leftArm unit directions
ambient::PointColumns person(const ambient::Vector3& rightArm, const ambient::Vector3& leftArm);

/// The points of a sequence at any time, drawn in its gauge frame.
/// \param frames, reduced the sequence and its reduction \param thickness radius of tube or balls, half of the sheet's
/// [m] \param period after which the shape repeats itself, for pictures [s]
std::shared_ptr<const ChangingShape> drawnShape(const ambient::ShapeFrames& frames,
                                                const ambient::ReducedSequence& reduced, SwimmerLook look,
                                                double thickness, double period);

/// The rigid motion, in the world, of the drawn body between two frames with the same shape. [Kabsch1976]
ambient::Pose displacementOf(const RunRecord& record, int from, int to);

} // namespace samples
