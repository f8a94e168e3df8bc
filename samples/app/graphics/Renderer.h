// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"

#include <memory>

namespace samples {

/// Effort for a picture.
enum class Quality {
    Fast, ///< for the window if a processor does the drawing: no smoothing, one look into a small shadow map
    Good, ///< for films, and for the window on a graphics card: four samples a pixel, soft shadows
    Still ///< for pictures: as Good, softer, with eight samples a pixel; with fewer samples, at twice the size first
};

/// Samples per pixel for the framebuffer: 1, 4 or 8.
int samplesOf(Quality quality);

/// Draws the world of a drawing with OpenGL 3.3 into the bound framebuffer, of a window or one of ours (Framebuffer.h):
/// bodies, lines, arrows and backdrop. Texts and legends are drawn over it by drawOverlay (Overlay.h);
/// OffscreenRenderer does both. Meshes stay on the card between pictures as long as their owners keep them. A body
/// without faces or with a non-finite pose is left out. Not for several threads.
class Renderer {
  public:
    /// Needs a current OpenGL context, which must outlive the renderer. \throws std::runtime_error naming the missing
    /// feature of the context
    Renderer();
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Fills the viewport (0, 0, size) of the bound framebuffer, which needs a depth buffer. Leaves blending, culling,
    /// depth and scissor tests off.
    void draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality);

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace samples
