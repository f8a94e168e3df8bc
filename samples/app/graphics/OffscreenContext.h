// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>

namespace samples {

/// An OpenGL 3.3 context without a window and a display: EGL without a surface, by Mesa's software if there is no
/// graphics card. Current in its thread from its making to its end; then the former context is current again.
class OffscreenContext {
  public:
    /// \throws std::runtime_error, one line with a hint, if the machine has no EGL or no OpenGL 3.3
    OffscreenContext();
    ~OffscreenContext();
    OffscreenContext(const OffscreenContext&) = delete;
    OffscreenContext& operator=(const OffscreenContext&) = delete;

    /// Makes this context current again.
    void makeCurrent() const;

  private:
    struct Handles;
    std::unique_ptr<Handles> m_handles;
};

} // namespace samples
