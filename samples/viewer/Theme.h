// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ColourMap.h"

struct ImFont;

namespace samples {

/// Gives ImGui's current context the window's looks: calm light grey, DejaVu Sans where the system has it.
/// \param size factor on all lengths and letters
/// \param density pixels per unit of length: letters are drawn so much finer
void applyTheme(float size, float density);

/// Factor on lengths as applyTheme() was told.
float uiScale();
/// Letters for headings, and such that stand below each other in columns.
ImFont* headingFont();
ImFont* numberFont();

/// A colour as ImGui's draw lists take it.
unsigned uiColour(const Rgb& colour, float opacity = 1.0f);

} // namespace samples
