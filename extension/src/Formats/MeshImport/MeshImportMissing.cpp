// SPDX-License-Identifier: Zlib
// Qualified names: the compiler refuses a definition without such a declaration in a header.
#include "MeshImport/FrameReaders.h"
#include "MeshImport/MeshImport.h"
#include "MeshImport/PlainMeshes.h"
#include "MeshImport/SceneImport.h"
#include "OneLine.h"

ambient::TriangleMesh ambient::importMesh(const std::string& path) {
    return importPlainMesh(path);
}

std::vector<ambient::SceneNode> ambient::importScene(const std::string& path) {
    throw MeshImportError(inOneLine(path + ": scenes of glTF are not read here; OBJ, STL and PLY meshes are"));
}

ambient::FrameFile ambient::readAnimation(const std::string& path, const AnimationSampling&) {
    refuseFrames(path, "animations of glTF and BVH are not read here; a CSV table or a folder of OBJ files is");
}
