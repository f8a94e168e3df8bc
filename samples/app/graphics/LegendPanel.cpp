// SPDX-License-Identifier: Zlib
#include "graphics/LegendPanel.h"
#include "graphics/ScaleTicks.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// Lengths in heights of a line of text.
constexpr float kPadding = 0.7f, kBarLength = 10.0f, kBarHeight = 0.75f, kLine = 1.35f, kSwatch = 0.8f;

struct Panel {
    const DrawnLegend& legend;
    ImDrawList& list;
    const OverlayText& text;
    Rgb ink;

    float em() const { return text.size(); }

    float width() const {
        float inner = text.widthOf(legend.title);
        if (legend.map != nullptr) inner = std::max(inner, (kBarLength + 1.2f) * em());
        for (const DrawnLegend::Swatch& swatch : legend.swatches)
            inner = std::max(inner, 1.3f * em() + text.widthOf(swatch.name));
        return inner + 2.0f * kPadding * em();
    }
    float height() const {
        const float body = legend.map != nullptr ? kBarHeight + 0.45f + 1.0f : kLine * float(legend.swatches.size());
        return ((legend.title.empty() ? 0.0f : kLine) + body + 1.7f * kPadding) * em();
    }

    void draw(const PictureBox& box) const {
        const float left = box.left + kPadding * em();
        float top = box.top + 0.8f * kPadding * em();
        if (!legend.title.empty()) {
            text.draw(left, top, legend.title, ink);
            top += kLine * em();
        }
        if (legend.map != nullptr)
            drawBar({left + 0.6f * em(), top, box.right - (kPadding + 0.6f) * em(), top + kBarHeight * em()});
        else
            drawSwatches(left, top);
    }

    void drawBar(const PictureBox& at) const {
        // Whole pixels: the colours of the map's ends are the ends of the bar.
        const float left = std::floor(at.left), right = std::floor(at.right);
        const float top = std::floor(at.top), bottom = std::floor(at.bottom);
        const int columns = static_cast<int>(right - left);
        for (int i = 0; i < columns; ++i)
            list.AddRectFilled({left + float(i), top}, {left + float(i + 1), bottom},
                               packed(legend.map->at(double(i) / std::max(columns - 1, 1))));
        const double range = legend.maximum - legend.minimum;
        float taken = -1e9f;
        for (const ScaleTick& tick : scaleTicks(legend.minimum, legend.maximum, 4)) {
            const double along = range > 0.0 ? (tick.value - legend.minimum) / range : 0.5;
            const float x = std::floor(left + float(along) * float(columns - 1)) + 0.5f;
            const float half = 0.5f * text.widthOf(tick.text);
            if (x - half < taken) continue;
            taken = x + half + 0.4f * em();
            list.AddLine({x, bottom}, {x, bottom + 0.25f * em()}, packed(ink), std::max(em() / 16.0f, 1.0f));
            text.draw(x - half, bottom + 0.3f * em(), tick.text, ink);
        }
    }

    void drawSwatches(float left, float top) const {
        for (const DrawnLegend::Swatch& swatch : legend.swatches) {
            const float y = std::floor(top + 0.5f * (1.0f - kSwatch) * em()), side = std::floor(kSwatch * em());
            list.AddRectFilled({std::floor(left), y}, {std::floor(left) + side, y + side}, packed(swatch.colour));
            text.draw(left + 1.3f * em(), top, swatch.name, ink);
            top += kLine * em();
        }
    }
};

} // namespace

ImU32 paperOf(bool dark) {
    return dark ? packed({0.05f, 0.05f, 0.06f}, 0.62f) : packed({1.0f, 1.0f, 1.0f}, 0.68f);
}

std::vector<PictureBox> drawLegends(const std::vector<DrawnLegend>& legends, float pictureWidth, bool dark,
                                    ImDrawList& list, const OverlayText& text) {
    const Rgb ink = dark ? Rgb(0.93f, 0.93f, 0.93f) : Rgb(0.1f, 0.1f, 0.1f);
    const ImU32 paper = paperOf(dark);
    const float gap = 0.8f * text.size();
    float width = 0.0f, top = gap;
    for (const DrawnLegend& legend : legends)
        width = std::max(width, Panel{legend, list, text, ink}.width());
    std::vector<PictureBox> boxes;
    for (const DrawnLegend& legend : legends) {
        const Panel panel{legend, list, text, ink};
        const PictureBox box{std::floor(pictureWidth - gap - width), std::floor(top), std::floor(pictureWidth - gap),
                             std::floor(top + panel.height())};
        list.AddRectFilled({box.left, box.top}, {box.right, box.bottom}, paper, 0.4f * text.size());
        panel.draw(box);
        boxes.push_back(box);
        top = box.bottom + 0.6f * gap;
    }
    return boxes;
}

} // namespace samples
