// SPDX-License-Identifier: Zlib
#include "viewer/Viewer.h"

#include "Output/OutputFile.h"
#include "viewer/Theme.h"
#include "viewer/panels/Panels.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

namespace samples {
namespace {

constexpr int kSettlingPictures = 3;   // ImGui shows the user's input one or two pictures later
constexpr double kLongestSleep = 0.25; // [s], while nothing moves

std::optional<NamedKey> namedKey(int key) {
    switch (key) {
    case GLFW_KEY_BACKSPACE:
        return NamedKey::Backspace;
    case GLFW_KEY_HOME:
        return NamedKey::Home;
    case GLFW_KEY_END:
        return NamedKey::End;
    case GLFW_KEY_LEFT:
        return NamedKey::Left;
    case GLFW_KEY_RIGHT:
        return NamedKey::Right;
    case GLFW_KEY_UP:
        return NamedKey::Up;
    case GLFW_KEY_DOWN:
        return NamedKey::Down;
    case GLFW_KEY_ENTER:
    case GLFW_KEY_KP_ENTER:
        return NamedKey::Enter;
    case GLFW_KEY_F1:
        return NamedKey::Help;
    case GLFW_KEY_F12:
        return NamedKey::Screenshot;
    case GLFW_KEY_ESCAPE:
        return NamedKey::Escape;
    default:
        return std::nullopt;
    }
}

MouseInput mouseInput() {
    const ImGuiIO& io = ImGui::GetIO();
    MouseInput mouse;
    mouse.position = {double(io.MousePos.x), double(io.MousePos.y)};
    mouse.moved = {double(io.MouseDelta.x), double(io.MouseDelta.y)};
    mouse.isLeftDown = io.MouseDown[0];
    mouse.isRightDown = io.MouseDown[1];
    mouse.isMiddleDown = io.MouseDown[2];
    mouse.wheel = double(io.MouseWheel);
    mouse.isOnPanel = io.WantCaptureMouse;
    return mouse;
}

/// Closes an open drop-down list. ImGui itself closes one only if the keyboard moves its focus. \returns whether there
/// was one
bool closeDropDown() {
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return false;
    ImGui::SetWindowFocus(nullptr); // a popup without the focus closes
    return true;
}

void beginPanel(const char* name, const PanelRect& rect) {
    ImGui::SetNextWindowPos({float(rect.x), float(rect.y)});
    ImGui::SetNextWindowSize({float(rect.width), float(rect.height)});
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
}

/// \returns whether this tab is in front
bool beginTab(const char* name, Tab tab, Tab wanted) {
    return ImGui::BeginTabItem(name, nullptr, wanted == tab ? int(ImGuiTabItemFlags_SetSelected) : 0);
}

void writePng(const std::string& file, const Image& image) {
    ambient::OutputFile output(file);
    output.write(pngOf(image));
    output.commit();
}

} // namespace

Viewer::Viewer(const ViewerSettings& settings, const std::string& iniFile)
    : m_window(settings.place, "Ambient fluid samples", iniFile), m_state(settings) {
    const float dots = ImGui::GetIO().FontGlobalScale;
    m_font = addOverlayFont(*ImGui::GetIO().Fonts, static_cast<int>(600.0f * uiScale() / dots));
}

ViewerSettings Viewer::settings() const {
    ViewerSettings now = m_state.settings;
    now.place = m_window.place();
    return now;
}

PanelLayout Viewer::layout() const {
    const PictureSize size = m_window.pixels();
    const double scale = m_window.scale();
    return layoutOf(m_state.settings, size.width / scale, size.height / scale, double(uiScale()));
}

Quality Viewer::quality() const {
    if (m_state.settings.quality == QualityChoice::Automatic)
        return m_window.isDrawnBySoftware() ? Quality::Fast : Quality::Good;
    return m_state.settings.quality == QualityChoice::Fast ? Quality::Fast : Quality::Good;
}

bool Viewer::update(double wallSeconds) {
    const double scale = m_window.scale();
    const PanelRect view = layout().view;
    const auto pixels = [scale](double length) { return std::max(1, static_cast<int>(std::lround(length * scale))); };
    m_state.viewSize = {pixels(view.width), pixels(view.height)};
    return m_state.update(wallSeconds);
}

void Viewer::takeKeys() {
    const bool isFast = ImGui::GetIO().KeyShift;
    for (const KeyStroke& stroke : m_window.keys()) {
        if (stroke.character != 0)
            takeCharacter(stroke.character, m_state);
        else if (const auto key = namedKey(stroke.key); key && !(key == NamedKey::Escape && closeDropDown()))
            takeNamedKey(*key, isFast, m_state);
    }
}

bool Viewer::takeInput() {
    takeKeys();
    if (m_state.gallery.isOpen) return true;
    const ImGuiIO& io = ImGui::GetIO();
    const MouseInput mouse = mouseInput();
    m_input.takeMouse(mouse, layout(), double(io.DisplaySize.x), double(io.DisplaySize.y), double(uiScale()), m_state);
    if (m_input.edge() == PanelEdge::Plots) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeNS);
    if (m_input.edge() == PanelEdge::Left || m_input.edge() == PanelEdge::Right)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    // A mere motion of the mouse over the picture changes nothing in the picture.
    return m_input.isBusy() || mouse.isLeftDown || mouse.wheel != 0.0 || !m_window.keys().empty();
}

