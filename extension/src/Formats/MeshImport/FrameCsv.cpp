// SPDX-License-Identifier: Zlib
#include "FileBytes.h"
#include "MeshImport/FrameReaders.h"
#include "NumberText.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ambient {
namespace {

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Reads a number and the separator after it. \returns nothing if there is no number
std::optional<double> readNumber(const char*& at, const char* end) {
    while (at != end && isBlank(*at))
        ++at;
    if (at != end && *at == '+') ++at;
    double value = 0.0;
    const auto [rest, error] = numberFromText(at, end, value);
    if (error == std::errc::result_out_of_range)
        value = std::nan("");
    else if (error != std::errc())
        return std::nullopt;
    at = rest;
    while (at != end && isBlank(*at))
        ++at;
    if (at != end && (*at == ',' || *at == ';')) {
        ++at;
        return value;
    }
    return at == end ? std::optional<double>(value) : std::nullopt;
}

std::string place(const std::string& path, int line) {
    return path + ":" + std::to_string(line);
}

long long wholeNumber(const std::string& path, int line, double value, const char* of) {
    if (!(std::fabs(value) < 1e15) || value != std::floor(value))
        refuseFrames(place(path, line), std::string(of) + " " + std::to_string(value) + " is not a whole number");
    return static_cast<long long>(value);
}

struct CsvFrame {
    std::vector<long long> names;
    std::vector<Vector3> points;
    bool isSorted = true;
};

/// Points in the order of their names, each once.
void sortPoints(const std::string& path, long long name, CsvFrame& frame) {
    std::vector<std::size_t> order(frame.names.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    if (!frame.isSorted)
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return frame.names[a] < frame.names[b]; });
    CsvFrame sorted;
    for (const std::size_t i : order) {
        if (!sorted.names.empty() && sorted.names.back() == frame.names[i])
            refuseFrames(path,
                         "frame " + std::to_string(name) + " has point " + std::to_string(frame.names[i]) + " twice");
        sorted.names.push_back(frame.names[i]);
        sorted.points.push_back(frame.points[i]);
    }
    frame = std::move(sorted);
}

std::map<long long, CsvFrame> readCsvFrames(const std::string& path) {
    const std::string text = frameFileBytes(path);
    std::map<long long, CsvFrame> frames;
    CsvFrame* current = nullptr;
    long long currentName = 0;
    readNumberRows(path, text, {5}, [&](const NumberRow& row) {
        const long long frame = wholeNumber(path, row.line, row.numbers[0], "the frame");
        const long long point = wholeNumber(path, row.line, row.numbers[1], "the point");
        for (std::size_t k = 2; k < 5; ++k)
            if (!std::isfinite(row.numbers[k]))
                refuseFrames(place(path, row.line), "frame " + std::to_string(frame) + ", point " +
                                                        std::to_string(point) + ": " + "xyz"[k - 2] +
                                                        " is not a finite number");
        if (!current || frame != currentName) {
            current = &frames[frame];
            currentName = frame;
        }
        if (!current->names.empty() && current->names.back() >= point) current->isSorted = false;
        current->names.push_back(point);
        current->points.emplace_back(row.numbers[2], row.numbers[3], row.numbers[4]);
    });
    return frames;
}

template <std::size_t Count>
std::vector<std::array<int, Count>> readParts(const std::string& path, const FrameFile& file) {
    std::vector<std::array<int, Count>> parts;
    readNumberRows(path, frameFileBytes(path), {static_cast<int>(Count)}, [&](const NumberRow& row) {
        std::array<int, Count> part;
        for (std::size_t k = 0; k < Count; ++k) {
            const long long name = wholeNumber(path, row.line, row.numbers[k], "the point");
            const auto found = file.pointNamed.find(name);
            if (found == file.pointNamed.end())
                refuseFrames(place(path, row.line), "names point " + std::to_string(name) + ", which no frame has");
            part[k] = found->second;
            if (std::count(part.begin(), part.begin() + k, part[k]) > 0)
                refuseFrames(place(path, row.line), "names point " + std::to_string(name) + " twice");
        }
        parts.push_back(part);
    });
    if (parts.empty()) refuseFrames(path, "is empty");
    return parts;
}

} // namespace

void refuseFrames(const std::string& path, const std::string& why) {
    throw FrameImportError(path + ": " + why);
}

std::string frameFileBytes(const std::string& path) {
    std::optional<std::string> bytes = bytesOfFile(path);
    if (!bytes) refuseFrames(path, "cannot be read");
    return *std::move(bytes);
}

