// SPDX-License-Identifier: Zlib
#pragma once

#include <assimp/Importer.hpp>
#include <assimp/scene.h>

#include <string>

namespace ambient {

/// JSON text of a glTF file, whose layout is checked; empty for other files.
/// \param bytes the whole file \param path of the file, for its kind and the files that it names
/// \throws std::runtime_error with the defect in one line, without the file's name
std::string gltfTextOfAnimation(const std::string& bytes, const std::string& path);

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

  private:
    Assimp::Importer m_importer; ///< owns the scene
    const aiScene* m_scene;
    bool m_isBvh;
};

} // namespace ambient
