// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// One field of a CSV file by RFC 4180. Text with a comma, a quotation mark or a line break is enclosed in quotation
/// marks, and the quotation marks in it are doubled; other text is returned as it is.
std::string csvField(const std::string& text);

} // namespace ambient
