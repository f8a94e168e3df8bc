// SPDX-License-Identifier: Zlib
// Qualified names: the compiler refuses a definition without such a declaration in a header.
#include "MeshImport/FrameReaders.h"
#include "MeshImport/MeshImport.h"
#include "MeshImport/PlainMeshes.h"

ambient::TriangleMesh ambient::importMesh(const std::string& path) {
    return importPlainMesh(path);
}

ambient::FrameFile ambient::readAnimation(const std::string& path, const AnimationSampling&) {
    refuseFrames(path, "animations of glTF and BVH are not read here; a CSV table or a folder of OBJ files is");
}
