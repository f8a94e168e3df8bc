// SPDX-License-Identifier: Zlib
#pragma once

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <string>

namespace ambient {

/// Parts of an animation for a reader.
enum class AnimationUse {
    Shapes, ///< meshes with skins and morph targets, or joints as points
    Joints  ///< turns of joints only
};

/// An animation file read by the importing library. Its layout is checked first (FileLayout.h), because the library
/// believes counts and offsets of damaged files.
class AnimationFile {
  public:
    /// Reads a .glb, .gltf or .bvh file, whose kind is known by its content, glTF text by its extension.
    /// \throws FrameImportError if the file cannot be opened, or for shapes whose weights the library misreads
    /// \throws std::runtime_error with any other defect in one line, without the file's name
    AnimationFile(const std::string& path, AnimationUse use);

    /// The content; has a root node.
    const aiScene& scene() const { return *m_scene; }
    /// The first animation. \throws std::runtime_error if there is none
    const aiAnimation& animation() const;
    /// Whether the file is BVH, which has no meshes.
    bool isBvh() const { return m_isBvh; }

  private:
    Assimp::Importer m_importer; ///< owns the scene
    const aiScene* m_scene = nullptr;
    bool m_isBvh = false;
};

} // namespace ambient
