// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace samples {

/// A row of the table of measured force coefficients.
struct MeasuredRow {
    std::string id, name, group, fluid, quantity;
    double incidence = 0.0;   ///< [deg]
    double speed = 0.0;       ///< [m/s]
    double value = 0.0;       ///< of the coefficient
    double area = 0.0;        ///< reference of the coefficient [m^2]
    double uncertainty = 0.0; ///< relative
};

/// Path of the table from the root of the repository.
constexpr const char* kMeasuredTable = "tests/reference/force_coefficients.csv";

/// The rows of the table, or nothing if there is no such file.
/// \throws std::runtime_error naming a line with a bad row
std::optional<std::vector<MeasuredRow>> readMeasuredTable(const std::string& path);

/// Whether a row belongs to the first of the two separately judged halves: the last digit of its id is odd. This was
/// written down before anything was fitted to the rows.
bool isInFirstHalf(const MeasuredRow& row);

} // namespace samples
