// SPDX-License-Identifier: Zlib
#include "exporters/GnuplotText.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

// Viridis without its palest end: perceptually even, readable with any colour vision and on white.
constexpr std::array<std::array<double, 3>, 7> kTimeColours = {
    {{68, 1, 84}, {70, 50, 127}, {54, 92, 141}, {39, 127, 142}, {31, 161, 135}, {74, 194, 109}, {160, 218, 57}}};
constexpr int kMostPoints = 4000; // per curve

} // namespace

std::string colourAt(double fraction) {
    const double position = std::clamp(fraction, 0.0, 1.0) * double(kTimeColours.size() - 1);
    const std::size_t i = std::min(static_cast<std::size_t>(position), kTimeColours.size() - 2);
    const double f = position - double(i);
    std::string text = "#";
    for (std::size_t k = 0; k < 3; ++k)
        text += format("%02x",
                       static_cast<unsigned>(std::lround((1.0 - f) * kTimeColours[i][k] + f * kTimeColours[i + 1][k])));
    return text;
}

std::string colourPalette() {
    std::string text;
    for (std::size_t i = 0; i < kTimeColours.size(); ++i)
        text +=
            format("%s%zu '%s'", i > 0 ? ", " : "", i, colourAt(double(i) / double(kTimeColours.size() - 1)).c_str());
    return text;
}

void placeAxes(std::ostream& out, const PlotBox& box) {
    out << format("set lmargin at screen %.5f\nset rmargin at screen %.5f\n", box.left / kPictureWidth,
                  box.right / kPictureWidth)
        << format("set bmargin at screen %.5f\nset tmargin at screen %.5f\n", box.bottom / kPictureHeight,
                  box.top / kPictureHeight);
}

bool isPlotPoint(const RunRecord& record, int frame) {
    const int stride = 1 + record.frameCount() / kMostPoints;
    return frame % stride == 0 || frame == record.frameCount() - 1;
}

} // namespace samples
