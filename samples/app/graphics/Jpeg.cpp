// SPDX-License-Identifier: Zlib
#include "FileBytes.h"
#include "graphics/Image.h"

// The one place where the reader is compiled; its own warnings are not ours to mend.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace samples {

Image readJpeg(const std::string& file) {
    const std::string bytes = ambient::bytesOfFile(file).value_or("");
    Image image;
    int channels = 0;
    stbi_uc* pixels =
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), static_cast<int>(bytes.size()),
                              &image.size.width, &image.size.height, &channels, 3);
    if (!pixels) return {};
    image.rgb.assign(pixels, pixels + 3 * static_cast<std::size_t>(image.size.width) *
                                          static_cast<std::size_t>(image.size.height));
    stbi_image_free(pixels);
    return image;
}

} // namespace samples
