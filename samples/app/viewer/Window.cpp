// SPDX-License-Identifier: Zlib
#include "viewer/Window.h"

#include "viewer/Theme.h"

#include <epoxy/gl.h>

#include <GLFW/glfw3.h>
#include <imgui.h>
#if __has_include(<backends/imgui_impl_glfw.h>)
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#else
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>
#endif

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace samples {
namespace {

constexpr int kSmallestWidth = 800, kSmallestHeight = 560;

[[noreturn]] void refuse(const std::string& why) {
    throw std::invalid_argument(why + ": use --run NAME --headless, with --csv FILE, --plot FILE.png, --png FILE, "
                                      "--mp4 FILE or --glb FILE");
}

Window& owner(GLFWwindow* window) {
    return *static_cast<Window*>(glfwGetWindowUserPointer(window));
}

bool namesSoftware(const std::string& renderer) {
    for (const char* name : {"llvmpipe", "softpipe", "SwiftShader", "Software Rasterizer"})
        if (renderer.find(name) != std::string::npos) return true;
    return false;
}

/// Whether a good part of the window would be on some monitor.
bool isOnScreen(const WindowPlace& place) {
    const WindowPlace unknown;
    if (place.x == unknown.x && place.y == unknown.y) return false;
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int x = 0, y = 0, width = 0, height = 0;
        glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
        if (place.x >= x - 50 && place.y >= y - 50 && place.x + 200 <= x + width && place.y + 100 <= y + height)
            return true;
    }
    return false;
}

/// GLFW passes all of these on to ImGui, which takes its place in the chain afterwards.
void listen(GLFWwindow* window) {
    glfwSetKeyCallback(window, [](GLFWwindow* w, int key, int, int action, int) { owner(w).takeKey(key, action); });
    glfwSetCharCallback(window, [](GLFWwindow* w, unsigned character) { owner(w).takeCharacter(character); });
    glfwSetScrollCallback(window, [](GLFWwindow* w, double, double) { owner(w).noteActivity(); });
    glfwSetMouseButtonCallback(window, [](GLFWwindow* w, int, int, int) { owner(w).noteActivity(); });
    glfwSetCursorPosCallback(window, [](GLFWwindow* w, double, double) { owner(w).noteActivity(); });
    glfwSetWindowRefreshCallback(window, [](GLFWwindow* w) { owner(w).noteActivity(); });
    glfwSetFramebufferSizeCallback(window, [](GLFWwindow* w, int, int) { owner(w).noteActivity(); });
}

} // namespace

Window::Window(const WindowPlace& place, const std::string& title, const std::string& iniFile) {
    glfwSetErrorCallback(nullptr);
    if (!glfwInit()) refuse("there is no display");
    try {
        open(place, title);
        startGui(iniFile);
    } catch (...) {
        glfwTerminate();
        throw;
    }
}

void Window::open(const WindowPlace& place, const std::string& title) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    m_window = glfwCreateWindow(std::max(place.width, kSmallestWidth), std::max(place.height, kSmallestHeight),
                                title.c_str(), nullptr, nullptr);
    if (!m_window) refuse("this display has no OpenGL 3.3");
    glfwSetWindowSizeLimits(m_window, kSmallestWidth, kSmallestHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
    if (isOnScreen(place)) glfwSetWindowPos(m_window, place.x, place.y);
    m_restored = place;
    if (place.isMaximized) glfwMaximizeWindow(m_window);
    glfwSetWindowUserPointer(m_window, this);
    glfwMakeContextCurrent(m_window);
    glfwSwapInterval(1);
    m_isSoftware = namesSoftware(reinterpret_cast<const char*>(glGetString(GL_RENDERER)));
    listen(m_window);
    glfwShowWindow(m_window);
}

void Window::startGui(const std::string& iniFile) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    m_iniFile = iniFile;
    ImGui::GetIO().IniFilename = m_iniFile.empty() ? nullptr : m_iniFile.c_str();
    float dots = 1.0f;
    glfwGetWindowContentScale(m_window, &dots, nullptr);
    // If windows are counted in pixels, as on X, large dots need large letters; else only finer ones.
    applyTheme(std::max(1.0f, dots / float(scale())), float(scale()));
    constexpr bool installCallbacks = true;
    ImGui_ImplGlfw_InitForOpenGL(m_window, installCallbacks);
    ImGui_ImplOpenGL3_Init("#version 330 core");
}

Window::~Window() {
    ImGui_ImplOpenGL3_Shutdown();
    ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext();
    glfwDestroyWindow(m_window);
    glfwTerminate();
}

bool Window::isClosing() const {
    return glfwWindowShouldClose(m_window) != 0;
}

void Window::takeEvents(double longestWait) {
    m_keys.clear();
    if (longestWait > 0.0)
        glfwWaitEventsTimeout(longestWait);
    else
        glfwPollEvents();
    const bool isMaximized = glfwGetWindowAttrib(m_window, GLFW_MAXIMIZED) != 0;
    m_restored.isMaximized = isMaximized;
    if (isMaximized) return;
    glfwGetWindowPos(m_window, &m_restored.x, &m_restored.y);
    glfwGetWindowSize(m_window, &m_restored.width, &m_restored.height);
}

bool Window::takeActivity() {
    return std::exchange(m_isActive, false);
}

void Window::takeKey(int key, int action) {
    noteActivity();
    if (action == GLFW_RELEASE || ImGui::GetIO().WantTextInput) return;
    m_keys.push_back({key, 0});
}

void Window::takeCharacter(unsigned character) {
    noteActivity();
    if (!ImGui::GetIO().WantTextInput) m_keys.push_back({0, character});
}

void Window::beginPicture() {
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
}

void Window::endPicture() {
    const PictureSize size = pixels();
    ImGui::Render();
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, size.width, size.height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

Image Window::read() const {
    const PictureSize size = pixels();
    const std::size_t row = 3 * static_cast<std::size_t>(size.width), rows = static_cast<std::size_t>(size.height);
    Image image{size, std::vector<std::uint8_t>(row * rows)};
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glReadBuffer(GL_BACK);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, size.width, size.height, GL_RGB, GL_UNSIGNED_BYTE, image.rgb.data());
    for (std::size_t low = 0, high = rows - 1; low < high; ++low, --high)
        std::swap_ranges(&image.rgb[low * row], &image.rgb[low * row] + row, &image.rgb[high * row]);
    return image;
}

void Window::showPicture() {
    glfwSwapBuffers(m_window);
}

PictureSize Window::pixels() const {
    PictureSize size;
    glfwGetFramebufferSize(m_window, &size.width, &size.height);
    return size;
}

double Window::scale() const {
    int width = 0, height = 0;
    glfwGetWindowSize(m_window, &width, &height);
    return width > 0 ? double(pixels().width) / width : 1.0;
}

WindowPlace Window::place() const {
    return m_restored;
}

} // namespace samples
