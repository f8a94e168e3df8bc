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
    /// Texture of a scene's picture, read at the first call; 0: no picture.
    GLuint textureOf(const std::string& scene);

  private:
    std::map<std::string, std::optional<GlTexture>> m_textures; ///< none: there is no picture
};

/// File of a scene's small picture, existing or not.
std::string thumbnailFile(const std::string& scene);

} // namespace samples
