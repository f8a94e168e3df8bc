// SPDX-License-Identifier: Zlib
#include "graphics/OverlayText.h"
#include "graphics/Overlay.h"

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <filesystem>

namespace samples {
namespace {

/// Latin, Greek, dashes, superscripts and subscripts, arrows and signs of mathematics.
const ImWchar kGlyphs[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027, 0x2070,
                           0x209c, 0x2190, 0x2193, 0x2200, 0x22c5, 0};

ImFont* addFont(ImFontAtlas& atlas, const std::string& file, float size) {
    for (const char* folder : {"/usr/share/fonts/truetype/dejavu/", "/usr/share/fonts/dejavu-sans-fonts/",
                               "/usr/share/fonts/dejavu/", "/usr/share/fonts/TTF/"}) {
        const std::string path = folder + file;
        std::error_code error;
        if (std::filesystem::is_regular_file(path, error))
            return atlas.AddFontFromFileTTF(path.c_str(), size, nullptr, kGlyphs);
    }
    ImFontConfig config;
    config.SizePixels = size;
    return atlas.AddFontDefault(&config);
}

} // namespace

OverlayFont addOverlayFont(ImFontAtlas& atlas, int pictureHeight) {
    const float size = std::max(std::round(20.0f * float(pictureHeight) / 720.0f), 11.0f);
    OverlayFont font;
    font.text = addFont(atlas, "DejaVuSans.ttf", size);
    font.title = addFont(atlas, "DejaVuSans-Bold.ttf", std::round(1.3f * size));
    return font;
}

ImU32 packed(const Rgb& colour, float opacity) {
    return ImGui::ColorConvertFloat4ToU32({colour.x(), colour.y(), colour.z(), opacity});
}

bool isDarkColour(const Rgb& colour) {
    return linearOf(colour).dot(Rgb(0.2126f, 0.7152f, 0.0722f)) < 0.18f;
}

float OverlayText::widthOf(const std::string& text) const {
    return m_font.CalcTextSizeA(m_size, FLT_MAX, 0.0f, text.c_str(), text.c_str() + text.size()).x;
}

void OverlayText::draw(float x, float y, const std::string& text, const Rgb& colour) const {
    m_list.AddText(&m_font, m_size, {std::floor(x), std::floor(y)}, packed(colour), text.c_str(),
                   text.c_str() + text.size());
}

void OverlayText::drawWithHalo(float x, float y, const std::string& text, const Rgb& colour) const {
    const ImU32 halo = packed(isDarkColour(colour) ? Rgb(1.0f, 1.0f, 1.0f) : Rgb(0.0f, 0.0f, 0.0f), 0.38f);
    const float away = std::max(m_size / 16.0f, 1.0f);
    constexpr std::array<std::array<float, 2>, 8> around = {
        {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0.7f, 0.7f}, {-0.7f, 0.7f}, {0.7f, -0.7f}, {-0.7f, -0.7f}}};
    for (const auto& [dx, dy] : around)
        m_list.AddText(&m_font, m_size, {std::floor(x) + away * dx, std::floor(y) + away * dy}, halo, text.c_str(),
                       text.c_str() + text.size());
    draw(x, y, text, colour);
}

} // namespace samples