void Viewer::run() {
    double last = glfwGetTime();
    int unsettled = kSettlingPictures, changed = kSettlingPictures;
    while (!m_window.isClosing() && !m_state.wantsQuit) {
        m_window.takeEvents(unsettled > 0 ? 0.0 : kLongestSleep);
        const double now = glfwGetTime();
        const bool isMoving = update(now - last);
        if (const std::string why = m_state.run.startError(); !why.empty()) throw std::invalid_argument(why);
        last = now;
        if (m_window.takeActivity() || isMoving || !m_state.message().empty()) unsettled = kSettlingPictures;
        if (isMoving) changed = kSettlingPictures;
        m_window.beginPicture();
        if (takeInput()) changed = kSettlingPictures;
        drawPicture(changed > 0);
        unsettled = std::max(0, unsettled - 1);
        changed = std::max(0, changed - 1);
        if (m_state.wantsScreenshot) saveScreenshot();
    }
}

void Viewer::drawPicture(bool worldChanged, const std::string& file) {
    const PanelLayout panels = layout();
    drawWorld(panels, worldChanged);
    if (m_state.gallery.isOpen)
        drawGallery();
    else
        drawPanels(panels);
    drawMessage(panels);
    drawHelpPanel(m_state);
    m_window.endPicture();
    if (!file.empty()) writePng(file, m_window.read());
    m_window.showPicture();
}

void Viewer::drawWorld(const PanelLayout& panels, bool worldChanged) {
    const double scale = m_window.scale();
    const PictureSize size = m_state.viewSize;
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glClearColor(0.92f, 0.92f, 0.93f, 1.0f);
    glClear(GL_COLOR_BUFFER_BIT);
    if (!m_state.run.hasRun() || m_state.gallery.isOpen) return;
    const bool isResized =
        m_world.isEmpty() || m_world.size().width != size.width || m_world.size().height != size.height;
    if (worldChanged || isResized) {
        m_drawing = m_state.draw();
        m_world.draw(m_drawing, m_state.camera.camera(), size, quality());
    }
    const int below = m_window.pixels().height - size.height;
    m_world.show(static_cast<int>(std::lround(panels.view.x * scale)), below);
    // The overlay's origin is its picture's corner: its additions are moved there.
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const int first = list.VtxBuffer.Size;
    const PictureSize units{static_cast<int>(panels.view.width), static_cast<int>(panels.view.height)};
    drawOverlay(m_drawing, m_state.camera.camera(), units, list, m_font);
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        list.VtxBuffer[i].pos.x += float(panels.view.x);
        list.VtxBuffer[i].pos.y += float(panels.view.y);
    }
}

