// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/GlObjects.h"

#include <map>
#include <optional>
#include <string>

namespace samples {

/// Small pictures of the scenes, from samples/pictures/scenes, as textures. Requires the OpenGL context of the window.
class Thumbnails {
  public:
    /// Texture of a scene's picture, read when it is first asked for; 0: there is none.
    GLuint textureOf(const std::string& scene);

  private:
    std::map<std::string, std::optional<GlTexture>> m_textures; ///< none: there is no picture
};

/// File of a scene's small picture, whether it exists or not.
std::string thumbnailFile(const std::string& scene);

} // namespace samples
