// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Framebuffer.h"
#include "graphics/Renderer.h"

#include <optional>

namespace samples {

/// The picture of the world in the window, which is drawn only when something in it changes. Needs the window's OpenGL
/// context.
class WorldPicture {
  public:
    /// Draws it anew.
    void draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality);
    bool isEmpty() const { return !m_framebuffer; }
    const PictureSize& size() const { return m_framebuffer->size(); }
    /// Copies it into the window's framebuffer. \param x,y of its lower left corner there
    void show(int x, int y) const;

  private:
    Renderer m_renderer;
    std::optional<Framebuffer> m_framebuffer;
    int m_samples = 0;
};

} // namespace samples
