// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>
#include <string>

/// An X server without a screen, for one test, and a hand on the windows in it. Where there is no Xvfb, or where the
/// tests were built without Xlib, there is none.
class TestDisplay {
  public:
    TestDisplay();
    ~TestDisplay();
    TestDisplay(const TestDisplay&) = delete;
    TestDisplay& operator=(const TestDisplay&) = delete;

    bool isThere() const { return m_display != nullptr; }
    /// The variable by which programs find it: "DISPLAY=:7".
    std::string environment() const { return "DISPLAY=" + m_name; }

    /// Waits for a visible window of this title; what follows is done to it. \returns whether it came
    bool waitForWindow(const std::string& title, double seconds);
    /// Presses and releases a key by the name that X has for it: "p", "space", "F12".
    void press(const std::string& key);
    /// Moves the pointer. \param x,y from the window's upper left corner [px]
    void point(int x, int y);
    /// Clicks there with the left button.
    void click(int x, int y);
    /// As the button of the window's frame does.
    void closeWindow();

  private:
    struct Connection;
    std::unique_ptr<Connection> m_display;
    std::string m_name;
    int m_server = -1; ///< its process
};
