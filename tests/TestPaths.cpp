// SPDX-License-Identifier: Zlib
#include "TestPaths.h"

namespace test {

std::string toolPath() {
    return AMBIENT_TOOL_PATH;
}
std::string samplesPath() {
    return AMBIENT_SAMPLES_PATH;
}
std::string firstPicturePath() {
    return AMBIENT_FIRST_PICTURE_PATH;
}
std::string rootPath() {
    return AMBIENT_ROOT_PATH;
}

} // namespace test
