// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// The manual page of `ambient`, ambient(1), for man and groff. Commands and options are taken from its --help, word
/// for word; the other sections are in ManualPage.cpp. \throws std::logic_error if an option has no description
std::string manualPage();

} // namespace ambient
