// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FitLevels.h"

#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Mesh/TriangleClip.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ambient {
namespace {

constexpr double kAcross = 0.5;       ///< share of the levels that lie across the motion
constexpr double kEntering = 2.0 / 3; ///< share of these that the body enters
constexpr double kScatter = 0.5;      ///< of their normals

/// The level below which this share of the body's height lies.
FitLevel levelAt(const FluidBodyModel& model, const Vector3& up, double share) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const Vector3& vertex : model.mesh().vertices) {
        const double z = up.dot(vertex - model.centerOfVolume());
        low = std::min(low, z);
        high = std::max(high, z);
    }
    return {up, low + share * (high - low)};
}

} // namespace

std::vector<FitLevel> fitLevels(const FluidBodyModel& model, const std::vector<Twist>& twists, std::uint64_t seed) {
    SeededRandom random(seed);
    std::vector<FitLevel> levels;
    for (const Twist& twist : twists) {
        const Vector3 velocity = twist.linear + twist.angular.cross(model.centerOfVolume());
        const double speed = velocity.norm();
        Vector3 up = random.rotation().col(0);
        const bool isAcross = random.uniform() < kAcross, enters = random.uniform() < kEntering;
        if (isAcross && speed > 0.0) up = ((enters ? -1.0 : 1.0) / speed * velocity + kScatter * up).normalized();
        levels.push_back(levelAt(model, up, random.uniform()));
    }
    return levels;
}

void wetFaces(const FluidBodyModel& model, const FitLevel& level, SurfaceMotion& at) {
    const int count = model.faces().size();
    at.setUniform(count, model.volume(), model.centerOfVolume());
    const double top = level.height + level.up.dot(model.centerOfVolume());
    double wet = 0.0, whole = 0.0;
    for (int f = 0; f < count; ++f) {
        std::array<double, 3> depths;
        for (int k = 0; k < 3; ++k)
            depths[static_cast<std::size_t>(k)] = top - level.up.dot(model.mesh().corner(f, k));
        const double share = std::clamp(clipTriangle(depths).fraction(), 0.0, 1.0);
        const double area = model.faces().area[static_cast<std::size_t>(f)];
        at.wettedFraction[static_cast<std::size_t>(f)] = share;
        wet += share * area;
        whole += area;
    }
    at.meanWeight = wet / whole;
}

} // namespace ambient
