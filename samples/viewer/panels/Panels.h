// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/ViewerState.h"

/// \file
/// What ImGui draws into the panels: each function fills the ImGui window that is begun, and obeys.
namespace samples {

/// The list of scenes, with a field to search in it.
void drawScenePanel(ViewerState& state);

/// A slider per parameter of the scene; the scene runs anew when one is let go.
void drawParameterPanel(ViewerState& state);

/// What is drawn about the bodies, the camera, and how carefully.
/// \param usedQuality what an automatic quality comes to
void drawShowPanel(ViewerState& state, const std::string& usedQuality);

/// Where a body is and what acts on it, in numbers.
void drawNumbersPanel(ViewerState& state);

/// Play, pause, speed, time, models.
void drawRunPanel(ViewerState& state);

/// Diagrams over time.
void drawPlotPanel(ViewerState& state);

/// All keys and what the mouse does. A window of its own.
void drawHelpPanel(ViewerState& state);

/// Grey text that goes on in the next line where it is too long.
void drawGreyText(const std::string& text);
/// A heading with some room above it.
void drawHeading(const char* text);
/// Explains the last item while the mouse rests on it.
void drawTip(const std::string& text);
/// The name of a force term with spaces.
std::string readableName(std::string term);

} // namespace samples
