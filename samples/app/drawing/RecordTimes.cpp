// SPDX-License-Identifier: Zlib
#include "drawing/RecordTimes.h"

#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::Vector3;

namespace {

template <class Pair>
Pair between(const Pair& a, const Pair& b, double part) {
    Pair result = a;
    result.angular += part * (b.angular - a.angular);
    result.linear += part * (b.linear - a.linear);
    return result;
}

/// How far the body reaches along a direction, from end to end [m].
double widthAlong(const ambient::TriangleMesh& mesh, const ambient::Pose& pose, const Vector3& direction) {
    const Vector3 inBody = pose.orientation.conjugate() * direction;
    double low = 0.0, high = 0.0;
    for (const Vector3& vertex : mesh.vertices) {
        low = std::min(low, vertex.dot(inBody));
        high = std::max(high, vertex.dot(inBody));
    }
    return high - low;
}

/// Whether the second exposure leaves enough of the first to be seen.
bool standApart(const RecordedBody& body, const ambient::Pose& first, const ambient::Pose& second, double enlargement) {
    constexpr double shareOfWidth = 1.05, shareOfRadius = 0.5;
    const Vector3 way = second.position - first.position;
    const double distance = way.norm();
    if (!(distance > 0.0)) return false;
    const double width =
        std::max(widthAlong(*body.mesh, first, way / distance), widthAlong(*body.mesh, second, way / distance));
    return distance >= enlargement * std::max(shareOfWidth * width, shareOfRadius * radiusOf(body));
}

} // namespace

BodySample sampleAt(const RunRecord& record, int body, double time) {
    const double along = std::clamp(time / record.timeStep, 0.0, double(record.frameCount() - 1));
    const int frame = static_cast<int>(along + 1e-6);
    const double part = along - frame;
    const BodySample& a = record.at(frame, body);
    // A whole number of steps gives its frame for either rounding of the quotient.
    if (part < 1e-6) return a;
    const BodySample& b = record.at(frame + 1, body);
    BodySample s = a;
    s.time = a.time + part * (b.time - a.time);
    s.worldFromBody.position += part * (b.worldFromBody.position - a.worldFromBody.position);
    s.worldFromBody.orientation = a.worldFromBody.orientation.slerp(part, b.worldFromBody.orientation);
    s.velocity = between(a.velocity, b.velocity, part);
    s.momentum = between(a.momentum, b.momentum, part);
    s.phase = a.phase + part * (b.phase - a.phase);
    for (std::size_t i = 0; i < s.terms.size(); ++i)
        s.terms[i] = between(a.terms[i], b.terms[i], part);
    return s;
}

double lastShownTime(const RunRecord& record, const PlotSpec& spec) {
    int last = 0;
    for (int body = 0; body < record.bodyCount(); ++body)
        last = std::max(last, lastShownFrame(record, spec, body));
    return record.at(last).time;
}

std::vector<int> separateFrames(const RunRecord& record, const PlotSpec& spec, int body, double enlargement) {
    const std::vector<int> all = exposedFrames(record, spec, body);
    if (!spec.shownTimes.empty()) return all;
    const RecordedBody& recorded = record.bodies[static_cast<std::size_t>(body)];
    const auto apart = [&](int first, int second) {
        return standApart(recorded, record.at(first, body).worldFromBody, record.at(second, body).worldFromBody,
                          enlargement);
    };
    std::vector<int> kept;
    for (const int frame : all)
        if (kept.empty() || apart(kept.back(), frame)) kept.push_back(frame);
    const int last = lastShownFrame(record, spec, body);
    while (kept.size() > 1 && kept.back() != last && !apart(kept.back(), last))
        kept.pop_back();
    if (kept.empty() || apart(kept.back(), last)) kept.push_back(last);
    return kept;
}

} // namespace samples
