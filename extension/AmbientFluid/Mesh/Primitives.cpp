// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"

#include "AmbientFluid/Mesh/BoxGrid.h"
#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <stdexcept>
#include <string>

namespace ambient {

namespace {

constexpr double kSmallestLength = 1e-9, kLargestLength = 1e9, kLargestRatio = 1e6;
constexpr int kMostFaces = 2000000;
constexpr int kFewestRevolvedFaces = 48;
struct NamedLength {
    const char* name;
    double value;
};

void requireLengths(std::initializer_list<NamedLength> lengths) {
    double smallest = kLargestLength, largest = kSmallestLength;
    for (const NamedLength& l : lengths) {
        if (!(l.value >= kSmallestLength && l.value <= kLargestLength)) {
            throw std::invalid_argument(std::string(l.name) + " must be between 1e-9 and 1e9 m, got " +
                                        std::to_string(l.value));
        }
        smallest = std::min(smallest, l.value);
        largest = std::max(largest, l.value);
    }
    if (largest > kLargestRatio * smallest) {
        std::string names;
        for (const NamedLength& l : lengths)
            names += (names.empty() ? "" : ", ") + std::string(l.name);
        throw std::invalid_argument(names + ": differ by more than a factor 1e6");
    }
}

void requireLengths(const Vector3& v, const char* x, const char* y, const char* z) {
    requireLengths({{x, v.x()}, {y, v.y()}, {z, v.z()}});
}

void requireFaces(int targetFaces, int fewest) {
    if (targetFaces >= fewest && targetFaces <= kMostFaces) return;
    throw std::invalid_argument("targetFaces must be between " + std::to_string(fewest) + " and " +
                                std::to_string(kMostFaces) + ", got " + std::to_string(targetFaces));
}

/// The layout whose face count is nearest to the target. layoutAt(h) gives a layout of spacing h, countOf its faces;
/// the count falls as h grows, from above the target at `finest` [m] on.
template <class LayoutAt, class CountOf>
auto nearestLayout(int targetFaces, double finest, double coarsest, LayoutAt layoutAt, CountOf countOf) {
    auto best = layoutAt(coarsest);
    for (int step = 0; step < 60; ++step) {
        const double middle = std::sqrt(finest * coarsest);
        auto layout = layoutAt(middle);
        (countOf(layout) > targetFaces ? finest : coarsest) = middle;
        if (std::abs(countOf(layout) - targetFaces) < std::abs(countOf(best) - targetFaces)) best = std::move(layout);
    }
    return best;
}

/// A spacing [m] that surely gives more faces than asked: triangles of spacing h have about the area h^2 / 2.
double finestSpacing(double area, int targetFaces) {
    return 0.25 * std::sqrt(area / targetFaces);
}

/// profileAt(spacing, ringSpacing) gives rings `spacing` apart with segments of `ringSpacing`. Since rings have
/// multiples of 8 segments, equal spacings may miss the target by a quarter; slightly unequal ones then come nearer.
template <class ProfileAt>
TriangleMesh revolveNearest(int targetFaces, double area, double coarsest, ProfileAt profileAt) {
    std::vector<Ring> best;
    int smallestMiss = kMostFaces;
    for (double ratio : {1.0, 0.85, 1.2}) {
        const auto layoutAt = [&](double spacing) { return profileAt(spacing, ratio * spacing); };
        auto profile =
            nearestLayout(targetFaces, finestSpacing(area, targetFaces), coarsest, layoutAt, revolvedFaceCount);
        const int miss = std::abs(revolvedFaceCount(profile) - targetFaces);
        if (miss < smallestMiss) {
            smallestMiss = miss;
            best = std::move(profile);
        }
        if (20 * smallestMiss <= targetFaces) break;
    }
    return revolve(best);
}

int atLeastOne(double count) {
    return std::max(1, static_cast<int>(std::lround(count)));
}

void scaleUniformly(TriangleMesh& mesh, double volume) {
    const double factor = std::cbrt(volume / enclosedVolume(mesh));
    for (Vector3& p : mesh.vertices)
        p *= factor;
}

void scaleRadially(TriangleMesh& mesh, double volume) {
    const double factor = std::sqrt(volume / enclosedVolume(mesh));
    for (Vector3& p : mesh.vertices)
        p.head<2>() *= factor;
}

/// Rings of a flat disc from the axis to just inside the rim, graded towards the rim.
std::vector<Ring> capRings(double radius, double z, double spacing, double ringSpacing) {
    const int rows = atLeastOne(0.5 * stretchedLength(2.0 * radius, radius) / spacing);
    std::vector<Ring> rings;
    for (double r : gradedHalfLine(radius, radius, rows))
        rings.push_back(Ring::ofSpacing(r, z, ringSpacing));
    rings.pop_back();
    return rings;
}

using RowRule = int (*)(double length, double middleSpacing, double referenceZone);

TriangleMesh makeRound(double radius, double length, int targetFaces, RowRule rowsAlong) {
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const std::vector<Ring> cap = capRings(radius, -0.5 * length, spacing, ringSpacing);
        std::vector<Ring> profile = cap;
        for (double z : gradedLine(length, radius, rowsAlong(length, spacing, radius))) {
            profile.push_back(Ring::ofSpacing(radius, z, ringSpacing));
        }
        for (auto ring = cap.rbegin(); ring != cap.rend(); ++ring) {
            profile.push_back({ring->radius, 0.5 * length, ring->perOctant});
        }
        return profile;
    };
    TriangleMesh mesh =
        revolveNearest(targetFaces, 2.0 * kPi * radius * (radius + length), 4.0 * (radius + length), profileAt);
    scaleRadially(mesh, kPi * radius * radius * length);
    return mesh;
}

TriangleMesh boxNearest(const Vector3& size, int targetFaces, bool plateRule) {
    Vector3 sorted = size;
    std::sort(sorted.data(), sorted.data() + 3);
    const double zone = 0.5 * sorted[1];
    const auto gridAt = [&](double spacing) {
        BoxGrid grid{size, zone, {2, 2, 2}};
        for (int k = 0; k < 3; ++k) {
            const bool isThin = plateRule && size[k] == sorted[0];
            grid.intervals[k] = (isThin ? thinIntervals : matchedIntervals)(size[k], spacing, zone);
        }
        return grid;
    };
    const double area = 2.0 * (size.x() * size.y() + size.y() * size.z() + size.z() * size.x());
    return nearestLayout(targetFaces, finestSpacing(area, targetFaces), 4.0 * size.sum(), gridAt,
                         [](const BoxGrid& grid) { return grid.faceCount(); })
        .triangulate();
}

/// Mirrors a profile of rings at z <= 0 that ends with the equator.
void appendMirrored(std::vector<Ring>& profile) {
    for (std::size_t i = profile.size() - 1; i-- > 0;) {
        profile.push_back({profile[i].radius, -profile[i].z, profile[i].perOctant});
    }
}

/// Volume of the football over 2 pi R^3 with half opening angle a of its arc: the integral over the polar angle t from
/// 0 to a of (cos t - cos a)^2 cos t, by Simpson's rule (relative error 1e-14), since the closed form cancels for a
/// slender one.
double footballVolumeIntegral(double a) {
    const int intervals = 2000;
    const auto f = [a](double t) {
        const double r = 2.0 * std::sin(0.5 * (a + t)) * std::sin(0.5 * (a - t));
        return r * r * std::cos(t);
    };
    double sum = f(0.0) + f(a);
    for (int i = 1; i < intervals; ++i)
        sum += (i % 2 == 1 ? 4.0 : 2.0) * f(a * i / intervals);
    return sum * a / (3.0 * intervals);
}

} // namespace

