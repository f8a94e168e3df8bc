// SPDX-License-Identifier: Zlib
#include "graphics/OffscreenContext.h"

#include <epoxy/egl.h>

#include <array>
#include <dlfcn.h>
#include <stdexcept>
#include <string>

namespace samples {
namespace {

std::runtime_error failure(const std::string& what) {
    return std::runtime_error("cannot draw without a display: " + what +
                              "; on Debian: apt install libegl1 libgl1-mesa-dri");
}

/// Epoxy ends the program on a call to a missing library.
void checkLibrary() {
    for (const char* name : {"libEGL.so.1", "libEGL.so"})
        if (void* library = dlopen(name, RTLD_LAZY)) {
            dlclose(library);
            return;
        }
    throw failure("there is no EGL library");
}

EGLDisplay initialised(EGLDisplay display) {
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE ? display : EGL_NO_DISPLAY;
}

EGLDisplay openedDisplay() {
    EGLDisplay display = EGL_NO_DISPLAY;
    if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") &&
        epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base"))
        display = initialised(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
    if (display == EGL_NO_DISPLAY) display = initialised(eglGetDisplay(EGL_DEFAULT_DISPLAY));
    if (display == EGL_NO_DISPLAY) throw failure("EGL finds no device");
    return display;
}

} // namespace

struct OffscreenContext::Handles {
    EGLDisplay display = EGL_NO_DISPLAY, displayBefore = EGL_NO_DISPLAY;
    EGLContext context = EGL_NO_CONTEXT, contextBefore = EGL_NO_CONTEXT;
    EGLSurface drawBefore = EGL_NO_SURFACE, readBefore = EGL_NO_SURFACE;
};

OffscreenContext::OffscreenContext() : m_handles(std::make_unique<Handles>()) {
    checkLibrary();
    Handles& h = *m_handles;
    h.contextBefore = eglGetCurrentContext();
    h.displayBefore = eglGetCurrentDisplay();
    h.drawBefore = eglGetCurrentSurface(EGL_DRAW);
    h.readBefore = eglGetCurrentSurface(EGL_READ);
    h.display = openedDisplay();
    const std::array<EGLint, 5> wanted = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
    const std::array<EGLint, 7> version = {
        EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (eglBindAPI(EGL_OPENGL_API) == EGL_TRUE &&
        eglChooseConfig(h.display, wanted.data(), &config, 1, &count) == EGL_TRUE && count > 0)
        h.context = eglCreateContext(h.display, config, EGL_NO_CONTEXT, version.data());
    if (h.context == EGL_NO_CONTEXT) throw failure("EGL offers no OpenGL 3.3");
    if (eglMakeCurrent(h.display, EGL_NO_SURFACE, EGL_NO_SURFACE, h.context) != EGL_TRUE) {
        eglDestroyContext(h.display, h.context);
        throw failure("EGL cannot do without a surface");
    }
}

OffscreenContext::~OffscreenContext() {
    // The display stays open: others may use it.
    eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(m_handles->display, m_handles->context);
    if (m_handles->contextBefore != EGL_NO_CONTEXT)
        eglMakeCurrent(m_handles->displayBefore, m_handles->drawBefore, m_handles->readBefore,
                       m_handles->contextBefore);
}

void OffscreenContext::makeCurrent() const {
    eglMakeCurrent(m_handles->display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_handles->context);
}

} // namespace samples
