// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Image.h"

#include <string>
#include <vector>

struct GLFWwindow;

namespace samples {

/// Position and size of a window on the screen.
struct WindowPlace {
    int x = -1, y = -1; ///< upper left corner; -1: chosen by the system
    int width = 1280, height = 800;
    bool isMaximized = false;
};

/// Pressed key (GLFW_KEY_ number) or typed character (Unicode).
struct KeyStroke {
    int key = 0;
    unsigned character = 0; ///< 0: a key
};

/// Window with an OpenGL 3.3 context and ImGui. One at a time, on the main thread.
class Window {
  public:
    /// \param iniFile settings file of ImGui; empty: none
    /// \throws std::invalid_argument, one line with the headless options, if there is no display or no OpenGL 3.3
    Window(const WindowPlace& place, const std::string& title, const std::string& iniFile);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    bool isClosing() const;
    /// Processes input events. \param longestWait longest time to wait for an event [s]; 0: do not wait
    void takeEvents(double longestWait);
    /// Keys of the last takeEvents() not consumed by a text field.
    const std::vector<KeyStroke>& keys() const { return m_keys; }
    /// True if there was user input since the last call.
    bool takeActivity();

    /// Start of a picture; ImGui draws between beginPicture() and endPicture().
    void beginPicture();
    void endPicture();
    /// Reads the picture drawn by endPicture(). Call before showPicture().
    Image read() const;
    void showPicture();

    /// Size in pixels; one unit of ImGui has scale() pixels.
    PictureSize pixels() const;
    double scale() const;
    WindowPlace place() const;
    /// True with software rendering.
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
    WindowPlace m_restored; ///< position while not maximized
    bool m_isActive = true, m_isSoftware = false;
};

} // namespace samples
