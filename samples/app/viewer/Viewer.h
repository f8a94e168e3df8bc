// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/Thumbnails.h"
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
    /// \param iniFile settings file of ImGui; empty: none
    /// \throws std::invalid_argument under the conditions of Window()
    Viewer(const ViewerSettings& settings, const std::string& iniFile);

    ViewerState& state() { return m_state; }
    /// True with software rendering, which needs all CPU cores.
    bool isDrawnBySoftware() const { return m_window.isDrawnBySoftware(); }
    /// Current settings, including the position of the window.
    ViewerSettings settings() const;

    /// Runs until the user closes the window.
    /// \throws std::invalid_argument if the first scene cannot be built
    void run();
    /// Plays the scene for some seconds and saves a picture of the window per panel in an existing folder.
    /// \throws std::exception if a picture cannot be written
    void takePictures(const std::string& folder);

  private:
    bool takeInput();
    void takeKeys();
    /// Draws one picture on the screen. \param file also save the picture here; empty: do not save
    void drawPicture(bool worldChanged, const std::string& file = "");
    void drawWorld(const PanelLayout& layout, bool worldChanged);
    void drawPanels(const PanelLayout& layout);
    void drawGallery();
    void drawMessage(const PanelLayout& layout);
    PanelLayout layout() const;
    /// Advances the run once the size of the view is known.
    bool update(double wallSeconds);
    Quality quality() const;
    void saveScreenshot();

    Window m_window;
    OverlayFont m_font;
    WorldPicture m_world;
    Thumbnails m_thumbnails;
    ViewerState m_state;
    ViewInput m_input;
    Drawing m_drawing;
};

} // namespace samples
