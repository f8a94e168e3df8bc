// SPDX-License-Identifier: Zlib
#include "graphics/Framebuffer.h"

#include <algorithm>
#include <stdexcept>

namespace samples {

Framebuffer::Framebuffer(const PictureSize& size, int samples) : m_size(size) {
    const GLsizei count = samples > 1 ? std::min(samples, mostSamples()) : 0;
    const auto attach = [&](const GlRenderbuffer& buffer, GLenum attachment, GLenum format, GLsizei perPixel) {
        glBindRenderbuffer(GL_RENDERBUFFER, buffer.id());
        glRenderbufferStorageMultisample(GL_RENDERBUFFER, perPixel, format, size.width, size.height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, buffer.id());
    };
    glBindFramebuffer(GL_FRAMEBUFFER, m_resolved.id());
    attach(m_resolvedColour, GL_COLOR_ATTACHMENT0, GL_RGBA8, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, m_sampled.id());
    attach(m_sampledColour, GL_COLOR_ATTACHMENT0, GL_RGBA8, count);
    attach(m_sampledDepth, GL_DEPTH_ATTACHMENT, GL_DEPTH_COMPONENT24, count);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
        throw std::runtime_error("OpenGL has no room for a picture of " + std::to_string(size.width) + " x " +
                                 std::to_string(size.height) + " pixels");
}

void Framebuffer::bind() const {
    glBindFramebuffer(GL_FRAMEBUFFER, m_sampled.id());
}

void Framebuffer::resolve() const {
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_sampled.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, m_resolved.id());
    glBlitFramebuffer(0, 0, m_size.width, m_size.height, 0, 0, m_size.width, m_size.height, GL_COLOR_BUFFER_BIT,
                      GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, m_resolved.id());
}

void Framebuffer::copyTo(const Framebuffer& other) const {
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_resolved.id());
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, other.m_resolved.id());
    glBlitFramebuffer(0, 0, m_size.width, m_size.height, 0, 0, other.m_size.width, other.m_size.height,
                      GL_COLOR_BUFFER_BIT, GL_LINEAR);
    glBindFramebuffer(GL_FRAMEBUFFER, other.m_resolved.id());
    glViewport(0, 0, other.m_size.width, other.m_size.height);
}

int Framebuffer::mostSamples() {
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    return most;
}

Image Framebuffer::read() const {
    const std::size_t row = 3 * static_cast<std::size_t>(m_size.width), rows = static_cast<std::size_t>(m_size.height);
    Image image{m_size, std::vector<std::uint8_t>(row * rows)};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, m_resolved.id());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, m_size.width, m_size.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    for (std::size_t low = 0, high = rows - 1; low < high; ++low, --high)
        std::swap_ranges(&image.rgb[low * row], &image.rgb[low * row] + row, &image.rgb[high * row]);
    return image;
}

} // namespace samples
