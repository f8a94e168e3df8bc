// SPDX-License-Identifier: Zlib
#include "viewer/WorldPicture.h"

namespace samples {

void WorldPicture::draw(const Drawing& drawing, const Camera& camera, const PictureSize& size, Quality quality) {
    const int samples = samplesOf(quality);
    const bool fits = m_framebuffer && m_framebuffer->size().width == size.width &&
                      m_framebuffer->size().height == size.height && m_samples == samples;
    if (!fits) m_framebuffer.emplace(size, samples);
    m_samples = samples;
    m_framebuffer->bind();
    m_renderer.draw(drawing, camera, size, quality);
}

void WorldPicture::show(int x, int y) const {
    const PictureSize& from = size();
    m_framebuffer->resolve();
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    glBlitFramebuffer(0, 0, from.width, from.height, x, y, x + from.width, y + from.height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
}

} // namespace samples
