// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// One field of a CSV file by RFC 4180.
/// Text with a comma, a quotation mark or a line break is enclosed in quotation marks, and its quotation marks are
/// doubled. Other text is returned unchanged.
std::string csvField(const std::string& text);

} // namespace ambient
