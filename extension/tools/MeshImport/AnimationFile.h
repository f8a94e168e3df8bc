// SPDX-License-Identifier: Zlib
#pragma once

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <string>

namespace ambient {

/// An animation file as the importing library has read it. Its layout is checked first (FileLayout.h), because the
/// library believes counts and offsets of damaged files.
class AnimationFile {
  public:
    /// Reads a .glb, .gltf or .bvh file, whose kind is known by its content, glTF text by its extension.
    /// \param bytes the whole file \param path of the file, for the library and for the files that it names
    /// \throws std::runtime_error with the defect in one line, without the file's name
    AnimationFile(const std::string& bytes, const std::string& path);

    /// The content; has a root node.
    const aiScene& scene() const { return *m_scene; }
    /// The first animation. \throws std::runtime_error if there is none
    const aiAnimation& animation() const;
    /// Whether the file is BVH, which has no meshes.
    bool isBvh() const { return m_isBvh; }

    /// JSON text of a glTF file; empty for BVH.
    const std::string& gltfText() const { return m_gltfText; }

  private:
    Assimp::Importer m_importer; ///< owns the scene
    const aiScene* m_scene;
    bool m_isBvh;
    std::string m_gltfText;
};

} // namespace ambient
