// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/Thumbnails.h"
#include "viewer/ViewerState.h"

/// \file
/// Contents of the panels.
/// Each function draws into the current ImGui window and applies the user's input to the state.
namespace samples {

/// All scenes as cards with pictures, to start with.
void drawGalleryPanel(ViewerState& state, Thumbnails& thumbnails);

/// Searchable list of scenes.
void drawScenePanel(ViewerState& state);

/// One slider per scene parameter; releasing a slider restarts the scene.
void drawParameterPanel(ViewerState& state);

/// Display options of bodies, camera and rendering quality.
/// \param usedQuality quality selected by the automatic setting
void drawShowPanel(ViewerState& state, const std::string& usedQuality);

/// Position, motion and loads of the selected body.
void drawNumbersPanel(ViewerState& state);

/// Controls of play, speed, time and models.
void drawRunPanel(ViewerState& state);

/// Diagrams over time.
void drawPlotPanel(ViewerState& state);

/// Separate window with all keys and mouse functions.
void drawHelpPanel(ViewerState& state);

/// Grey text with line wrapping.
void drawGreyText(const std::string& text);
/// Heading with space above.
void drawHeading(const char* text);
/// Tooltip of the last item.
void drawTip(const std::string& text);
/// Name of a force term with spaces.
std::string readableName(std::string term);

} // namespace samples
