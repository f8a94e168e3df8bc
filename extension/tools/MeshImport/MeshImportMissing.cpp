// SPDX-License-Identifier: Zlib
#include "MeshImport/FrameReaders.h"
#include "MeshImport/MeshImport.h"
#include "MeshImport/PlainMeshes.h"

namespace ambient {

TriangleMesh importMesh(const std::string& path) {
    return importPlainMesh(path);
}

FrameFile readAnimation(const std::string& path, const AnimationSampling&) {
    refuseFrames(path, "animations of glTF and BVH are not read here; a CSV table or a folder of OBJ files is");
}

} // namespace ambient
