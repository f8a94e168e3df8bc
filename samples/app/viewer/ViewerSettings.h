// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ShowOptions.h"
#include "viewer/Window.h"

#include <string>
#include <vector>

namespace samples {

/// Rendering quality of the window.
enum class QualityChoice {
    Automatic, ///< Fast with software rendering, otherwise Good
    Fast,
    Good
};

/// Persistent settings of the window.
struct ViewerSettings {
    WindowPlace place;
    std::string scene = "falling-plate"; ///< last scene
    QualityChoice quality = QualityChoice::Automatic;
    ShowOptions show;
    bool waterline = true; ///< show the water surface, if any
    bool following = true; ///< the camera follows the bodies
    bool leftPanels = true, rightPanels = true, plots = true;
    /// Sizes of the panels at font scale 1 [px].
    double leftWidth = 300.0, rightWidth = 262.0, plotHeight = 168.0;
    std::vector<std::string>
        quantities; ///< labels of the diagrams, from the left; labels missing in a scene are replaced
};

/// Folder of the settings: $XDG_CONFIG_HOME/ambient-samples, or ~/.config/ambient-samples.
/// Empty if neither variable is set.
std::string settingsFolder();

/// Reads the settings; a missing file gives the defaults.
/// A broken file or an invalid value also gives the default, with a warning.
/// \param warning receives one line; empty: no problem
ViewerSettings loadSettings(const std::string& file, std::string& warning);

/// Writes the settings atomically and creates the folder if needed.
/// \throws std::exception if the file cannot be written
void saveSettings(const std::string& file, const ViewerSettings& settings);

} // namespace samples
