// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ShowOptions.h"
#include "viewer/Window.h"

#include <string>
#include <vector>

namespace samples {

/// How much work goes into the window's pictures.
enum class QualityChoice {
    Automatic, ///< Fast where a processor draws, else Good
    Fast,
    Good
};

/// What the window remembers from one time to the next.
struct ViewerSettings {
    WindowPlace place;
    std::string scene = "falling-plate"; ///< the last one
    QualityChoice quality = QualityChoice::Automatic;
    ShowOptions show;
    bool waterline = true; ///< show the surface of the water, where there is one
    bool following = true; ///< the camera goes along
    bool leftPanels = true, rightPanels = true, plots = true;
    /// Sizes of the panels at the edges, for letters of usual size [px].
    double leftWidth = 300.0, rightWidth = 262.0, plotHeight = 168.0;
    std::vector<std::string> quantities; ///< labels of the diagrams, from the left; what a scene lacks is replaced
};

/// The folder of the settings: $XDG_CONFIG_HOME/ambient-samples, or ~/.config/ambient-samples; empty where neither is
/// known.
std::string settingsFolder();

/// Reads a file of settings. One that is missing gives the usual ones; so does a broken one or a value that cannot be,
/// and that is told in one line. \param warning empty: all is well
ViewerSettings loadSettings(const std::string& file, std::string& warning);

/// Writes it, whole or not at all, with its folder. \throws std::exception where it cannot be written
void saveSettings(const std::string& file, const ViewerSettings& settings);

} // namespace samples
