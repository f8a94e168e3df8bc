// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/GltfWriter.h"
#include "Worlds/FileWorld.h"

#include <string>
#include <vector>

namespace ambient {

/// The motion of a world as a .glb file: a node for each body and link, with its mesh and its frame in the world file,
/// and keys of its pose. y is up; keys are linear, in single precision.
class WorldGlb {
  public:
    /// \param content outlives this; no body changes its shape
    explicit WorldGlb(const FileWorld& content);

    /// Takes a key of the present poses at a time later than that of the last key [s].
    void record(double time);
    /// The file. There is a key at least.
    std::string glb() const;

  private:
    const FileWorld& m_content;
    std::vector<float> m_times;
    std::vector<std::vector<Pose>> m_poses; ///< per moving body, per key: in the axes of the file
};

} // namespace ambient
