// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Image.h"

#include <string>
#include <vector>

struct GLFWwindow;

namespace samples {

/// Where a window is on the screen.
struct WindowPlace {
    int x = -1, y = -1; ///< of its upper left corner; -1: wherever the system likes
    int width = 1280, height = 800;
    bool isMaximized = false;
};

/// A key that went down, by its GLFW_KEY_ number, or a character that was typed (Unicode).
struct KeyStroke {
    int key = 0;
    unsigned character = 0; ///< 0: a key
};

/// A window with an OpenGL 3.3 context and ImGui in it. One at a time, on the main thread.
class Window {
  public:
    /// \param iniFile where ImGui keeps what it remembers; empty: nowhere
    /// \throws std::invalid_argument, one line that names the headless options, where there is no display or no
    ///         OpenGL 3.3
    Window(const WindowPlace& place, const std::string& title, const std::string& iniFile);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool isClosing() const;
    /// Takes what the user did since; with a time above 0 waits so long for it [s].
    void takeEvents(double longestWait);
    /// Keys of the last takeEvents() that no text field took.
    const std::vector<KeyStroke>& keys() const { return m_keys; }
    /// Whether the user did anything since the last call.
    bool takeActivity();

    /// Between these ImGui draws.
    void beginPicture();
    void endPicture();
    /// What endPicture() is to show, as an image: to be called before showPicture().
    Image read() const;
    void showPicture();

    /// In pixels, which may be finer than ImGui's units by scale().
    PictureSize pixels() const;
    double scale() const;
    WindowPlace place() const;
    /// Whether a processor draws, not a graphics card.
    bool isDrawnBySoftware() const { return m_isSoftware; }

    // Called by GLFW.
    void takeKey(int key, int action);
    void takeCharacter(unsigned character);
    void noteActivity() { m_isActive = true; }

  private:
    void open(const WindowPlace& place, const std::string& title);
    void startGui(const std::string& iniFile);

    GLFWwindow* m_window = nullptr;
    std::vector<KeyStroke> m_keys;
    std::string m_iniFile;
    WindowPlace m_restored; ///< where it is while not maximized
    bool m_isActive = true, m_isSoftware = false;
};

} // namespace samples