TriangleMesh makeSphere(double radius, int targetFaces) {
    requireLengths({{"radius", radius}});
    return makeEllipsoid(Vector3::Constant(radius), targetFaces);
}

TriangleMesh makeEllipsoid(const Vector3& semiAxes, int targetFaces) {
    requireLengths(semiAxes, "semiAxes.x", "semiAxes.y", "semiAxes.z");
    requireFaces(targetFaces, 20);
    int n = static_cast<int>(std::sqrt(targetFaces / 20.0));
    if (20 * (n + 1) * (n + 1) - targetFaces < targetFaces - 20 * n * n) ++n;
    TriangleMesh mesh = makeIcosphere(n);
    scaleUniformly(mesh, 4.0 / 3.0 * kPi);
    for (Vector3& p : mesh.vertices)
        p = p.cwiseProduct(semiAxes);
    return mesh;
}

TriangleMesh makeBox(const Vector3& size, int targetFaces) {
    requireLengths(size, "size.x", "size.y", "size.z");
    requireFaces(targetFaces, 12);
    if (targetFaces < 30) return BoxGrid{size, size.maxCoeff(), {1, 1, 1}}.triangulate();
    return boxNearest(size, targetFaces, false);
}

TriangleMesh makePlate(const Vector3& size, int targetFaces) {
    requireLengths(size, "size.x", "size.y", "size.z");
    requireFaces(targetFaces, 48);
    return boxNearest(size, targetFaces, true);
}

