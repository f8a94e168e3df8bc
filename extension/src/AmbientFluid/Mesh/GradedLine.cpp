// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/GradedLine.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>

namespace ambient {

namespace {

constexpr double kGrading = 0.97;

int evenNear(double intervals) {
    return 2 * std::max(1, static_cast<int>(std::lround(0.5 * intervals)));
}

} // namespace

double stretchedLength(double length, double zone) {
    return length + std::min(zone, 0.5 * length) * (kPi - 2.0);
}

std::vector<double> gradedLine(double length, double zone, int n) {
    const double w = std::min(zone, 0.5 * length);
    std::vector<double> points(static_cast<std::size_t>(n) + 1, 0.0);
    for (int i = 0; 2 * i < n; ++i) {
        const double fraction = static_cast<double>(i) / n;
        const double stretched = fraction * stretchedLength(length, zone);
        const double zoneEnd = 0.5 * kPi * w;
        const double graded = stretched < zoneEnd ? w * (1.0 - portable::cos(stretched / w)) : w + stretched - zoneEnd;
        const double fromEnd = kGrading * graded + (1.0 - kGrading) * fraction * length;
        points[n - i] = 0.5 * length - fromEnd;
        points[i] = -points[n - i];
    }
    return points;
}

std::vector<double> gradedHalfLine(double length, double zone, int n) {
    const std::vector<double> points = gradedLine(2.0 * length, zone, 2 * n);
    return {points.begin() + n, points.end()};
}

int matchedIntervals(double length, double middleSpacing, double referenceZone) {
    const double zone = std::min(referenceZone, 0.5 * length);
    return evenNear(stretchedLength(length, zone) / middleSpacing * std::sqrt(referenceZone / zone));
}

int thinIntervals(double length, double middleSpacing, double referenceZone) {
    const int fewest = evenNear(stretchedLength(length, referenceZone) / middleSpacing);
    return std::max(fewest, std::min(4, matchedIntervals(length, middleSpacing, referenceZone)));
}

} // namespace ambient
