// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/FluidBodyModel.h"

#include <memory>

/// \file
/// The models shared by the worlds of a process: thousands of worlds with one shape solve its potential flow once. Any
/// thread may call these functions.

namespace ambient::python {

/// FluidBodyModel::build, or its result of before. The last 64 are kept.
/// \param def of a world file: angle, wake factor and given added mass; other fields have their defaults
std::shared_ptr<const FluidBodyModel> sharedModel(const TriangleMesh& mesh, const FluidBodyDef& def);

/// DeformingModel::build, or its result of before. The last 16 are kept.
/// \param sequence of a world file: uniform masses \param def as above
std::shared_ptr<const DeformingModel> sharedShape(const ShapeSequence& sequence, const FluidBodyDef& def);

/// Discards all unused models.
void forgetModels();

} // namespace ambient::python
