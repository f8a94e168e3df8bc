// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "Output/GltfWriter.h"

#include <string>
#include <vector>

namespace ambient {

/// \file
/// Parts that files of motions share.

/// A pose of the world, z up, in a file, y up.
Pose gltfPose(const Pose& worldFromBody);

/// A mesh of one material. \returns its index in "meshes"
int addGltfMesh(GltfWriter& gltf, const std::string& name, const TriangleMesh& mesh);

/// Keys for the channels "translation" and "rotation" of one node. Turns take the sign that joins them by the shorter
/// arc.
/// @{
int addPlaceKeys(GltfWriter& gltf, const std::vector<Pose>& poses);
int addTurnKeys(GltfWriter& gltf, const std::vector<Pose>& poses);
/// @}

} // namespace ambient
