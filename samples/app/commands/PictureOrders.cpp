// SPDX-License-Identifier: Zlib
#include "commands/PictureOrders.h"

#include "interface/Parameters.h"
#include "interface/Units.h"

#include <cmath>
#include <stdexcept>

namespace samples {
namespace {

constexpr int kSmallest = 64, kLargest = 8192; // pixels of an edge
constexpr int kMostPictures = 36000;           // of a film

int edgeOf(const std::string& digits, const std::string& size) {
    const bool isNumber =
        !digits.empty() && digits.size() < 6 && digits.find_first_not_of("0123456789") == std::string::npos;
    const int edge = isNumber ? std::stoi(digits) : 0;
    if (edge < kSmallest || edge > kLargest)
        throw std::invalid_argument("--size: " + size + " is not WIDTHxHEIGHT with " + std::to_string(kSmallest) +
                                    " to " + std::to_string(kLargest) + " pixels each");
    return edge;
}

PictureSize sizeOf(const std::string& text) {
    const std::size_t cross = text.find('x');
    const std::string height = cross == std::string::npos ? "" : text.substr(cross + 1);
    return {edgeOf(text.substr(0, cross), text), edgeOf(height, text)};
}

/// "AZIMUTH,ELEVATION,HEIGHT".
CloseView viewOf(const std::string& text) {
    const std::size_t first = text.find(','), second = first == std::string::npos ? first : text.find(',', first + 1);
    if (second == std::string::npos || text.find(',', second + 1) != std::string::npos)
        throw std::invalid_argument("--view: " + text + " is not AZIMUTH,ELEVATION,HEIGHT");
    const double azimuth = parseNumber(text.substr(0, first), "--view"),
                 elevation = parseNumber(text.substr(first + 1, second - first - 1), "--view"),
                 height = parseNumber(text.substr(second + 1), "--view");
    if (!(std::abs(elevation) < 90.0 && height > 0.0))
        throw std::invalid_argument("--view: " + text + ": the elevation is between -90 and 90, the height above 0");
    return {azimuth * kRadiansPerDegree, elevation * kRadiansPerDegree, height};
}

void requireAskedFor(const CommandLine& line) {
    if (!line.at.empty() && line.png.empty()) throw std::invalid_argument("--at goes with --png FILE");
    if (line.mp4.empty() && line.loop.empty() && !(line.speed + line.view).empty())
        throw std::invalid_argument((line.view.empty() ? "--speed" : "--view") +
                                    std::string(" goes with --mp4 FILE or --loop FILE"));
    if (line.png.empty() && line.mp4.empty() && !(line.size + line.show).empty())
        throw std::invalid_argument((line.size.empty() ? "--show" : "--size") +
                                    std::string(" goes with --png FILE or --mp4 FILE"));
}

} // namespace

PictureOrders::PictureOrders(const CommandLine& line, double duration) {
    requireAskedFor(line);
    if (!line.size.empty()) still.size = film.size = sizeOf(line.size);
    if (!line.mp4.empty() && (film.size.width % 2 != 0 || film.size.height % 2 != 0))
        throw std::invalid_argument("--size: " + line.size + ": films have even numbers of pixels");
    if (!line.show.empty()) still.show = film.show = showOptionsOf(line.show);
    if (!line.at.empty()) {
        still.time = parseNumber(line.at, "--at");
        if (!(*still.time >= 0.0 && *still.time <= duration))
            throw std::invalid_argument("--at: " + line.at + " s is not within the " + shortNumber(duration) +
                                        " s of the run");
    }
    if (!line.view.empty()) film.view = viewOf(line.view);
    if (line.speed.empty()) return;
    film.speed = parseNumber(line.speed, "--speed");
    if (!(*film.speed > 0.0 && duration / *film.speed * kFilmRate <= kMostPictures))
        throw std::invalid_argument("--speed: " + line.speed + " is not above 0 with at most " +
                                    std::to_string(kMostPictures) + " pictures");
}

} // namespace samples
