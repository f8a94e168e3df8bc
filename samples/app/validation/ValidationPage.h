// SPDX-License-Identifier: Zlib
#pragma once

#include <functional>
#include <string>

namespace samples {

/// Computes the validation page and writes its files into a folder, made if missing: index.html, its pictures with
/// their gnuplot scripts, numbers.json with every number of its tables. Each file appears whole or not at all,
/// index.html last. Same program, same bytes. Without gnuplot only the scripts of the pictures are left.
/// \param progress called with the title of a section and its finished fraction
/// \throws std::invalid_argument, one line, before the work starts: the folder cannot be made or written
/// \throws std::runtime_error if a file could not be written
void writeValidationPage(const std::string& folder, bool quiet,
                         const std::function<void(const std::string& stage, double fraction)>& progress);

} // namespace samples
