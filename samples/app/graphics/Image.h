// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"

#include <cstdint>
#include <string>
#include <vector>

namespace samples {

/// A picture in memory: 8-bit sRGB, rows from the top.
struct Image {
    PictureSize size;
    std::vector<std::uint8_t> rgb; ///< width * height * 3

    /// Red, green and blue of a pixel.
    const std::uint8_t* pixel(int x, int y) const {
        return &rgb[3 *
                    (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x))];
    }
};

/// The bytes of a PNG file. \throws std::runtime_error if the encoder fails
std::string pngOf(const Image& image);

/// Reads a JPEG file; an empty picture if the file is missing or unreadable.
Image readJpeg(const std::string& file);

} // namespace samples
