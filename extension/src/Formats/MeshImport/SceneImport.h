// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "MeshImport/MeshImport.h"

#include <string>
#include <vector>

namespace ambient {

/// A node of a scene that has triangles.
struct SceneNode {
    std::string name;   ///< no two nodes of a scene have one name
    Pose sceneFromNode; ///< origin and axes of the node, without its scale [m]
    TriangleMesh mesh;  ///< in these axes about this origin, with the scale of the node and its parents [m]
};

/// The nodes with triangles of a .glb or .gltf file, parents before children. Nodes below others are nodes of their
/// own. A shear, which scaled parents give to turned nodes, is part of the mesh. Animations have no effect. Axes as in
/// the file (y up); importMesh() says what becomes of points, polygons and vertices. \throws MeshImportError as
/// importMesh(), and if the file is of another kind, or a node has no name, the name of another one, or a scale of 0
std::vector<SceneNode> importScene(const std::string& path);

} // namespace ambient
