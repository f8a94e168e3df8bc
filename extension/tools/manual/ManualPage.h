// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// The manual page of `ambient`, ambient(1), for man and groff. Commands and options are those that its --help shows,
/// in the same words; the other sections are in ManualPage.cpp. \throws std::logic_error when an option has no
/// description
std::string manualPage();

} // namespace ambient