void readNumberRows(const std::string& path, const std::string& text, const std::vector<int>& counts,
                    const std::function<void(const NumberRow&)>& row) {
    NumberRow numbers;
    const char *at = text.data(), *const end = at + text.size();
    if (text.rfind("\xEF\xBB\xBF", 0) == 0) at += 3; // a byte order mark
    int count = 0;
    bool isFirst = true;
    for (numbers.line = 1; at != end; ++numbers.line) {
        const char* const lineEnd = std::find(at, end, '\n');
        const char* c = at;
        at = lineEnd == end ? end : lineEnd + 1;
        while (c != lineEnd && isBlank(*c))
            ++c;
        if (c == lineEnd || *c == '#') continue;
        numbers.numbers.clear();
        bool isNumbers = true;
        while (c != lineEnd && isNumbers) {
            const std::optional<double> number = readNumber(c, lineEnd);
            isNumbers = number.has_value();
            if (isNumbers) numbers.numbers.push_back(*number);
        }
        const bool isHeader = isFirst && !isNumbers && numbers.numbers.empty();
        isFirst = false;
        if (isHeader) continue;
        const int found = static_cast<int>(numbers.numbers.size());
        if (count == 0 && std::find(counts.begin(), counts.end(), found) != counts.end()) count = found;
        if (!isNumbers || found != count)
            refuseFrames(place(path, numbers.line),
                         "is no line of " + std::to_string(count ? count : counts.front()) + " numbers");
        row(numbers);
    }
}

FrameFile readFrameCsv(const std::string& path, const FrameImportOptions& options) {
    std::map<long long, CsvFrame> frames = readCsvFrames(path);
    if (frames.empty()) refuseFrames(path, "has no points");
    FrameFile file;
    std::vector<long long> names;
    long long firstName = 0;
    for (auto& [name, frame] : frames) {
        sortPoints(path, name, frame);
        if (file.frames.empty()) {
            names = frame.names;
            firstName = name;
        }
        const std::string both = "frame " + std::to_string(name);
        if (frame.names.size() != names.size())
            refuseFrames(path, both + " has " + std::to_string(frame.names.size()) + " points, frame " +
                                   std::to_string(firstName) + " has " + std::to_string(names.size()));
        for (std::size_t j = 0; j < names.size(); ++j)
            if (frame.names[j] != names[j])
                refuseFrames(path, both + " has point " + std::to_string(frame.names[j]) + ", frame " +
                                       std::to_string(firstName) + " has point " + std::to_string(names[j]) +
                                       " in its place");
        file.frameNamed.emplace(name, static_cast<int>(file.frames.size()));
        file.frames.emplace_back(
            Eigen::Map<const PointColumns>(frame.points.front().data(), 3, static_cast<Eigen::Index>(names.size())));
        frame = {}; // its memory: sequences are large
    }
    for (std::size_t j = 0; j < names.size(); ++j)
        file.pointNamed.emplace(names[j], static_cast<int>(j));
    if (!options.edges.empty()) file.topology.edges = readParts<2>(options.edges, file);
    if (!options.faces.empty()) file.topology.faces = readParts<3>(options.faces, file);
    return file;
}

Eigen::MatrixXd readFrameWeights(const std::string& path, const FrameFile& file) {
    const auto points = file.frames.front().cols();
    const auto frames = static_cast<Eigen::Index>(file.frames.size());
    Eigen::MatrixXd weights;
    const auto indexOf = [&](const std::map<long long, int>& named, long long name, Eigen::Index count, int line,
                             const char* of) {
        const auto found = named.find(name);
        const bool isKnown = named.empty() ? name >= 0 && name < count : found != named.end();
        if (!isKnown)
            refuseFrames(place(path, line), std::string(of) + " " + std::to_string(name) + " is not in the frames");
        return named.empty() ? static_cast<Eigen::Index>(name) : static_cast<Eigen::Index>(found->second);
    };
    readNumberRows(path, frameFileBytes(path), {2, 3}, [&](const NumberRow& row) {
        const bool isPerFrame = row.numbers.size() == 3;
        if (weights.size() == 0) weights.setOnes(points, isPerFrame ? frames : 1);
        Eigen::Index frame = 0;
        if (isPerFrame)
            frame = indexOf(file.frameNamed, wholeNumber(path, row.line, row.numbers[0], "the frame"), frames, row.line,
                            "frame");
        const long long name = wholeNumber(path, row.line, row.numbers[isPerFrame ? 1 : 0], "the point");
        const double weight = row.numbers.back();
        if (!(weight >= 0.0) || !std::isfinite(weight))
            refuseFrames(place(path, row.line), "the weight is negative or not finite");
        weights(indexOf(file.pointNamed, name, points, row.line, "point"), frame) = weight;
    });
    if (weights.size() == 0) refuseFrames(path, "is empty");
    return weights;
}

} // namespace ambient
