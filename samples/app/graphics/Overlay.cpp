// SPDX-License-Identifier: Zlib
#include "graphics/Overlay.h"
#include "graphics/LegendPanel.h"
#include "graphics/Look.h"
#include "graphics/OverlayText.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

using Side = DrawnLabel::Side;

/// The texts of one picture, and the occupied places.
class OverlayPage {
  public:
    OverlayPage(const Drawing& drawing, const PictureSize& size, ImDrawList& list, const OverlayFont& font)
        : m_drawing(drawing), m_width(float(size.width)), m_height(float(size.height)), m_list(list), m_font(font),
          m_em(std::max(20.0f * m_height / 720.0f, 9.0f)), m_dark(isDark(drawing.backdrop)),
          m_ink(m_dark ? Rgb(0.95f, 0.95f, 0.95f) : Rgb(0.09f, 0.1f, 0.12f)) {}

    void draw(const Camera& camera, const PictureSize& size) {
        m_taken = drawLegends(m_drawing.legends, m_width, m_dark, m_list, textOf(0.9f));
        drawHeadings();
        for (const DrawnLabel& label : m_drawing.labels) {
            const auto pixel = label.at.allFinite() ? camera.pixelOf(label.at, size) : std::nullopt;
            if (!pixel || label.text.empty()) continue;
            const bool inside =
                pixel->x() >= 0.0 && pixel->x() <= size.width && pixel->y() >= 0.0 && pixel->y() <= size.height;
            if (inside) drawLabel(label, float(pixel->x()), float(pixel->y()));
        }
    }

  private:
    OverlayText textOf(float share) const { return {m_list, *m_font.text, share * m_em}; }

    /// A line of a heading in its place.
    struct Line {
        OverlayText text;
        const std::string& words;
        PictureBox box;
    };

    void drawHeadings() {
        const float margin = 0.9f * m_em;
        const float right = m_taken.empty() ? m_width - margin : m_taken.front().left - margin;
        std::vector<Line> lines;
        const float top = addHeading(lines, *m_font.title, 1.3f, m_drawing.title, {margin, 0.7f * m_em, right, 0.0f});
        addHeading(lines, *m_font.text, 0.95f, m_drawing.subtitle, {margin, top, right, 0.0f});
        drawOnPaper(lines);
        lines.clear();
        addHeading(lines, *m_font.text, 1.0f, m_drawing.note, {margin, m_height - 1.9f * m_em, m_width - margin, 0.0f});
        drawOnPaper(lines);
    }

    /// Returns the place of the next line. Too long a line is written smaller.
    float addHeading(std::vector<Line>& lines, ImFont& font, float share, const std::string& words,
                     const PictureBox& room) const {
        if (words.empty()) return room.top;
        const float size = share * m_em;
        const float fit = room.width() / std::max(OverlayText(m_list, font, size).widthOf(words), 1.0f);
        const OverlayText text(m_list, font, std::clamp(fit, 0.4f, 1.0f) * size);
        lines.push_back({text, words, {room.left, room.top, room.left + text.widthOf(words), room.top + text.size()}});
        return room.top + 1.25f * text.size();
    }

    /// Words of all colours of the ground are read on the paper of the legends.
    void drawOnPaper(const std::vector<Line>& lines) {
        if (lines.empty()) return;
        const float edge = 0.4f * m_em;
        float right = 0.0f;
        for (const Line& line : lines)
            right = std::max(right, line.box.right);
        const PictureBox &first = lines.front().box, &last = lines.back().box;
        m_list.AddRectFilled({first.left - edge, first.top - edge}, {right + edge, last.bottom + edge}, paperOf(m_dark),
                             edge);
        for (const Line& line : lines) {
            line.text.draw(line.box.left, line.box.top, line.words, m_ink);
            m_taken.push_back(line.box);
        }
    }

    static PictureBox placed(Side side, float x, float y, float width, float height) {
        const float gap = 0.5f * height;
        switch (side) {
        case Side::Right:
            return PictureBox{0, 0, width, height}.moved(x + gap, y - 0.5f * height);
        case Side::Left:
            return PictureBox{0, 0, width, height}.moved(x - gap - width, y - 0.5f * height);
        case Side::Above:
            return PictureBox{0, 0, width, height}.moved(x - 0.5f * width, y - gap - height);
        case Side::Below:
            return PictureBox{0, 0, width, height}.moved(x - 0.5f * width, y + gap);
        case Side::Centre:
            break;
        }
        return PictureBox{0, 0, width, height}.moved(x - 0.5f * width, y - 0.5f * height);
    }

    PictureBox keptInside(const PictureBox& box) const {
        const float margin = 0.3f * m_em;
        const float x = std::clamp(box.left, margin, std::max(margin, m_width - margin - box.width()));
        const float y = std::clamp(box.top, margin, std::max(margin, m_height - margin - box.height()));
        return box.moved(x - box.left, y - box.top);
    }

    bool isFree(const PictureBox& box) const {
        return std::none_of(m_taken.begin(), m_taken.end(),
                            [&](const PictureBox& other) { return box.overlaps(other); });
    }

    /// The wanted place if free; else another side, or some lines higher or lower; else the wanted place after all.
    PictureBox freePlaceFor(const DrawnLabel& label, float x, float y, float width, float height) const {
        const PictureBox wanted = keptInside(placed(label.side, x, y, width, height));
        if (isFree(wanted)) return wanted;
        if (label.side != Side::Centre)
            for (const Side side : {Side::Right, Side::Left, Side::Above, Side::Below}) {
                const PictureBox other = keptInside(placed(side, x, y, width, height));
                if (isFree(other)) return other;
            }
        for (const int lines : {1, -1, 2, -2, 3, -3}) {
            const PictureBox other = keptInside(wanted.moved(0.0f, 1.05f * float(lines) * height));
            if (isFree(other)) return other;
        }
        return wanted;
    }

    void drawLabel(const DrawnLabel& label, float x, float y) {
        const OverlayText text = textOf(0.9f);
        const PictureBox box = freePlaceFor(label, x, y, text.widthOf(label.text), text.size());
        const Rgb colour = m_dark && isDarkColour(label.colour) ? m_ink : label.colour;
        text.drawWithHalo(box.left, box.top, label.text, colour);
        m_taken.push_back(box);
    }

    const Drawing& m_drawing;
    float m_width, m_height;
    ImDrawList& m_list;
    OverlayFont m_font;
    float m_em;
    bool m_dark;
    Rgb m_ink;
    std::vector<PictureBox> m_taken;
};

} // namespace

void drawOverlay(const Drawing& drawing, const Camera& camera, const PictureSize& size, ImDrawList& list,
                 const OverlayFont& font) {
    OverlayPage(drawing, size, list, font).draw(camera, size);
}

} // namespace samples