void Viewer::drawPanels(const PanelLayout& panels) {
    const Tab wanted = m_state.wantedTab;
    if (!panels.left.isEmpty()) {
        beginPanel("left", panels.left);
        if (ImGui::BeginTabBar("tabs")) {
            if (beginTab("Scenes", Tab::Scenes, wanted)) drawScenePanel(m_state), ImGui::EndTabItem();
            if (beginTab("Parameters", Tab::Parameters, wanted)) drawParameterPanel(m_state), ImGui::EndTabItem();
            ImGui::EndTabBar();
        }
        ImGui::End();
    }
    if (!panels.right.isEmpty()) {
        const std::string used = quality() == Quality::Fast ? "fast" : "good";
        beginPanel("right", panels.right);
        if (ImGui::BeginTabBar("tabs")) {
            if (beginTab("Show", Tab::Show, wanted)) drawShowPanel(m_state, used), ImGui::EndTabItem();
            if (beginTab("Numbers", Tab::Numbers, wanted)) drawNumbersPanel(m_state), ImGui::EndTabItem();
            ImGui::EndTabBar();
        }
        ImGui::End();
    }
    if (!panels.plots.isEmpty()) {
        beginPanel("plots", panels.plots);
        drawPlotPanel(m_state);
        ImGui::End();
    }
    beginPanel("bar", panels.bar);
    drawRunPanel(m_state);
    ImGui::End();
    m_state.wantedTab = Tab::None;
}

void Viewer::drawGallery() {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    beginPanel("gallery", {0.0, 0.0, double(window.x), double(window.y)});
    drawGalleryPanel(m_state, m_thumbnails);
    ImGui::End();
}

void Viewer::drawMessage(const PanelLayout& panels) {
    if (m_state.message().empty()) return;
    const float x = float(panels.view.x + 0.5 * panels.view.width);
    const float y = float(panels.view.y + panels.view.height) - 12.0f * uiScale();
    ImGui::SetNextWindowPos({x, y}, ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6.0f * uiScale());
    ImGui::Begin("message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PushTextWrapPos(float(0.8 * panels.view.width));
    ImGui::TextUnformatted(m_state.message().c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
}

void Viewer::saveScreenshot() {
    m_state.wantsScreenshot = false;
    const std::string file = freeFileName(m_state.gallery.isOpen ? "gallery" : m_state.settings.scene, ".png");
    try {
        m_window.beginPicture();
        drawPicture(false, file);
        m_state.say("saved " + file);
    } catch (const std::exception& error) {
        m_state.say(error.what());
    }
}

void Viewer::takePictures(const std::string& folder) {
    constexpr double playedTime = 0.8, pictureTime = 1.0 / 60.0;
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NoMouse; // at any place
    const auto picture = [&](const std::string& name) {
        for (int i = 0; i <= kSettlingPictures; ++i) {
            m_window.takeEvents(0.0);
            update(1.0); // the camera comes to rest
            m_window.beginPicture();
            drawPicture(true, i == kSettlingPictures ? folder + "/" + name + ".png" : "");
        }
    };
    m_state.run.finishPreparing();
    if (!m_state.run.hasRun()) throw std::invalid_argument(m_state.run.error());
    m_state.run.pause();
    picture("scenes");
    m_state.run.play();
    for (double time = 0.0; time < playedTime; time += pictureTime)
        update(pictureTime);
    m_state.run.pause();
    m_state.wantedTab = Tab::Parameters;
    picture("parameters");
    m_state.run.setGhost(m_state.run.setup().model == "rbd" ? "default" : "rbd");
    m_state.run.finishPreparing();
    m_state.settings.plotHeight = 300.0;
    picture("plots");
    m_state.settings.plotHeight = ViewerSettings().plotHeight;
    m_state.run.lookAt(m_state.run.shownFrame() / 2);
    picture("run");
    m_state.run.goLive();
    m_state.run.setGhost("");
    m_state.settings.show.slip = m_state.settings.show.forces = m_state.settings.show.velocity = true;
    m_state.wantedTab = Tab::Show;
    picture("show");
    m_state.wantedTab = Tab::Numbers;
    picture("numbers");
    m_state.settings.leftPanels = m_state.settings.rightPanels = m_state.settings.plots = false;
    picture("view");
    m_state.showsHelp = true;
    picture("help");
    m_state.showsHelp = false;
    m_state.openGallery();
    picture("gallery");
}

} // namespace samples
