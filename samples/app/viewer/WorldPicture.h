// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Framebuffer.h"
#include "graphics/Renderer.h"

#include <optional>

namespace samples {

/// Picture of the world in the window, redrawn only on changes.
/// Requires the OpenGL context of the window.
class WorldPicture {
  public:
    /// Redraws the picture.
    void draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality);
    bool isEmpty() const { return !m_framebuffer; }
    const PictureSize& size() const { return m_framebuffer->size(); }
    /// Copies the picture into the framebuffer of the window. \param x,y position of the lower left corner
    void show(int x, int y) const;

  private:
    Renderer m_renderer;
    std::optional<Framebuffer> m_framebuffer;
    int m_samples = 0;
};

} // namespace samples