TriangleMesh makeCylinder(double radius, double length, int targetFaces) {
    requireLengths({{"radius", radius}, {"length", length}});
    return makeRound(radius, length, targetFaces, matchedIntervals);
}

TriangleMesh makeDisc(double radius, double thickness, int targetFaces) {
    requireLengths({{"radius", radius}, {"thickness", thickness}});
    return makeRound(radius, thickness, targetFaces, thinIntervals);
}

TriangleMesh makeCapsule(double radius, double cylinderLength, int targetFaces) {
    requireLengths({{"radius", radius}, {"cylinderLength", cylinderLength}});
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const int capRows = atLeastOne(0.5 * kPi * radius / spacing);
        const int halfRows = atLeastOne(0.5 * cylinderLength / spacing);
        std::vector<Ring> profile;
        for (int i = 0; i < capRows; ++i) {
            const double angle = 0.5 * kPi * i / capRows;
            profile.push_back(Ring::ofSpacing(radius * std::sin(angle),
                                              -0.5 * cylinderLength - radius * std::cos(angle), ringSpacing));
        }
        for (int i = 0; i <= halfRows; ++i) {
            profile.push_back(
                Ring::ofSpacing(radius, 0.5 * cylinderLength * (static_cast<double>(i) / halfRows - 1.0), ringSpacing));
        }
        appendMirrored(profile);
        return profile;
    };
    TriangleMesh mesh = revolveNearest(targetFaces, 2.0 * kPi * radius * (2.0 * radius + cylinderLength),
                                       4.0 * (radius + cylinderLength), profileAt);
    scaleUniformly(mesh, kPi * radius * radius * (4.0 / 3.0 * radius + cylinderLength));
    return mesh;
}

TriangleMesh makeCone(double radius, double height, int targetFaces) {
    requireLengths({{"radius", radius}, {"height", height}});
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const double slant = std::hypot(radius, height);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        std::vector<Ring> profile = capRings(radius, 0.0, spacing, ringSpacing);
        const int rows = atLeastOne(0.5 * stretchedLength(2.0 * slant, radius) / spacing);
        const std::vector<double> fromApex = gradedHalfLine(slant, radius, rows);
        for (auto s = fromApex.rbegin(); s != fromApex.rend(); ++s) {
            profile.push_back(Ring::ofSpacing(radius * *s / slant, height * (1.0 - *s / slant), ringSpacing));
        }
        return profile;
    };
    TriangleMesh mesh = revolveNearest(targetFaces, kPi * radius * (radius + slant), 4.0 * (radius + slant), profileAt);
    scaleRadially(mesh, kPi / 3.0 * radius * radius * height);
    const double rise = volumeCentroid(mesh).z();
    for (Vector3& p : mesh.vertices)
        p.z() -= rise;
    return mesh;
}

TriangleMesh makeFootball(double length, double diameter, int targetFaces) {
    requireLengths({{"length", length}, {"diameter", diameter}});
    if (length < diameter) throw std::invalid_argument("length: a football is at least as long as its diameter");
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const double arcRadius = (length * length + diameter * diameter) / (4.0 * diameter);
    const double halfAngle = 2.0 * std::atan(diameter / length);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const int rows = atLeastOne(arcRadius * halfAngle / spacing);
        std::vector<Ring> profile;
        for (int i = 0; i <= rows; ++i) {
            const double angle = halfAngle * (rows - i) / rows;
            const double radius =
                2.0 * arcRadius * std::sin(0.5 * (halfAngle + angle)) * std::sin(0.5 * (halfAngle - angle));
            profile.push_back(Ring::ofSpacing(radius, -arcRadius * std::sin(angle), ringSpacing));
        }
        appendMirrored(profile);
        return profile;
    };
    TriangleMesh mesh = revolveNearest(targetFaces, kPi * length * diameter, 4.0 * length, profileAt);
    scaleUniformly(mesh, 2.0 * kPi * arcRadius * arcRadius * arcRadius * footballVolumeIntegral(halfAngle));
    return mesh;
}

} // namespace ambient
