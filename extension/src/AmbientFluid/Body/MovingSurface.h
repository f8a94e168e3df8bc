// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// A change of shape that one body carries out, with a state of its own: it plays a sequence (PlayedShape), or follows
/// amplitudes (DrivenShape). Change the state only between steps of its body.
class MovingSurface : public BodyDeformation {
  public:
    virtual const std::vector<TriangleMesh::Face>& triangles() const = 0; ///< of all shapes
    /// Vertices at a time [s], body frame [m].
    virtual void vertices(double time, std::vector<Vector3>& out) const = 0;
    /// Pose of the author's frame in the body frame at a time [s].
    virtual Pose bodyFromAuthor(double time) const = 0;
    /// True if the shape moves at a time [s], or will without a change of the state.
    virtual bool isMoving(double time) const = 0;
    /// Called before the motion through a step from `time` [s] of length `timeStep` [s] is computed. It must not
    /// change the shape at `time`. \returns true if it changed the shape within the step
    virtual bool beginStep(double time, double timeStep) = 0;

    /// The state as numbers.
    virtual std::vector<double> save() const = 0;
    /// \param state of save() of a shape with the same model
    /// \throws std::invalid_argument if the count is another one
    virtual void restore(const std::vector<double>& state) = 0;
};

} // namespace ambient
