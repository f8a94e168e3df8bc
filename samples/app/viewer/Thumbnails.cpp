// SPDX-License-Identifier: Zlib
#include "viewer/Thumbnails.h"

#include "graphics/Image.h"

namespace samples {
namespace {

void fillThumbnail(const GlTexture& texture, const Image& image) {
    glBindTexture(GL_TEXTURE_2D, texture.id());
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, image.size.width, image.size.height, 0, GL_RGB, GL_UNSIGNED_BYTE,
                 image.rgb.data());
    glGenerateMipmap(GL_TEXTURE_2D);
    glBindTexture(GL_TEXTURE_2D, 0);
}

} // namespace

std::string thumbnailFile(const std::string& scene) {
    return std::string(AMBIENT_SAMPLES_PICTURES "/scenes/") + scene + ".jpg";
}

GLuint Thumbnails::textureOf(const std::string& scene) {
    const auto known = m_textures.find(scene);
    if (known != m_textures.end()) return known->second ? known->second->id() : 0;
    std::optional<GlTexture>& made = m_textures[scene];
    const Image image = readJpeg(thumbnailFile(scene));
    if (image.rgb.empty()) return 0;
    made.emplace();
    fillThumbnail(*made, image);
    return made->id();
}

} // namespace samples
