// SPDX-License-Identifier: Zlib
#include "graphics/OffscreenRenderer.h"
#include "graphics/Framebuffer.h"
#include "graphics/OffscreenContext.h"
#include "graphics/Overlay.h"

#include <imgui.h>
#if __has_include(<backends/imgui_impl_opengl3.h>)
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_opengl3.h>
#endif

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace samples {
namespace {

/// ImGui without a window, for its text alone. The former ImGui context is restored.
class TextContext {
  public:
    explicit TextContext(const PictureSize& size) {
        // The first context of a program becomes the current one by itself.
        ImGuiContext* const before = ImGui::GetCurrentContext();
        m_own = ImGui::CreateContext();
        ImGui::SetCurrentContext(before);
        const Guard guard(m_own);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {float(size.width), float(size.height)};
        io.DeltaTime = 1.0f / 60.0f;
        m_font = addOverlayFont(*io.Fonts, size.height);
        if (!ImGui_ImplOpenGL3_Init("#version 330"))
            throw std::runtime_error("texts need the OpenGL library; on Debian: apt install libgl1");
    }
    ~TextContext() {
        {
            const Guard guard(m_own);
            ImGui_ImplOpenGL3_Shutdown();
        }
        ImGui::DestroyContext(m_own);
    }
    TextContext(const TextContext&) = delete;
    TextContext& operator=(const TextContext&) = delete;

    void draw(const Drawing& drawing, const Camera& camera, const PictureSize& size) const {
        const Guard guard(m_own);
        ImGui_ImplOpenGL3_NewFrame();
        ImGui::NewFrame();
        drawOverlay(drawing, camera, size, *ImGui::GetBackgroundDrawList(), m_font);
        ImGui::Render();
        ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    }

  private:
    class Guard {
      public:
        explicit Guard(ImGuiContext* context) : m_before(ImGui::GetCurrentContext()) {
            ImGui::SetCurrentContext(context);
        }
        ~Guard() { ImGui::SetCurrentContext(m_before); }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

      private:
        ImGuiContext* m_before;
    };

    ImGuiContext* m_own = nullptr;
    OverlayFont m_font;
};

} // namespace

struct OffscreenRenderer::Parts {
    explicit Parts(const PictureSize& pictureSize) : size(pictureSize), texts(pictureSize) {}

    PictureSize size;
    OffscreenContext context;
    Renderer renderer;
    TextContext texts;
    std::optional<Quality> quality; ///< of the framebuffers
    std::optional<Framebuffer> framebuffer, doubled;

    void makeFramebuffers(Quality wanted) {
        if (quality == wanted) return;
        framebuffer.emplace(size, samplesOf(wanted));
        doubled.reset();
        // Mesa's software has four samples: a picture of twice the size compensates.
        const bool isTooRough = wanted == Quality::Still && Framebuffer::mostSamples() < samplesOf(wanted);
        if (isTooRough && std::max(size.width, size.height) <= 4096)
            doubled.emplace(PictureSize{2 * size.width, 2 * size.height}, samplesOf(wanted));
        quality = wanted;
    }
};

OffscreenRenderer::OffscreenRenderer(const PictureSize& size) {
    if (size.width < 1 || size.height < 1 || size.width > 16384 || size.height > 16384)
        throw std::runtime_error("a picture has 1 to 16384 pixels each way");
    m_parts = std::make_unique<Parts>(size);
}

OffscreenRenderer::~OffscreenRenderer() {
    m_parts->context.makeCurrent();
}

Image OffscreenRenderer::draw(const Drawing& drawing, const Camera& camera, Quality quality) {
    Parts& parts = *m_parts;
    parts.context.makeCurrent();
    parts.makeFramebuffers(quality);
    const Framebuffer& world = parts.doubled ? *parts.doubled : *parts.framebuffer;
    world.bind();
    parts.renderer.draw(drawing, camera, world.size(), quality);
    world.resolve();
    if (parts.doubled) parts.doubled->copyTo(*parts.framebuffer);
    parts.texts.draw(drawing, camera, parts.size);
    return parts.framebuffer->read();
}

} // namespace samples
