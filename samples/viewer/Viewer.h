// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/ViewInput.h"
#include "viewer/ViewerState.h"
#include "viewer/Window.h"
#include "viewer/WorldPicture.h"

#include "graphics/Overlay.h"

#include <string>

namespace samples {

/// The window of ambient-samples: a live view of the world with panels around it.
class Viewer {
  public:
    /// \param iniFile of ImGui; empty: none
    /// \throws std::invalid_argument as Window does
    Viewer(const ViewerSettings& settings, const std::string& iniFile);

    ViewerState& state() { return m_state; }
    /// Whether a processor draws, which wants all of its cores for that.
    bool isDrawnBySoftware() const { return m_window.isDrawnBySoftware(); }
    /// Settings as they are now, with the place of the window.
    ViewerSettings settings() const;

    /// Until the user closes the window.
    /// \throws std::invalid_argument when the scene that was opened first cannot be built: there is nothing to look at
    void run();
    /// Lets the scene play for some seconds and leaves pictures of the window in a folder that exists, one per panel.
    /// \throws std::exception when a picture could not be written
    void takePictures(const std::string& folder);

  private:
    bool takeInput();
    void takeKeys();
    /// One picture, on the screen. \param file where to leave it too; empty: nowhere
    void drawPicture(bool worldChanged, const std::string& file = "");
    void drawWorld(const PanelLayout& layout, bool worldChanged);
    void drawPanels(const PanelLayout& layout);
    void drawMessage(const PanelLayout& layout);
    PanelLayout layout() const;
    /// Plays on, once the size of the view is known.
    bool update(double wallSeconds);
    Quality quality() const;
    void saveScreenshot();

    Window m_window;
    OverlayFont m_font;
    WorldPicture m_world;
    ViewerState m_state;
    ViewInput m_input;
    Drawing m_drawing;
};

} // namespace samples
