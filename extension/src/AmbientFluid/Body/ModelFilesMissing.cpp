// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ModelFiles.h"

namespace ambient {

bool readModelFile(const std::filesystem::path&, const Bytes&, ModelFile&) {
    return false;
}

void writeModelFile(const std::filesystem::path&, const Bytes&, const Bytes&) {
    throw std::runtime_error("the library was built without files");
}

void removePartialModelFiles(const std::filesystem::path&) {}

} // namespace ambient
