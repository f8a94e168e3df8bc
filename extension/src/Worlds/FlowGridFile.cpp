// SPDX-License-Identifier: Zlib
#include "Worlds/FlowGridFile.h"

#include "FileBytes.h"
#include "MeshImport/FrameReaders.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <regex>
#include <stdexcept>

namespace ambient {
namespace {

constexpr std::size_t kMostNodes = 50000000; ///< of all snapshots: 4.8 GB in a GridFlow
constexpr double kEven = 1e-4;               ///< deviation of a node from an even grid, of the spacing

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
    throw std::invalid_argument(file + ": " + why);
}

/// Even grid along one axis.
struct Axis {
    double first = 0.0, spacing = 0.0;
    int count = 0;

    int indexOf(double value) const { return static_cast<int>(std::lround((value - first) / spacing)); }
};

/// Different values of a column, rising. Values equal but for rounding count once.
std::vector<double> different(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const double same = 1e-9 * std::max(std::fabs(values.front()), std::fabs(values.back()));
    std::vector<double> result;
    for (const double value : values)
        if (result.empty() || value - result.back() > same) result.push_back(value);
    return result;
}

Axis axisOf(const std::string& file, const std::vector<double>& column, char name) {
    const std::vector<double> values = different(column);
    Axis axis{values.front(), 0.0, static_cast<int>(values.size())};
    if (axis.count < 2) refuse(file, std::string("the nodes have one ") + name + " only, a grid needs two");
    axis.spacing = (values.back() - values.front()) / (axis.count - 1);
    for (int i = 0; i < axis.count; ++i)
        if (std::fabs(values[static_cast<std::size_t>(i)] - axis.first - i * axis.spacing) > kEven * axis.spacing)
            refuse(file, std::string("the nodes are not evenly spaced along ") + name + ": at " +
                             std::to_string(values[static_cast<std::size_t>(i)]));
    return axis;
}

/// Rows of a .csv, column by column: t (or nothing), x, y, z, u, v, w.
struct FlowRows {
    std::vector<double> columns[7];
    std::vector<int> lines;
};

FlowRows readRows(const std::string& file) {
    FlowRows rows;
    try {
        readNumberRows(file, frameFileBytes(file), {6, 7}, [&](const NumberRow& row) {
            const std::size_t skipped = 7 - row.numbers.size();
            for (std::size_t i = 0; i < row.numbers.size(); ++i) {
                if (!std::isfinite(row.numbers[i]))
                    refuse(file + ":" + std::to_string(row.line), "a number is not finite");
                rows.columns[i + skipped].push_back(row.numbers[i]);
            }
            rows.lines.push_back(row.line);
        });
    } catch (const FrameImportError& error) {
        throw std::invalid_argument(error.what());
    }
    if (rows.lines.empty()) refuse(file, "has no node");
    if (rows.lines.size() > kMostNodes) refuse(file, "has too many nodes");
    return rows;
}

FlowGrid fromCsv(const std::string& file) {
    const FlowRows rows = readRows(file);
    const Axis x = axisOf(file, rows.columns[1], 'x'), y = axisOf(file, rows.columns[2], 'y'),
               z = axisOf(file, rows.columns[3], 'z');
    FlowGrid grid;
    if (!rows.columns[0].empty()) grid.times = different(rows.columns[0]);
    const std::size_t snapshots = std::max<std::size_t>(1, grid.times.size());
    grid.origin = {x.first, y.first, z.first};
    grid.spacing = {x.spacing, y.spacing, z.spacing};
    grid.sizeX = x.count, grid.sizeY = y.count, grid.sizeZ = z.count;
    const std::size_t nodes = static_cast<std::size_t>(x.count) * y.count * z.count;
    if (nodes * snapshots != rows.lines.size())
        refuse(file, "has " + std::to_string(rows.lines.size()) + " nodes, a whole grid of " + std::to_string(x.count) +
                         " x " + std::to_string(y.count) + " x " + std::to_string(z.count) + " nodes at " +
                         std::to_string(snapshots) + " times has " + std::to_string(nodes * snapshots));
    grid.velocities.resize(rows.lines.size());
    std::vector<int> lineOf(rows.lines.size(), 0);
    for (std::size_t i = 0; i < rows.lines.size(); ++i) {
        std::size_t snapshot = 0;
        if (!grid.times.empty()) {
            const auto found = std::upper_bound(grid.times.begin(), grid.times.end(), rows.columns[0][i]);
            snapshot = static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, found - grid.times.begin()) - 1);
        }
        const std::size_t node =
            ((snapshot * z.count + z.indexOf(rows.columns[3][i])) * y.count + y.indexOf(rows.columns[2][i])) * x.count +
            x.indexOf(rows.columns[1][i]);
        if (lineOf[node] != 0)
            refuse(file + ":" + std::to_string(rows.lines[i]),
                   "the node of line " + std::to_string(lineOf[node]) + " again");
        lineOf[node] = rows.lines[i];
        grid.velocities[node] = {rows.columns[4][i], rows.columns[5][i], rows.columns[6][i]};
    }
    return grid;
}

