// SPDX-License-Identifier: Zlib
#pragma once

#include <memory>
#include <string>

/// An X server without a screen, for one test, with simulated input to its windows. If there is no Xvfb, or if the
/// tests were built without Xlib, there is no server.
class TestDisplay {
  public:
    TestDisplay();
    ~TestDisplay();
    TestDisplay(const TestDisplay&) = delete;
    TestDisplay& operator=(const TestDisplay&) = delete;

    bool isThere() const { return m_display != nullptr; }
    /// The environment variable for programs on this display: "DISPLAY=:7".
    std::string environment() const { return "DISPLAY=" + m_name; }

    /// Waits for a visible window of this title; later input goes to this window. \returns whether it appeared
    bool waitForWindow(const std::string& title, double seconds);
    /// Presses and releases a key by its X name: "p", "space", "F12".
    void press(const std::string& key);
    /// Moves the pointer. \param x,y from the window's upper left corner [px]
    void point(int x, int y);
    /// Clicks there with the left button.
    void click(int x, int y);
    /// Closes the window, like the button of its frame.
    void closeWindow();

  private:
    struct Connection;
    std::unique_ptr<Connection> m_display;
    std::string m_name;
    int m_server = -1; ///< its process
};
