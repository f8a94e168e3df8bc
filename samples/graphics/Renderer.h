// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"

#include <memory>

namespace samples {

/// How much work goes into a picture.
enum class Quality {
    Fast, ///< for the window where a processor does the drawing: no smoothing, one look into a small shadow map
    Good, ///< for the window on a graphics card: four samples a pixel, soft shadows
    Still ///< for pictures and films: as Good, with eight samples a pixel or as many as there are
};

/// Draws drawings with OpenGL 3.3 into whatever framebuffer is bound. Meshes are kept on the card from one picture to
/// the next for as long as their owners keep them. Not for several threads.
class Renderer {
  public:
    /// Needs a current OpenGL context, which outlives it. \throws std::runtime_error naming what the context lacks
    Renderer();
    ~Renderer();
    Renderer(const Renderer&) = delete;
    Renderer& operator=(const Renderer&) = delete;

    /// Draws all of it, filling the viewport (0, 0, size): world, then labels, legends and texts.
    void draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality);

  private:
    struct Parts;
    std::unique_ptr<Parts> m_parts;
};

} // namespace samples
