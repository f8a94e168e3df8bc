// SPDX-License-Identifier: Zlib
#include "validation/ComparedModels.h"
#include "validation/MeasuredForces.h"
#include "validation/ValidationSections.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr const char* kGroups[] = {"3d", "2d", "wing", "streamlined"};
constexpr int kGroupPoints[] = {6, 4, 8, 12};
constexpr const char* kGroupColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

ReportTable errorTable(const std::vector<JudgedRow>& rows) {
    ReportTable table{"errors",
                      "Root mean square of log(computed / measured)",
                      {{"rows"}, {"count", "%.0f"}, {"default", "%.3f"}},
                      {}};
    const auto add = [&](const std::string& name, const std::function<bool(const MeasuredRow&)>& wanted) {
        const auto count = std::count_if(rows.begin(), rows.end(), [&](const JudgedRow& r) { return wanted(r.row); });
        table.rows.push_back({name, static_cast<double>(count), rmsLogError(rows, wanted)});
    };
    add("all", [](const MeasuredRow&) { return true; });
    for (const std::string group : kGroups)
        add(group, [&](const MeasuredRow& row) { return row.group == group; });
    add("ids with an odd last digit", isInFirstHalf);
    add("ids with an even last digit", [](const MeasuredRow& row) { return !isInFirstHalf(row); });
    return table;
}

ReportTable worstTable(std::vector<JudgedRow> rows) {
    constexpr std::size_t kShown = 10;
    const auto error = [](const JudgedRow& r) { return std::abs(std::log(std::max(r.computed, 1e-9) / r.row.value)); };
    std::sort(rows.begin(), rows.end(), [&](const JudgedRow& a, const JudgedRow& b) { return error(a) > error(b); });
    ReportTable table{"worst",
                      "The ten that the default model is furthest off",
                      {{"body"}, {"quantity"}, {"measured", "%.3g"}, {"default", "%.3g"}},
                      {}};
    for (std::size_t i = 0; i < std::min(kShown, rows.size()); ++i)
        table.rows.push_back({rows[i].row.name, rows[i].row.quantity, rows[i].row.value, rows[i].computed});
    return table;
}

ReportTable caseTable(const std::vector<JudgedRow>& rows) {
    ReportTable table{
        "cases",
        "Every case",
        {{"id"}, {"body"}, {"quantity"}, {"measured", "%.3g"}, {"uncertainty [%]", "%.0f"}, {"default", "%.3g"}},
        {}};
    for (const JudgedRow& r : rows)
        table.rows.push_back(
            {r.row.id, r.row.name, r.row.quantity, r.row.value, 100.0 * r.row.uncertainty, r.computed});
    return table;
}

ReportFigure figureOf(const std::vector<JudgedRow>& rows) {
    constexpr double kLeast = 0.002;
    ReportFigure figure;
    figure.name = "measured";
    figure.caption = "Every case of the default model: on the line, computed is measured. The grey lines are the "
                     "uncertainties of the measurements";
    figure.xLabel = "measured coefficient";
    figure.yLabel = "computed coefficient";
    figure.logarithmicX = figure.logarithmicY = true;
    double low = 1e9, high = 0.0;
    for (const JudgedRow& r : rows) {
        low = std::min(low, r.row.value);
        high = std::max(high, r.row.value);
        const double y = std::max(r.computed, kLeast);
        figure.series.push_back(
            {"",
             "#bbbbbb",
             false,
             {{r.row.value * (1.0 - r.row.uncertainty), y}, {r.row.value * (1.0 + r.row.uncertainty), y}}});
    }
    figure.series.push_back({"computed = measured", kMeasuredColour, false, {{low, low}, {high, high}}});
    for (std::size_t g = 0; g < std::size(kGroups); ++g) {
        figure.series.push_back({kGroups[g], kGroupColours[g], true, {}, kGroupPoints[g]});
        for (const JudgedRow& r : rows)
            if (r.row.group == kGroups[g])
                figure.series.back().points.emplace_back(r.row.value, std::max(r.computed, kLeast));
    }
    return figure;
}

} // namespace

ReportSection measuredSection(const Progress& progress) {
    ReportSection section("measured", "Measured coefficients of many shapes");
    const auto table = readMeasuredTable(kMeasuredTable);
    if (!table) {
        section.text(std::string("There is no file ") + kMeasuredTable +
                     " below the current folder, so that only the table of the section on drag was judged. Run "
                     "ambient-samples in the root of the repository for the table of measured coefficients.");
        progress(1.0);
        return section;
    }
    const std::vector<JudgedRow> rows = judgeMeasured(*table, ambient::ForceSet::named("default"), progress);
    section.text(
        "The table names its sources and the status of each row; some are read, some quoted from memory, some "
        "formulas. The bodies were made from its words, each with its volume and area checked. The form of the "
        "default law was chosen, and its constants fitted, with these rows in view, so that its error here is "
        "no prediction; the halves by the last digit of the ids were written down before. Rows of shapes that "
        "are not shown here are judged apart.");
    section.table(errorTable(rows));
    section.figure(figureOf(rows));
    section.table(worstTable(rows));
    section.table(caseTable(rows));
    return section;
}

} // namespace samples
