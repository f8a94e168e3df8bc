// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "graphics/OverlayText.h"

#include <vector>

namespace samples {

/// Colour of the panels behind texts. \param dark whether the texts are light
ImU32 paperOf(bool dark);

/// Draws legends on panels down the right edge of a picture and returns the panels' places. All are as wide as the
/// widest.
/// \param dark whether the panels are dark, with light texts
std::vector<PictureBox> drawLegends(const std::vector<DrawnLegend>& legends, float pictureWidth, bool dark,
                                    ImDrawList& list, const OverlayText& text);

} // namespace samples
