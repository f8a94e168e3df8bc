// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridBlob.h"

#include <algorithm>
#include <cmath>

namespace ambient {

bool GridBlob::place(const FluidGridDef& def, const Vector3& center, double width) {
    constexpr double kReach = 3.0;
    const Vector3 inCells = (center - def.lowCorner) / def.spacing;
    const double cells = width / def.spacing;
    for (int axis = 0; axis < 3; ++axis) {
        const int count = def.cells[static_cast<std::size_t>(axis)];
        if (!(inCells[axis] >= 0.0 && inCells[axis] <= count) || !(2.0 * kReach * cells + 2.0 < kMostFaces))
            return false;
        const bool isPeriodic = def.side(axis, false).kind == GridSideKind::Periodic;
        if (isPeriodic && 2.0 * kReach * cells + 2.0 > count) return false;
        for (const bool ofFaces : {false, true}) {
            const double offset = ofFaces ? 0.0 : 0.5;
            int low = static_cast<int>(std::ceil(inCells[axis] - kReach * cells - offset));
            int high = static_cast<int>(std::floor(inCells[axis] + kReach * cells - offset));
            const FaceRange range = ofFaces ? freeFaces(def, axis) : FaceRange{0, count - 1};
            if (!isPeriodic) {
                low = std::max(low, range.first);
                high = std::min(high, range.last);
            }
            Line& at = m_lines[static_cast<std::size_t>(2 * axis + (ofFaces ? 1 : 0))];
            at.count = 0;
            double sum = 0.0;
            for (int i = low; i <= high; ++i) {
                const double distance = (i + offset - inCells[axis]) / cells;
                const double weight = std::exp(-distance * distance);
                at.indices[std::size_t(at.count)] = isPeriodic ? (i + count) % count : i;
                at.weights[std::size_t(at.count++)] = weight;
                sum += weight;
            }
            if (!(sum > 0.0)) return false;
            for (int i = 0; i < at.count; ++i)
                at.weights[std::size_t(i)] /= sum;
            at.mean = at.variance = 0.0;
            for (int i = 0; i < at.count; ++i)
                at.mean += i * at.weights[std::size_t(i)];
            for (int i = 0; i < at.count; ++i)
                at.variance += at.weights[std::size_t(i)] * (i - at.mean) * (i - at.mean);
            at.offset = low + at.mean + offset - inCells[axis];
        }
    }
    return true;
}

double ownDisturbance(double speed, double width, double density, double dynamicViscosity) {
    if (!(speed > 0.0) && !(dynamicViscosity > 0.0)) return 0.0;
    // In wave numbers x/width: the part along the stream of the Oseen flow of the blob, averaged over the blob.
    // Simpson's rule; exp(-x^2/2) is 1e-14 at the end.
    constexpr int kIntervals = 64;
    constexpr double kEnd = 8.0;
    const double viscous = dynamicViscosity / (density * width); // [m/s]
    double sum = 0.0;
    for (int i = 1; i < kIntervals; ++i) {
        const double x = kEnd * i / kIntervals;
        const double a = x * viscous,
                     u = speed; // the integrand is x exp(-x^2/2) g, g = ((1 + b^2) atan(1/b) - b)/u, b = a/u
        const double b = u > 0.0 ? a / u : 1e300;
        const double g = b > 100.0 ? 2.0 / (3.0 * a) : ((1.0 + b * b) * std::atan2(1.0, b) - b) / u;
        sum += (i % 2 == 1 ? 4.0 : 2.0) * x * std::exp(-0.5 * x * x) * g;
    }
    if (viscous > 0.0 && !(speed > 0.0)) sum += 2.0 / (3.0 * viscous); // the start of the interval: x g stays finite
    constexpr double kPerArea = 1.0 / (2.0 * kPi * kPi);
    return kPerArea * sum * (kEnd / kIntervals / 3.0) / (density * width * width);
}

} // namespace ambient
