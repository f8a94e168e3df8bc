// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ColourMap.h"

struct ImFont;

namespace samples {

/// Applies the theme to ImGui's current context: light grey, DejaVu Sans if installed.
/// \param size factor on all lengths and fonts
/// \param density pixels per unit of length, the resolution of the fonts
void applyTheme(float size, float density);

/// The `size` of the last applyTheme().
float uiScale();
/// Fonts of headings (bold) and of columns of numbers (monospaced).
ImFont* headingFont();
ImFont* numberFont();

/// Colour in the format of ImGui's draw lists.
unsigned uiColour(const Rgb& colour, float opacity = 1.0f);

} // namespace samples
