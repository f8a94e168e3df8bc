// SPDX-License-Identifier: Zlib
#include "drawing/ShownFrames.h"

#include "scenes/parts/FlightAnalysis.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace samples {
namespace {

constexpr int kMostExposures = 300;

} // namespace

int lastShownFrame(const RunRecord& record, const PlotSpec& spec, int body) {
    const int landing = spec.landing ? landingFrame(record, *spec.landing, body) : -1;
    return landing < 0 ? record.frameCount() - 1 : landing;
}

std::vector<int> tracedBodies(const RunRecord& record, const PlotSpec& spec) {
    if (spec.paths) return *spec.paths;
    std::vector<int> all(static_cast<std::size_t>(record.bodyCount()));
    std::iota(all.begin(), all.end(), 0);
    return all;
}

std::vector<int> exposedFrames(const RunRecord& record, const PlotSpec& spec, int body) {
    const int last = record.frameCount() - 1;
    std::vector<int> frames;
    for (const double time : spec.shownTimes)
        frames.push_back(static_cast<int>(std::lround(std::min(time / record.timeStep, double(last)))));
    if (!frames.empty()) return frames;
    const int wanted = static_cast<int>(std::lround(spec.exposure / record.timeStep));
    const int stride = std::max({1, wanted, record.frameCount() / kMostExposures});
    const int first = spec.colours == PlotColours::Curves ? body * stride / record.bodyCount() : 0;
    const int end = lastShownFrame(record, spec, body);
    for (int frame = first; frame <= end; frame += stride)
        frames.push_back(frame);
    return frames;
}

} // namespace samples
