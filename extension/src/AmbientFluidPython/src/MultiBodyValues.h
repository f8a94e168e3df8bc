// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "Conversions.h"
#include "Handles.h"

#include <Eigen/Core>

/// \file
/// Numbers of joints between Python and an articulated body.

namespace ambient::python {

/// Numbers of an argument that Bullet can hold: one for all, or `count`. \param what its name in messages
JointVector vectorOf(const pybind11::object& source, Eigen::Index count, const std::string& what);

/// Refuses positions in which the quaternion of a ball joint has not length 1.
void requireTurns(const ArticulatedBody& body, const JointVector& positions, const std::string& what);

/// The dynamics in the present state; its read-outs are those of now.
ArticulatedDynamics& evaluated(const MultiBodyHandle& self);

/// State of the class MultiBody, to read and to set.
void bindMultiBodyState(pybind11::class_<MultiBodyHandle>& body);

} // namespace ambient::python
