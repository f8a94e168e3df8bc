// SPDX-License-Identifier: Zlib
#include "Report.h"

#include "AmbientFluid/Math/InstructionSet.h"

#include <benchmark/benchmark.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>

namespace bench {
namespace {

/// A row with its numbers.
struct Line {
    const Row* row;
    double value; ///< [ms], or [%]
    std::optional<double> ratio;
    std::optional<bool> met;

    bool isError() const { return row->limit == Row::Limit::Error; }
};

std::optional<double> timeOf(const Quantity& quantity, const Measured& measured) {
    const auto time = measured.milliseconds.find(quantity.benchmark);
    if (time == measured.milliseconds.end()) return std::nullopt;
    if (quantity.less.empty()) return time->second / quantity.items;
    const auto less = measured.milliseconds.find(quantity.less);
    if (less == measured.milliseconds.end()) return std::nullopt;
    return (time->second - less->second) / quantity.items;
}

std::optional<Line> lineOf(const Row& row, const Measured& measured) {
    Line line{&row, 0.0, std::nullopt, std::nullopt};
    if (line.isError()) {
        const auto error = measured.errors.find(row.value.benchmark);
        if (error == measured.errors.end()) return std::nullopt;
        line.value = error->second;
    } else {
        const std::optional<double> value = timeOf(row.value, measured);
        if (!value) return std::nullopt;
        line.value = *value;
        if (row.hasBaseline()) {
            const std::optional<double> baseline = timeOf(row.baseline, measured);
            if (!baseline) return std::nullopt;
            line.ratio = *value / *baseline;
        }
    }
    if (row.limit != Row::Limit::None)
        line.met = (row.limit == Row::Limit::Ratio ? *line.ratio : line.value) <= row.target;
    return line;
}

std::vector<Line> linesOf(const Measured& measured) {
    std::vector<Line> lines;
    for (const Row& row : rows())
        if (const std::optional<Line> line = lineOf(row, measured)) lines.push_back(*line);
    return lines;
}

std::string format(const char* how, double number) {
    char text[40];
    std::snprintf(text, sizeof text, how, number);
    return text;
}

std::string timeText(double milliseconds) {
    if (milliseconds >= 1000.0) return format("%.4g s", 1e-3 * milliseconds);
    if (milliseconds >= 1.0) return format("%.4g ms", milliseconds);
    if (milliseconds >= 1e-3) return format("%.3g us", 1e3 * milliseconds);
    return format("%.3g ns", 1e6 * milliseconds);
}

/// Small ones as one over so many.
std::string ratioText(double ratio) {
    return ratio > 0.0 && ratio < 0.5 ? format("1/%.3g", 1.0 / ratio) : format("%.3g", ratio);
}

std::string targetText(const Row& row) {
    switch (row.limit) {
    case Row::Limit::None:
        return "";
    case Row::Limit::Ratio:
        return ratioText(row.target);
    case Row::Limit::Value:
        return timeText(row.target);
    case Row::Limit::Error:
        break;
    }
    return format("%g %%", row.target);
}

} // namespace

std::string jsonOf(const Measured& measured) {
    using Json = nlohmann::ordered_json;
    Json list = Json::array();
    for (const Line& line : linesOf(measured)) {
        Json entry = {{"name", line.row->name + ", " + precision()},
                      {"value", line.value},
                      {"unit", line.isError() ? "%" : "ms"},
                      {"ratio_to", line.ratio ? Json(line.row->ratioTo) : Json(nullptr)},
                      {"ratio", line.ratio ? Json(*line.ratio) : Json(nullptr)},
                      {"target", line.met ? Json(line.row->target) : Json(nullptr)},
                      {"met", line.met ? Json(*line.met) : Json(nullptr)}};
        list.push_back(entry);
    }
    return list.dump(2) + "\n";
}

std::string tableOf(const Measured& measured) {
    const benchmark::CPUInfo& processor = benchmark::CPUInfo::Get();
    std::string text = "Bullet in " + precision() + ", " + ambient::instructionSetName(ambient::instructionSet()) +
                       ", " + std::to_string(processor.num_cpus) + " cores at " +
                       format("%.1f GHz", 1e-9 * processor.cycles_per_second) + ".\n\n";
    text += "| what | measured | against | ratio | target | met |\n|---|---|---|---|---|---|\n";
    for (const Line& line : linesOf(measured))
        text += "| " + line.row->name + " | " +
                (line.isError() ? format("%.2g %%", line.value) : timeText(line.value)) + " | " + line.row->ratioTo +
                " | " + (line.ratio ? ratioText(*line.ratio) : "") + " | " + targetText(*line.row) + " | " +
                (line.met ? (*line.met ? "yes" : "**no**") : "") + " |\n";
    return text;
}

void updatePage(const std::string& file, const Measured& measured) {
    std::ifstream in(file);
    std::string page((std::istreambuf_iterator<char>(in)), {});
    const std::string first = "<!-- " + precision() + " -->\n";
    const std::size_t begin = page.find(first), end = page.find("<!-- end -->", begin);
    if (begin == std::string::npos || end == std::string::npos)
        throw std::runtime_error(file + ": cannot be read, or has no lines '<!-- " + precision() +
                                 " -->' and '<!-- end -->'");
    page.replace(begin + first.size(), end - begin - first.size(), tableOf(measured));
    std::ofstream out(file);
    out << page;
    if (!out.flush()) throw std::runtime_error(file + ": cannot be written");
}

} // namespace bench