/// The header of a .npy file.
struct NpyHead {
    std::vector<std::size_t> shape;
    std::size_t numberSize = 8; ///< bytes
    std::size_t data = 0;       ///< place of the first number
};

NpyHead npyHeadOf(const std::string& file, const std::string& bytes) {
    const auto byteAt = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])); };
    if (bytes.size() < 12 || bytes.compare(0, 6, "\x93NUMPY") != 0) refuse(file, "is no file of NumPy");
    const bool isLong = byteAt(6) > 1; // format 1.0 has the length in two bytes, later ones in four
    std::size_t length = byteAt(8) | byteAt(9) << 8;
    if (isLong) length |= byteAt(10) << 16 | byteAt(11) << 24;
    NpyHead head;
    const std::size_t start = isLong ? 12 : 10;
    head.data = start + length;
    if (head.data > bytes.size()) refuse(file, "ends within its head");
    const std::string text = bytes.substr(start, length);
    std::smatch match;
    if (!std::regex_search(text, match, std::regex("'descr': *'[<=]f([48])'")))
        refuse(file, "has no numbers of single or double precision, lowest byte first: save it by numpy.save(NAME, "
                     "array.astype('<f8'))");
    head.numberSize = match[1] == "4" ? 4 : 8;
    if (!std::regex_search(text, std::regex("'fortran_order': *False")))
        refuse(file, "is in Fortran's order: save it by numpy.save(NAME, numpy.ascontiguousarray(array))");
    if (!std::regex_search(text, match, std::regex("'shape': *\\(([0-9, ]*)\\)"))) refuse(file, "has no shape");
    const std::string sizes = match[1];
    const std::regex number("[0-9]{1,9}");
    for (auto at = std::sregex_iterator(sizes.begin(), sizes.end(), number); at != std::sregex_iterator(); ++at)
        head.shape.push_back(std::stoul(at->str()));
    return head;
}

FlowGrid fromNpy(const std::string& file) {
    const std::optional<std::string> bytes = bytesOfFile(file);
    if (!bytes) refuse(file, "cannot be read");
    const NpyHead head = npyHeadOf(file, *bytes);
    std::vector<std::size_t> shape = head.shape;
    if (shape.size() == 4) shape.insert(shape.begin(), 1);
    std::size_t count = 1;
    for (const std::size_t size : shape)
        count = size == 0 || count > 3 * kMostNodes / size ? 0 : count * size;
    if (shape.size() != 5 || shape.back() != 3 || count == 0)
        refuse(file, "is no array of shape (z, y, x, 3) or (times, z, y, x, 3)");
    if (bytes->size() - head.data < count * head.numberSize) refuse(file, "ends within its numbers");
    FlowGrid grid;
    grid.sizeZ = static_cast<int>(shape[1]), grid.sizeY = static_cast<int>(shape[2]),
    grid.sizeX = static_cast<int>(shape[3]);
    grid.velocities.resize(count / 3);
    const char* at = bytes->data() + head.data;
    for (std::size_t i = 0; i < count; ++i, at += head.numberSize) {
        std::uint64_t bits = 0;
        for (std::size_t k = head.numberSize; k-- > 0;)
            bits = bits << 8 | static_cast<unsigned char>(at[k]);
        double value = 0.0;
        if (head.numberSize == 8) {
            std::memcpy(&value, &bits, 8);
        } else {
            const auto half = static_cast<std::uint32_t>(bits);
            float single = 0.0f;
            std::memcpy(&single, &half, 4);
            value = single;
        }
        grid.velocities[i / 3][static_cast<Eigen::Index>(i % 3)] = value;
    }
    grid.times.resize(shape[0] > 1 ? shape[0] : 0);
    return grid;
}

} // namespace

FlowGrid flowGridOf(const WorldFlowGrid& description, const std::string& folder) {
    const std::filesystem::path path = pathIn(folder, description.file);
    const std::string file = utf8Of(path), ending = path.extension().string();
    if (ending != ".csv" && ending != ".npy") refuse(file, "the name of a flow on a grid ends in .csv or .npy");
    FlowGrid grid = ending == ".csv" ? fromCsv(file) : fromNpy(file);
    grid.outside = description.outside;
    if (ending == ".csv") {
        if (description.origin || description.spacing || !description.times.empty())
            refuse(file, "a .csv has origin, spacing and times itself");
        return grid;
    }
    if (!description.origin || !description.spacing) refuse(file, "a .npy needs the keys 'origin' and 'spacing'");
    if (grid.times.size() != description.times.size())
        refuse(file, "has " + std::to_string(std::max<std::size_t>(1, grid.times.size())) + " snapshots, 'times' has " +
                         std::to_string(description.times.size()) + " (none for one snapshot)");
    grid.origin = *description.origin;
    grid.spacing = *description.spacing;
    grid.times = description.times;
    return grid;
}

} // namespace ambient
