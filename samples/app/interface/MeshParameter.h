// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/SampleMeshes.h"

#include <functional>

namespace samples {

/// `--set mesh=FILE`: the user's own solid in place of the scene's shape, an OBJ, STL, PLY, glTF or GLB file in metres.
Parameter meshParameter();

/// `--set mesh-scale=S`: factor on the lengths of that file, 0.001 for millimetres. A scene that has meshParameter()
/// has this one too.
Parameter meshScaleParameter();

/// The solid of the file that `mesh` names, or the generated one. The user's is scaled, repaired as
/// FluidBodyModel::build would, and moved to the centre of mass and the principal axes of a uniform solid. Which axis
/// is which follows the generated shape: where that has its smallest moment of inertia, this has too. File axes that
/// are principal and in that order stay; else each axis points to the side of the file's axis it is nearest to, but for
/// one where that would mirror the solid. The only piece is its convex hull: contacts feel that, the fluid feels the
/// mesh. \param generated the scene's shape, centred on its centre of mass and along its principal axes \throws
/// std::invalid_argument, one line naming the file: it cannot be read, is no usable mesh, or is more than a factor 50
/// larger or smaller than the generated shape, as a file in millimetres is.
PiecedMesh meshOf(const ParameterValues& values, const std::function<PiecedMesh()>& generated);

} // namespace samples
