// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/GlObjects.h"
#include "graphics/Image.h"

namespace samples {

/// A picture to draw into, in place of a window, with several samples a pixel. bind(), draw the world, resolve(), draw
/// parts without need of smoothing (texts), read().
class Framebuffer {
  public:
    /// \param samples per pixel; fewer if the device has fewer. 0 or 1: no smoothing
    Framebuffer(const PictureSize& size, int samples);

    const PictureSize& size() const { return m_size; }
    /// Later drawing goes into the samples.
    void bind() const;
    /// Mixes each pixel's samples; later drawing goes over them. Needs one call before read().
    void resolve() const;
    /// Copies the resolved picture to another framebuffer, of half the size or any other. Later drawing goes over the
    /// picture there, as after its own resolve().
    void copyTo(const Framebuffer& other) const;
    /// The picture.
    Image read() const;

    /// Samples per pixel of the context at hand at most.
    static int mostSamples();

  private:
    PictureSize m_size;
    GlFramebuffer m_sampled, m_resolved;
    GlRenderbuffer m_sampledColour, m_sampledDepth, m_resolvedColour;
};

} // namespace samples
