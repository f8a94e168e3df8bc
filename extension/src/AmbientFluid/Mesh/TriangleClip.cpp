// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/TriangleClip.h"

#include <cstddef>

namespace ambient {
namespace {

TriangleClip wholeTriangle(const std::array<double, 3>& d) {
    TriangleClip whole;
    const double sum = d[0] + d[1] + d[2];
    whole.mean = sum / 3.0;
    for (std::size_t k = 0; k < 3; ++k) {
        whole.slope[k] = 1.0 / 3.0;
        whole.moments[k] = (sum + d[k]) / 12.0;
    }
    return whole;
}

/// Integrals over the positive part if d is positive at corner a only.
/// This part is a triangle with a and two points with d = 0 on the edges, at the fractions s and t of the way to b and
/// c.
TriangleClip cornerOf(const std::array<double, 3>& d, std::size_t a) {
    const std::size_t b = (a + 1) % 3, c = (a + 2) % 3;
    const double s = d[a] / (d[a] - d[b]), t = d[a] / (d[a] - d[c]), area = s * t;
    TriangleClip corner;
    corner.mean = area * d[a] / 3.0;
    corner.slope[a] = area * (3.0 - s - t) / 3.0;
    corner.slope[b] = area * s / 3.0;
    corner.slope[c] = area * t / 3.0;
    corner.moments[a] = area * d[a] * (4.0 - s - t) / 12.0;
    corner.moments[b] = area * d[a] * s / 12.0;
    corner.moments[c] = area * d[a] * t / 12.0;
    return corner;
}

} // namespace

TriangleClip clipTriangle(const std::array<double, 3>& d) {
    const int positive = int(d[0] > 0.0) + int(d[1] > 0.0) + int(d[2] > 0.0);
    if (positive == 0) return {};
    if (positive == 3) return wholeTriangle(d);
    if (positive == 1) return cornerOf(d, d[0] > 0.0 ? 0 : d[1] > 0.0 ? 1 : 2);
    // Two positive corners: max(d, 0) = d + max(-d, 0), and -d is positive at one corner only.
    const std::size_t a = !(d[0] > 0.0) ? 0 : !(d[1] > 0.0) ? 1 : 2;
    TriangleClip clip = wholeTriangle(d);
    if (d[a] == 0.0) return clip;
    const TriangleClip dry = cornerOf({-d[0], -d[1], -d[2]}, a);
    clip.mean += dry.mean;
    for (std::size_t k = 0; k < 3; ++k) {
        clip.slope[k] -= dry.slope[k];
        clip.moments[k] += dry.moments[k];
    }
    return clip;
}

} // namespace ambient
