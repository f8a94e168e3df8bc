// SPDX-License-Identifier: Zlib
#pragma once

#include "graphics/Image.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcast-qual"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wsign-compare"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#if __has_include(<stb/stb_image.h>)
#include <stb/stb_image.h>
#else
#include <stb_image.h>
#endif
#pragma GCC diagnostic pop

#include <string>

/// The picture in the bytes of a PNG file; of zero size if the bytes are no PNG file.
inline samples::Image readPng(const std::string& bytes) {
    samples::Image image;
    int channels = 0;
    stbi_uc* pixels = stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), int(bytes.size()),
                                            &image.size.width, &image.size.height, &channels, 3);
    if (!pixels) return {{0, 0}, {}};
    image.rgb.assign(pixels, pixels + 3 * image.size.width * image.size.height);
    stbi_image_free(pixels);
    return image;
}
