// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// The numbers of FluidGrid::saveState() as the text of a world file: base64 of doubles, lowest byte first.
std::string textOfGridState(const std::vector<double>& state);
/// The numbers of such a text. \throws std::invalid_argument for another text, or numbers that are not finite
std::vector<double> gridStateOf(const std::string& text);

} // namespace ambient
