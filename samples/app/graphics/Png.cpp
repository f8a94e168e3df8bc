// SPDX-License-Identifier: Zlib
#include "graphics/Image.h"

#include <stdexcept>

// The one place where the writer is compiled; its own warnings are not ours to mend.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#include <stb_image_write.h>
#pragma GCC diagnostic pop

namespace samples {

std::string pngOf(const Image& image) {
    const int width = image.size.width, height = image.size.height;
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data), static_cast<std::size_t>(size));
    };
    const bool whole = width > 0 && height > 0 &&
                       image.rgb.size() == 3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    if (!whole || stbi_write_png_to_func(append, &bytes, width, height, 3, image.rgb.data(), 3 * width) == 0)
        throw std::runtime_error("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                                 " pixels cannot be written as PNG");
    return bytes;
}

} // namespace samples
