// SPDX-License-Identifier: Zlib
#pragma once

#include <map>
#include <string>
#include <vector>

namespace bench {

/// Measurement of each benchmark, by "BM_Name/argument/argument": the fastest of its repetitions.
struct Measured {
    std::map<std::string, double> milliseconds; ///< of an iteration
    std::map<std::string, double> errors;       ///< the counter "error" [%] of benchmarks with one
};

/// A number of the report: the time of a benchmark, less the time of `less` if named, divided by `items`.
struct Quantity {
    std::string benchmark = {};
    std::string less = {};
    double items = 1.0;
};

/// A line of the report.
struct Row {
    enum class Limit {
        None,  ///< no requirement
        Ratio, ///< of value over baseline, at most `target`
        Value, ///< in ms, at most `target`
        Error  ///< the value is the counter "error" in %, at most `target`; no baseline
    };
    std::string name;              ///< "T1 ...": its target, and the measured quantity
    Quantity value, baseline = {}; ///< without a baseline there is no ratio
    std::string ratioTo = {};      ///< the baseline
    Limit limit = Limit::None;
    double target = 0.0;

    bool hasBaseline() const { return !baseline.benchmark.empty(); }
};

/// All lines, in order. A report omits the lines whose benchmarks did not run. Add new lines there.
const std::vector<Row>& rows();

/// Lines of steps in threads, without and with other work beside them.
std::vector<Row> threadRows();
/// Rows of multi-bodies.
std::vector<Row> linkRows();

/// Lines of the steps of free bodies in crowds.
std::vector<Row> crowdRows();

/// Lines of the cost of a body by its kind.
std::vector<Row> kindRows();

/// Version of the MuJoCo measured beside this library; empty if there is none.
std::string mujocoVersion();

/// float32 or float64: which Bullet this program is bound to.
std::string precision();

/// A list of {"name", "value", "unit", "ratio_to", "ratio", "target", "met"}; null if missing.
std::string jsonOf(const Measured& measured);

/// The report as a Markdown table, with a line about the machine.
std::string tableOf(const Measured& measured);

/// Inserts the table into a page, between the lines "<!-- float32 -->" (or float64) and "<!-- end -->".
/// \throws std::runtime_error if the page cannot be read or written, or has no such lines
void updatePage(const std::string& file, const Measured& measured);

} // namespace bench
