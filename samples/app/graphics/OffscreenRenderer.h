// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Image.h"
#include "graphics/Renderer.h"

namespace samples {

/// Draws without a display: an EGL context without a surface, by Mesa's software if there is no graphics card. World,
/// then labels, legends and texts. Its context is current in its thread during its lifetime, so do not draw a window
/// meanwhile. For a picture of a window's scene, use Framebuffer.h in the window's own context.
class OffscreenRenderer {
  public:
    /// \throws std::runtime_error, one line with a hint, if the machine has no EGL or no OpenGL 3.3
    explicit OffscreenRenderer(const PictureSize& size);
    ~OffscreenRenderer();
    OffscreenRenderer(const OffscreenRenderer&) = delete;
    OffscreenRenderer& operator=(const OffscreenRenderer&) = delete;

    /// The same drawing gives the same bytes on the same machine.
    Image draw(const Drawing& drawing, const Camera& camera, Quality quality = Quality::Still);

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace samples
