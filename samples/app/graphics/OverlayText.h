// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ColourMap.h"

#include <imgui.h>

#include <string>

namespace samples {

/// A rectangle of a picture, from its upper left corner [pixels].
struct PictureBox {
    float left = 0.0f, top = 0.0f, right = 0.0f, bottom = 0.0f;

    float width() const { return right - left; }
    float height() const { return bottom - top; }
    bool overlaps(const PictureBox& other) const {
        return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }
    PictureBox moved(float x, float y) const { return {left + x, top + y, right + x, bottom + y}; }
};

/// A screen colour, packed for ImGui.
ImU32 packed(const Rgb& colour, float opacity = 1.0f);

/// Whether a text of this colour is dark, and needs a light halo.
bool isDarkColour(const Rgb& colour);

/// Texts in one font and size.
class OverlayText {
  public:
    /// \param size height of a line [pixels]
    OverlayText(ImDrawList& list, ImFont& font, float size) : m_list(list), m_font(font), m_size(size) {}

    float size() const { return m_size; }
    float widthOf(const std::string& text) const;
    /// Upper left corner at (x, y).
    void draw(float x, float y, const std::string& text, const Rgb& colour) const;
    /// Text with a halo, to stand out from any background.
    void drawWithHalo(float x, float y, const std::string& text, const Rgb& colour) const;

  private:
    ImDrawList& m_list;
    ImFont& m_font;
    float m_size;
};

} // namespace samples
