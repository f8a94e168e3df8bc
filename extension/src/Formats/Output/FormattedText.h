// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// Formats text of any length as printf does.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

} // namespace ambient
