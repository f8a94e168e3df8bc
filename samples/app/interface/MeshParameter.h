// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/SampleMeshes.h"

#include <functional>

namespace samples {

/// `--set mesh=FILE`: the user's own solid in place of the scene's shape, an OBJ, STL, PLY, glTF or GLB file in metres.
Parameter meshParameter();

/// `--set mesh-scale=S`: factor on the lengths of the file of `mesh`, 0.001 for millimetres. Belongs to every scene
/// with meshParameter().
Parameter meshScaleParameter();

/// The solid of the file named by `mesh`, or the generated one. The user's is scaled, repaired as FluidBodyModel::build
/// would, and moved to the centre of mass and the principal axes of a uniform solid. The generated shape determines the
/// order of the axes: the axes of smallest moment of inertia agree. If the file's axes are principal and in this order,
/// they stay. Else each axis points to the side of the nearest file axis; one axis is reversed if the solid would be
/// mirrored. The only piece is the convex hull: contacts use the hull, the fluid uses the mesh. \param generated the
/// scene's shape, centred on its centre of mass and along its principal axes \throws std::invalid_argument, one line
/// naming the file: unreadable, no usable mesh, or more than a factor 50 larger or smaller than the generated shape,
/// like a file in millimetres.
PiecedMesh meshOf(const ParameterValues& values, const std::function<PiecedMesh()>& generated);

} // namespace samples
