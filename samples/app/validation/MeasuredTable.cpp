// SPDX-License-Identifier: Zlib
#include "validation/MeasuredTable.h"

#include "FilePath.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace samples {
namespace {

/// The cells of a line; quoted ones may hold commas and doubled quotes.
std::vector<std::string> cellsOf(const std::string& line) {
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"' && isQuoted && i + 1 < line.size() && line[i + 1] == '"')
            cells.back() += line[i++];
        else if (line[i] == '"')
            isQuoted = !isQuoted;
        else if (line[i] == ',' && !isQuoted)
            cells.emplace_back();
        else if (line[i] != '\r')
            cells.back() += line[i];
    }
    return cells;
}

} // namespace

std::optional<std::vector<MeasuredRow>> readMeasuredTable(const std::string& path) {
    std::ifstream file(ambient::pathFromUtf8(path));
    if (!file) return std::nullopt;
    std::vector<MeasuredRow> rows;
    std::string line;
    bool isHead = true;
    for (int number = 1; std::getline(file, line); ++number) {
        if (line.empty() || line[0] == '#') continue;
        const std::vector<std::string> c = cellsOf(line);
        if (c.size() != 16)
            throw std::runtime_error(path + ", line " + std::to_string(number) + ": " + std::to_string(c.size()) +
                                     " cells for 16");
        if (isHead) {
            isHead = false;
            continue;
        }
        const auto numberOf = [](const std::string& cell) { return std::strtod(cell.c_str(), nullptr); };
        rows.push_back({c[0], c[1], c[2], c[6], c[9], numberOf(c[4]), numberOf(c[5]), numberOf(c[10]), numberOf(c[11]),
                        0.01 * numberOf(c[13])});
    }
    return rows;
}

bool isInFirstHalf(const MeasuredRow& row) {
    return (row.id.back() - '0') % 2 == 1;
}

} // namespace samples
