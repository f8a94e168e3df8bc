// SPDX-License-Identifier: Zlib
#include "exporters/KeyFrames.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

double fractionOf(const RunRecord& record, int from, int frame, int to) {
    const double start = record.at(from).time;
    return (record.at(frame).time - start) / (record.at(to).time - start);
}

bool positionsFit(const RunRecord& record, int body, int from, int to, double tolerance) {
    const ambient::Vector3& a = record.at(from, body).worldFromBody.position;
    const ambient::Vector3& b = record.at(to, body).worldFromBody.position;
    for (int frame = from + 1; frame < to; ++frame) {
        const ambient::Vector3 between = a + fractionOf(record, from, frame, to) * (b - a);
        if ((between - record.at(frame, body).worldFromBody.position).norm() > tolerance) return false;
    }
    return true;
}

bool orientationsFit(const RunRecord& record, int body, int from, int to, double tolerance) {
    const ambient::Quaternion& a = record.at(from, body).worldFromBody.orientation;
    const ambient::Quaternion& b = record.at(to, body).worldFromBody.orientation;
    for (int frame = from + 1; frame < to; ++frame) {
        const ambient::Quaternion between = a.slerp(fractionOf(record, from, frame, to), b);
        if (between.angularDistance(record.at(frame, body).worldFromBody.orientation) > tolerance) return false;
    }
    return true;
}

/// \param fit whether all between two frames is well enough interpolated from them
template <class Fit>
std::vector<int> greedyKeys(int lastFrame, Fit fit) {
    std::vector<int> keys = {0};
    while (keys.back() < lastFrame) {
        const int from = keys.back(), farthest = lastFrame - from;
        int reach = 1;
        while (2 * reach <= farthest && fit(from, from + 2 * reach))
            reach *= 2;
        for (int more = reach; more > 0; more /= 2)
            if (reach + more <= farthest && fit(from, from + reach + more)) reach += more;
        keys.push_back(from + reach);
    }
    return keys;
}

} // namespace

std::vector<int> evenFrames(int lastFrame, int count) {
    std::vector<int> frames;
    const int pieces = std::min(std::max(count - 1, 1), lastFrame);
    for (int i = 0; i <= pieces; ++i)
        frames.push_back(static_cast<int>(std::lround(double(lastFrame) * i / std::max(pieces, 1))));
    return frames;
}

KeyFrames keyFramesOf(const RunRecord& record, int body, int lastFrame, const KeyTolerance& tolerance) {
    return {greedyKeys(lastFrame,
                       [&](int from, int to) { return positionsFit(record, body, from, to, tolerance.position); }),
            greedyKeys(lastFrame,
                       [&](int from, int to) { return orientationsFit(record, body, from, to, tolerance.angle); })};
}

} // namespace samples
