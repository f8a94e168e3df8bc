// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/BoxGrid.h"
#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/Icosphere.h"
#include "AmbientFluid/Mesh/ShapeLayout.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {

namespace {

void requireSize(const Vector3& v, const char* x, const char* y, const char* z) {
    requireLengths({{x, v.x()}, {y, v.y()}, {z, v.z()}});
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

/// Appends the mirror image of a profile of rings at z <= 0 that ends at the equator.
void appendMirrored(std::vector<Ring>& profile) {
    for (std::size_t i = profile.size() - 1; i-- > 0;) {
        profile.push_back({profile[i].radius, -profile[i].z, profile[i].perOctant});
    }
}

/// Volume of a football over 2 pi R^3 for the half opening angle a of its arc.
/// The integral of (cos t - cos a)^2 cos t over the polar angle t from 0 to a, by Simpson's rule (relative error
/// 1e-14), since the closed form cancels for slender footballs.
double footballVolumeIntegral(double a) {
    const int intervals = 2000;
    const auto f = [a](double t) {
        const double r = 2.0 * portable::sin(0.5 * (a + t)) * portable::sin(0.5 * (a - t));
        return r * r * portable::cos(t);
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
    requireSize(semiAxes, "semiAxes.x", "semiAxes.y", "semiAxes.z");
    requireFaces(targetFaces, 20);
    TriangleMesh mesh = makeNearestIcosphere(targetFaces);
    scaleUniformly(mesh, 4.0 / 3.0 * kPi);
    for (Vector3& p : mesh.vertices)
        p = p.cwiseProduct(semiAxes);
    return mesh;
}

TriangleMesh makeBox(const Vector3& size, int targetFaces) {
    requireSize(size, "size.x", "size.y", "size.z");
    requireFaces(targetFaces, 12);
    if (targetFaces < 30) return BoxGrid{size, size.maxCoeff(), {1, 1, 1}}.triangulate();
    return boxNearest(size, targetFaces, false);
}

TriangleMesh makePlate(const Vector3& size, int targetFaces) {
    requireSize(size, "size.x", "size.y", "size.z");
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
            profile.push_back(Ring::ofSpacing(radius * portable::sin(angle),
                                              -0.5 * cylinderLength - radius * portable::cos(angle), ringSpacing));
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
    const double slant = portable::hypot(radius, height);
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
    centreAlongAxis(mesh);
    return mesh;
}

TriangleMesh makeFootball(double length, double diameter, int targetFaces) {
    requireLengths({{"length", length}, {"diameter", diameter}});
    if (length < diameter) throw std::invalid_argument("length: a football is at least as long as its diameter");
    requireFaces(targetFaces, kFewestRevolvedFaces);
    const double arcRadius = (length * length + diameter * diameter) / (4.0 * diameter);
    const double halfAngle = 2.0 * portable::atan(diameter / length);
    const auto profileAt = [&](double spacing, double ringSpacing) {
        const int rows = atLeastOne(arcRadius * halfAngle / spacing);
        std::vector<Ring> profile;
        for (int i = 0; i <= rows; ++i) {
            const double angle = halfAngle * (rows - i) / rows;
            const double radius =
                2.0 * arcRadius * portable::sin(0.5 * (halfAngle + angle)) * portable::sin(0.5 * (halfAngle - angle));
            profile.push_back(Ring::ofSpacing(radius, -arcRadius * portable::sin(angle), ringSpacing));
        }
        appendMirrored(profile);
        return profile;
    };
    TriangleMesh mesh = revolveNearest(targetFaces, kPi * length * diameter, 4.0 * length, profileAt);
    scaleUniformly(mesh, 2.0 * kPi * arcRadius * arcRadius * arcRadius * footballVolumeIntegral(halfAngle));
    return mesh;
}

} // namespace ambient
