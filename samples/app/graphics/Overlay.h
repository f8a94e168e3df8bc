// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"

struct ImDrawList;
struct ImFont;
struct ImFontAtlas;

namespace samples {

/// Fonts for texts over a picture.
struct OverlayFont {
    ImFont* text = nullptr;
    ImFont* title = nullptr; ///< larger and bold
};

/// Adds DejaVu Sans, or ImGui's own font if DejaVu is not installed, in the best sizes for a picture of this height
/// [pixels]: 20 pixels of 720. With Latin, Greek, superscripts and signs. Call before ImGui builds its atlas, before
/// the first frame; the font also serves as a window's own font.
OverlayFont addOverlayFont(ImFontAtlas& atlas, int pictureHeight);

/// Draws the texts of a drawing over a picture of its world: title, note, labels and legends, in a size for the
/// picture's height. Call between ImGui::NewFrame and ImGui::Render, in a window as `drawOverlay(drawing, camera, size,
/// *ImGui::GetBackgroundDrawList(), font)`.
/// \param size of the picture, whose upper left corner is the draw list's origin, in the draw list's units
void drawOverlay(const Drawing& drawing, const Camera& camera, const PictureSize& size, ImDrawList& list,
                 const OverlayFont& font);

} // namespace samples
