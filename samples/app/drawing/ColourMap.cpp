// SPDX-License-Identifier: Zlib
#include "drawing/ColourMap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

/// Oklab, a space in which straight lines look evenly graded. [Ottosson2020]
Eigen::Vector3f oklabOf(const Rgb& linear) {
    const Eigen::Matrix3f lmsFromRgb = (Eigen::Matrix3f() << 0.4122215f, 0.5363325f, 0.0514460f, //
                                        0.2119035f, 0.6806996f, 0.1073970f,                      //
                                        0.0883025f, 0.2817189f, 0.6299787f)
                                           .finished();
    const Eigen::Matrix3f labFromLms = (Eigen::Matrix3f() << 0.2104543f, 0.7936178f, -0.0040720f, //
                                        1.9779985f, -2.4285922f, 0.4505937f,                      //
                                        0.0259040f, 0.7827718f, -0.8086758f)
                                           .finished();
    const Eigen::Vector3f lms = lmsFromRgb * linear;
    return labFromLms * Eigen::Vector3f(std::cbrt(lms.x()), std::cbrt(lms.y()), std::cbrt(lms.z()));
}

Rgb linearOfOklab(const Eigen::Vector3f& lab) {
    const Eigen::Matrix3f lmsFromLab = (Eigen::Matrix3f() << 1.0f, 0.3963378f, 0.2158038f, //
                                        1.0f, -0.1055613f, -0.0638542f,                    //
                                        1.0f, -0.0894842f, -1.2914855f)
                                           .finished();
    const Eigen::Matrix3f rgbFromLms = (Eigen::Matrix3f() << 4.0767417f, -3.3077116f, 0.2309699f, //
                                        -1.2684380f, 2.6097574f, -0.3413194f,                     //
                                        -0.0041961f, -0.7034186f, 1.7076147f)
                                           .finished();
    const Eigen::Vector3f root = lmsFromLab * lab;
    return rgbFromLms * Eigen::Vector3f(root.array().cube());
}

} // namespace

Rgb linearOf(const Rgb& colour) {
    return colour.unaryExpr([](float c) { return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f); });
}

Rgb screenOf(const Rgb& linear) {
    return linear.unaryExpr([](float c) {
        const float x = std::clamp(c, 0.0f, 1.0f);
        return x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1.0f / 2.4f) - 0.055f;
    });
}

Rgb colourOf(const std::string& hexadecimal) {
    const bool isColour = hexadecimal.size() == 7 && hexadecimal[0] == '#' &&
                          hexadecimal.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
    if (!isColour) throw std::invalid_argument("'" + hexadecimal + "' is no colour of the form #rrggbb");
    const auto part = [&](std::size_t i) { return float(std::stoi(hexadecimal.substr(i, 2), nullptr, 16)) / 255.0f; };
    return {part(1), part(3), part(5)};
}

ColourMap::ColourMap(const std::vector<Rgb>& stops) {
    constexpr int entries = 256;
    const float lowest = oklabOf(linearOf(stops.front())).x(), highest = oklabOf(linearOf(stops.back())).x();
    for (int i = 0; i < entries; ++i) {
        const float along = float(i) / float(entries - 1) * float(stops.size() - 1);
        const std::size_t below = std::min(static_cast<std::size_t>(along), stops.size() - 2);
        const Eigen::Vector3f a = oklabOf(linearOf(stops[below])), b = oklabOf(linearOf(stops[below + 1]));
        Eigen::Vector3f lab = a + (along - float(below)) * (b - a);
        lab.x() = lowest + float(i) / float(entries - 1) * (highest - lowest);
        m_table.push_back(screenOf(linearOfOklab(lab)));
    }
}

ColourMap::ColourMap(const ColourMap& low, const ColourMap& high) : m_table(low.m_table) {
    m_table.insert(m_table.end(), high.m_table.begin() + 1, high.m_table.end()); // the middle is in both
}

const ColourMap& ColourMap::diverging() {
    static const ColourMap map(ColourMap({colourOf("#08306b"), colourOf("#4292c6"), colourOf("#f4f4f0")}),
                               ColourMap({colourOf("#f4f4f0"), colourOf("#ef6548"), colourOf("#7f0000")}));
    return map;
}

const ColourMap& ColourMap::sequential() {
    static const ColourMap map({colourOf("#14265c"), colourOf("#7b8a84"), colourOf("#fff3a0")});
    return map;
}

const ColourMap& ColourMap::time() {
    static const ColourMap map({colourOf("#7c1a40"), colourOf("#c9632f"), colourOf("#ffe3b0")});
    return map;
}

Rgb ColourMap::at(double fraction) const {
    const double along = std::clamp(fraction, 0.0, 1.0) * double(m_table.size() - 1);
    const std::size_t below = std::min(static_cast<std::size_t>(along), m_table.size() - 2);
    const float rest = float(along - double(below));
    return (1.0f - rest) * m_table[below] + rest * m_table[below + 1];
}

Rgb categoryColour(int index) {
    static const std::array<Rgb, 8> colours = {colourOf("#e69f00"), colourOf("#56b4e9"), colourOf("#009e73"),
                                               colourOf("#cc79a7"), colourOf("#0072b2"), colourOf("#d55e00"),
                                               colourOf("#f0e442"), colourOf("#999999")};
    return colours[static_cast<std::size_t>(index) % colours.size()];
}

} // namespace samples
