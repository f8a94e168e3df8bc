// SPDX-License-Identifier: Zlib
#include "drawing/LineDrawing.h"

#include "drawing/RecordTimes.h"
#include "drawing/ShownFrames.h"

#include <algorithm>
#include <set>

namespace samples {

using ambient::Vector3;

Rgb lineColour() {
    return colourOf("#d9ae4a");
}

std::vector<Vector3> linePointsAt(const RunRecord& record, std::size_t line, double time) {
    const auto& frames = record.lines[line].points;
    std::vector<Vector3> points;
    if (frames.empty()) return points;
    const double along = std::clamp(time / record.timeStep, 0.0, double(frames.size() - 1));
    const auto frame = static_cast<std::size_t>(along + 1e-6);
    const float part = std::max(static_cast<float>(along - double(frame)), 0.0f);
    const auto& a = frames[frame];
    const auto& b = frames[std::min(frame + 1, frames.size() - 1)];
    for (std::size_t i = 0; i < a.size(); ++i)
        points.push_back((b.size() == a.size() ? Eigen::Vector3f(a[i] + part * (b[i] - a[i])) : a[i]).cast<double>());
    return points;
}

std::vector<int> lineFrames(const RunRecord& record, const PlotSpec& spec) {
    if (record.lines.empty()) return {};
    std::set<int> frames;
    const bool takeTurns = spec.shownTimes.empty() && spec.colours == PlotColours::Curves && record.bodyCount() > 1;
    if (takeTurns)
        for (int body = 0; body < record.bodyCount(); ++body)
            frames.insert(lastShownFrame(record, spec, body));
    else
        for (const std::vector<SceneExposure>& exposures : sceneExposures(record, spec, 1.0))
            for (const SceneExposure& exposure : exposures)
                if (!exposure.isFaint) frames.insert(exposure.frame);
    return {frames.begin(), frames.end()};
}

void addLinePoints(std::vector<Vector3>& points, const RunRecord& record, double time) {
    for (std::size_t line = 0; line < record.lines.size(); ++line)
        for (const Vector3& point : linePointsAt(record, line, time))
            points.push_back(point);
}

void addLines(Drawing& drawing, const RunRecord& record, double time) {
    for (std::size_t line = 0; line < record.lines.size(); ++line) {
        DrawnLine drawn;
        drawn.points = linePointsAt(record, line, time);
        if (drawn.points.size() < 2) continue;
        drawn.colours = {lineColour()};
        drawn.width = 2.5;
        drawing.lines.push_back(std::move(drawn));
    }
}

} // namespace samples
