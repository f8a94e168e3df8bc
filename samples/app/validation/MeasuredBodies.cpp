// SPDX-License-Identifier: Zlib
#include "validation/MeasuredBodies.h"

#include "interface/Units.h"
#include "scenes/shapes/RevolvedProfile.h"
#include "scenes/shapes/Sections.h"

#include "AmbientFluid/Mesh/BluffBodies.h"
#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Vector3;
using Points = std::vector<Eigen::Vector2d>;

constexpr double kSpan = 40.0; ///< of prisms, in widths [m]
constexpr int kLayers = 26, kChain = 22;
const Vector3 kX = Vector3::UnitX(), kY = Vector3::UnitY(), kZ = Vector3::UnitZ();

SolidSize boxSize(double a, double b, double c) {
    return {a * b * c, 2.0 * (a * b + b * c + c * a)};
}

SolidSize cylinderSize(double length) {
    return {0.25 * kPi * length, 0.5 * kPi + kPi * length};
}

/// A spheroid of diameter 1 m. \param length along its axis [m]
SolidSize spheroidSize(double length) {
    const double e = std::sqrt(std::abs(1.0 - (length < 1.0 ? length * length : 1.0 / (length * length))));
    const double part = length < 1.0 ? length * length / e * std::atanh(e) : length / e * std::asin(e);
    return {kPi / 6.0 * length, 0.5 * kPi * (1.0 + part)};
}

SolidSize coneSize(double height) {
    return {kPi / 12.0 * height, 0.25 * kPi + 0.5 * kPi * std::hypot(0.5, height)};
}

SolidSize cupSize(double wall) {
    const double a = 0.5, b = a - wall;
    return {2.0 / 3.0 * kPi * (a * a * a - b * b * b), 2.0 * kPi * (a * a + b * b) + kPi * (a * a - b * b)};
}

SolidSize ringSize(double hole, double thickness) {
    const double flat = 0.25 * kPi * (1.0 - hole * hole);
    return {flat * thickness, 2.0 * flat + kPi * (1.0 + hole) * thickness};
}

SolidSize prismSize(const StripSection& section, double length) {
    const double area = outlineArea(section);
    return {area * length, 2.0 * area + outlineLength(section) * length};
}

/// Truncated cones between the points of an outline.
SolidSize revolvedSize(const Points& outline) {
    SolidSize size{0.0, 0.0};
    for (std::size_t i = 1; i < outline.size(); ++i) {
        const double a = outline[i - 1].x(), b = outline[i].x(), height = outline[i].y() - outline[i - 1].y();
        size.volume += kPi / 3.0 * height * (a * a + a * b + b * b);
        size.area += kPi * (a + b) * std::hypot(b - a, height);
    }
    return size;
}

void addArc(Points& outline, const Eigen::Vector2d& center, double radius, double from, double to) {
    constexpr int kSteps = 400;
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = from + (to - from) * i / kSteps;
        outline.emplace_back(std::max(0.0, center.x() + radius * std::cos(angle)),
                             center.y() + radius * std::sin(angle));
    }
}

/// Diameter 1, nose towards +z; hemispherical.
Points roundNosedCylinder() {
    Points outline{{0.0, 0.0}, {0.5, 0.0}};
    addArc(outline, {0.0, 3.5}, 0.5, 0.0, 0.5 * kPi);
    outline.back().x() = 0.0;
    return outline;
}

/// Tangent ogive 3 long on a cylinder, 10 over all.
Points ogiveCylinder() {
    const double nose = 3.0, radius = (nose * nose + 0.25) / (2.0 * 0.5);
    Points outline{{0.0, 0.0}, {0.5, 0.0}};
    addArc(outline, {0.5 - radius, 7.0}, radius, 0.0, std::asin(nose / radius));
    outline.back().x() = 0.0;
    return outline;
}

/// Command module of Apollo, shield towards +z: sphere, round shoulder, cone.
Points apollo() {
    const double half = 0.5 * 3.91, shield = 4.69, corner = 0.196, cone = 32.5 * kRadiansPerDegree;
    const double across = half - corner, middle = std::sqrt((shield - corner) * (shield - corner) - across * across);
    const Eigen::Vector2d shoulder(across, middle);
    const double edge = std::atan2(middle, across); // contact of shoulder and shield, from the shield's centre
    Points outline;
    const Eigen::Vector2d touch = shoulder + corner * Eigen::Vector2d(std::cos(cone), -std::sin(cone));
    outline.emplace_back(0.0, touch.y() - touch.x() / std::tan(cone));
    addArc(outline, shoulder, corner, -cone, edge);
    addArc(outline, {0.0, 0.0}, shield, edge, 0.5 * kPi);
    outline.back().x() = 0.0;
    return outline;
}

/// Elliptic nose 1.016 long, parallel middle, parabolic tail 1.111 long: the hull approximated.
Points suboff() {
    const double length = 4.356, radius = 0.254, nose = 1.016, tail = 1.111;
    Points outline;
    constexpr int kSteps = 400;
    for (int i = 0; i <= kSteps; ++i) {
        const double s = static_cast<double>(i) / kSteps;
        outline.emplace_back(radius * s * (2.0 - s), tail * s);
    }
    for (int i = 0; i <= kSteps; ++i) {
        const double angle = 0.5 * kPi * i / kSteps;
        outline.emplace_back(radius * std::cos(angle), length - nose + nose * std::sin(angle));
    }
    outline.front().x() = outline.back().x() = 0.0;
    return outline;
}

/// NACA four-digit section of thickness 1/6, revolved: diameter 1, length 6.
Points revolvedNaca() {
    Points outline;
    constexpr int kSteps = 800;
    for (int i = kSteps; i >= 0; --i) {
        const double x = 0.5 * (1.0 - std::cos(kPi * i / kSteps));
        outline.emplace_back(6.0 * std::max(0.0, nacaHalfThickness(1.0 / 6.0, x)), 6.0 * (1.0 - x));
    }
    outline.front().x() = outline.back().x() = 0.0;
    return outline;
}

/// Stations of the Ahmed body, nose towards +x. \param slant [deg]
std::vector<BoxStation> ahmedStations(double slant, int nose, int middle, int rear) {
    const double length = 1.044, width = 0.389, height = 0.288, radius = 0.1, angle = slant * kRadiansPerDegree;
    const double run = slant > 0.0 ? 0.222 * std::cos(angle) : 0.2, drop = 0.222 * std::sin(angle);
    std::vector<BoxStation> stations;
    const auto add = [&](double x, double inset, double cut) {
        stations.push_back({x, inset - 0.5 * width, 0.5 * width - inset, inset, height - inset - cut});
    };
    for (int i = 0; i <= rear; ++i)
        add(run * i / rear, 0.0, drop * (1.0 - static_cast<double>(i) / rear));
    for (int i = 1; i <= middle; ++i)
        add(run + (length - radius - run) * i / middle, 0.0, 0.0);
    for (int i = 1; i <= nose; ++i) {
        const double turn = 0.5 * kPi * i / nose;
        add(length - radius + radius * std::sin(turn), radius * (1.0 - std::cos(turn)), 0.0);
    }
    return stations;
}

SolidSize loftSize(const std::vector<BoxStation>& stations) {
    SolidSize size{0.0, 0.0};
    const auto face = [](const BoxStation& s) { return (s.yHigh - s.yLow) * (s.zHigh - s.zLow); };
    size.area = face(stations.front()) + face(stations.back());
    for (std::size_t i = 1; i < stations.size(); ++i) {
        const BoxStation &a = stations[i - 1], &b = stations[i];
        const double step = b.x - a.x, y = 0.5 * (a.yHigh - a.yLow + b.yHigh - b.yLow),
                     z = 0.5 * (a.zHigh - a.zLow + b.zHigh - b.zLow);
        size.volume += step * y * z;
        size.area += y * (std::hypot(step, b.zHigh - a.zHigh) + std::hypot(step, b.zLow - a.zLow)) +
                     z * (std::hypot(step, b.yHigh - a.yHigh) + std::hypot(step, b.yLow - a.yLow));
    }
    return size;
}

ambient::TriangleMesh flatRing(double hole) {
    std::vector<ambient::Ring> rings;
    const double thickness = 0.01, spacing = 0.05;
    const int rows = std::max(4, 2 * static_cast<int>(std::lround(0.25 * (1.0 - hole) / spacing)) + 2);
    const std::vector<double> across = ambient::gradedLine(0.5 * (1.0 - hole), 0.1 * (1.0 - hole), rows);
    const double middle = 0.25 * (1.0 + hole);
    rings.push_back(ambient::Ring::ofSpacing(0.5 * hole, 0.0, spacing));
    for (const double x : across)
        rings.push_back(ambient::Ring::ofSpacing(middle + x, -0.5 * thickness, spacing));
    rings.push_back(ambient::Ring::ofSpacing(0.5, 0.0, spacing));
    for (auto x = across.rbegin(); x != across.rend(); ++x)
        rings.push_back(ambient::Ring::ofSpacing(middle + *x, 0.5 * thickness, spacing));
    return ambient::revolve(rings);
}

/// Sections of sheets 0.08 m thick in a square of 1 m; the flange across x at +x.
constexpr double kSheet = 0.08;

std::vector<double> sheetLines(bool isMiddle) {
    std::vector<double> lines;
    const auto add = [&](double from, double to, int steps) {
        for (int i = lines.empty() ? 0 : 1; i <= steps; ++i)
            lines.push_back(from + (to - from) * i / steps);
    };
    if (isMiddle) {
        add(-0.5, -0.5 * kSheet, 5);
        add(-0.5 * kSheet, 0.5 * kSheet, 1);
        add(0.5 * kSheet, 0.5, 5);
    } else {
        add(-0.5, -0.5 + kSheet, 1);
        add(-0.5 + kSheet, 0.5 - kSheet, 8);
        add(0.5 - kSheet, 0.5, 1);
    }
    return lines;
}

ambient::TriangleMesh sheetPrism(bool hasBothFlanges) {
    return makeCellPrism(
        sheetLines(false), sheetLines(true),
        [=](int i, int j) { return i == 9 || (hasBothFlanges && i == 0) || j == 5; }, kSpan, kLayers);
}

SolidSize sheetSize(bool hasBothFlanges) {
    const double flanges = hasBothFlanges ? 2.0 : 1.0, web = 1.0 - flanges * kSheet;
    const double area = flanges * kSheet + web * kSheet;
    const double inside = 1.0 - kSheet; // of a flange, beside the web
    const double outline = hasBothFlanges ? 2.0 + 4.0 * kSheet + 2.0 * inside + 2.0 * web
                                          : 1.0 + 2.0 * kSheet + inside + 2.0 * web + kSheet;
    return {area * kSpan, 2.0 * area + outline * kSpan};
}

MeasuredBody prism(std::vector<std::string> ids, const StripSection& section, const StripSection& fine,
                   std::vector<Vector3> ahead, double length = kSpan) {
    return {std::move(ids), [=] { return makeSectionPrism(section, length, kLayers, 4); }, prismSize(fine, length),
            std::move(ahead), kZ};
}

MeasuredBody revolved(std::vector<std::string> ids, const Points& outline, Vector3 ahead = kZ) {
    return {std::move(ids), [=] { return revolveProfile(outline, 1600); }, revolvedSize(outline), {ahead}, kX};
}

MeasuredBody ahmed(std::string id, double slant) {
    return {{std::move(id)},
            [=] { return makeLoftedBox(ahmedStations(slant, 6, 16, 8), 12, 10); },
            loftSize(ahmedStations(slant, 400, 1, 1)),
            {kX},
            kZ};
}

} // namespace

const std::vector<MeasuredBody>& measuredBodies() {
    using namespace ambient;
    const auto cone = [](double half) { return 0.5 / std::tan(half * kRadiansPerDegree); };
    const auto box = [](std::vector<std::string> ids, const Vector3& size, std::vector<Vector3> ahead,
                        const Vector3& side = kZ) {
        return MeasuredBody{std::move(ids), [=] { return makePlate(size, 1600); },
                            boxSize(size.x(), size.y(), size.z()), std::move(ahead), side};
    };
    const auto cylinder = [](std::vector<std::string> ids, double length, std::vector<Vector3> ahead) {
        return MeasuredBody{std::move(ids), [=] { return makeCylinder(0.5, length, 1600); }, cylinderSize(length),
                            std::move(ahead), kY};
    };
    const auto ellipsoid = [](std::vector<std::string> ids, double length, std::vector<Vector3> ahead) {
        return MeasuredBody{std::move(ids),
                            [=] {
                                return makeEllipsoid({0.5, 0.5, 0.5 * length});
                            },
                            spheroidSize(length), std::move(ahead), kY};
    };
    static const std::vector<MeasuredBody> bodies = {
        {{"3d-001"}, [] { return makeSphere(0.5); }, {kPi / 6.0, kPi}, {kZ}, kX},
        {{"3d-002", "3d-003"},
         [] {
             return makeBox({1, 1, 1});
         },
         boxSize(1, 1, 1),
         {kZ, Vector3(1, 0, 1).normalized()},
         kY},
        {{"3d-004"}, [] { return makeDisc(0.5, 0.01); }, cylinderSize(0.01), {kZ}, kX},
        cylinder({"3d-005"}, 0.5, {kZ}),
        cylinder({"3d-006", "3d-011"}, 1.0, {kZ, kX}),
        cylinder({"3d-007", "3d-012"}, 2.0, {kZ, kX}),
        cylinder({"3d-009"}, 4.0, {kZ}),
        cylinder({"3d-014"}, 5.0, {kX}),
        cylinder({"3d-015", "3d-061"}, 10.0, {kX, kZ}),
        {{"3d-018", "3d-019"}, [] { return makeHemisphere(0.5); }, {kPi / 12.0, 0.75 * kPi}, {-kZ, kZ}, kX},
        {{"3d-020", "3d-021"}, [] { return makeCup(0.5, 0.015); }, cupSize(0.015), {-kZ, kZ}, kX},
        {{"3d-023"}, [=] { return makeCone(0.5, cone(15.0)); }, coneSize(cone(15.0)), {kZ}, kX},
        {{"3d-024", "3d-027"}, [=] { return makeCone(0.5, cone(30.0)); }, coneSize(cone(30.0)), {kZ, -kZ}, kX},
        box({"3d-028"}, {1, 1, 0.02}, {kZ}, kX),
        box({"3d-029"}, {1, 5, 0.02}, {kZ}, kX),
        box({"3d-030"}, {1, 10, 0.02}, {kZ}, kX),
        box({"3d-031"}, {1, 20, 0.02}, {kZ}, kX),
        box({"3d-032"}, {1, 1, 2}, {kZ}, kX),
        box({"3d-033"}, {1, 1, 3}, {kZ}, kX),
        box({"3d-034"}, {1, 1, 5}, {kZ}, kX),
        ellipsoid({"3d-041", "3d-042"}, 2.0, {kZ, kX}),
        ellipsoid({"3d-043"}, 4.0, {kZ}),
        ellipsoid({"3d-044"}, 0.2, {kZ}),
        ellipsoid({"3d-045"}, 0.75, {kZ}),
        {{"3d-046"}, [] { return makeCapsule(0.5, 2.0); }, {kPi / 6.0 + 0.5 * kPi, 3.0 * kPi}, {kZ}, kX},
        revolved({"3d-047"}, roundNosedCylinder()),
        revolved({"3d-048", "3d-062", "3d-063", "3d-064", "3d-065"}, ogiveCylinder()),
        revolved({"3d-054"}, apollo()),
        ahmed("3d-055", 0.0),
        ahmed("3d-056", 25.0),
        ahmed("3d-057", 35.0),
        {{"3d-058"},
         [] { return makeRing(1.0, 0.05, 4800); },
         {2.0 * kPi * kPi * 0.0025, 4.0 * kPi * kPi * 0.05},
         {kZ},
         kX},
        {{"3d-059"}, [] { return flatRing(0.5); }, ringSize(0.5, 0.01), {kZ}, kX},
        {{"3d-060"}, [] { return flatRing(0.8); }, ringSize(0.8, 0.01), {kZ}, kX},
        box({"2d-001"}, {0.02, kSpan, 1}, {kX}),
        box({"2d-005"}, {2, kSpan, 1}, {kX}),
        box({"2d-008"}, {10, kSpan, 1}, {kX}),
        prism({"2d-014", "2d-015"}, roundedTriangle(0.08, kChain), roundedTriangle(0.08, 4000), {kX, -kX}),
        prism({"2d-016", "2d-017"}, roundedTriangle(0.25, kChain), roundedTriangle(0.25, 4000), {kX, -kX}),
        prism({"2d-018"}, roundedSquare(0.02, kChain), roundedSquare(0.02, 4000), {kX}),
        prism({"2d-020"}, roundedSquare(0.33, kChain), roundedSquare(0.33, 4000), {kX}),
        prism({"2d-021", "2d-022"}, halfTube(1.0, 0.03, kChain), halfTube(1.0, 0.03, 4000), {-kX, kX}),
        {{"2d-025"}, [] { return sheetPrism(true); }, sheetSize(true), {kX}, kZ},
        {{"2d-026", "2d-027"}, [] { return sheetPrism(false); }, sheetSize(false), {kX, -kX}, kZ},
        prism({"2d-028"}, ellipticSection(2, 1, kChain), ellipticSection(2, 1, 4000), {kX}),
        prism({"2d-029"}, ellipticSection(4, 1, kChain), ellipticSection(4, 1, 4000), {kX}),
        prism({"2d-030"}, ellipticSection(8, 1, kChain), ellipticSection(8, 1, 4000), {kX}),
        box({"wing-001", "wing-002", "wing-003", "wing-004", "wing-005", "wing-006", "wing-007", "wing-008"},
            {1, 1, 0.02}, {kX}),
        prism({"wing-017", "wing-018"}, nacaSection(0.12, kChain), nacaSection(0.12, 4000), {kX}, 6.0),
        box({"wing-019"}, {1, 0.5, 0.01}, {kX}),
        box({"wing-020"}, {1, 2, 0.01}, {kX}),
        box({"wing-021"}, {1, 6, 0.01}, {kX}),
        revolved({"streamlined-001"}, suboff()),
        prism({"streamlined-002"}, nacaSection(0.3, kChain), nacaSection(0.3, 4000), {kX}, 10.0),
        {{"streamlined-004"}, [] { return makeTeardrop(4.0, 1.0); }, {9.0 / 16.0 * kPi, 8.9664}, {kZ}, kX},
        prism({"streamlined-006"}, nacaSection(0.25, kChain), nacaSection(0.25, 4000), {kX}, 10.0),
        prism({"streamlined-007"}, nacaSection(0.4, kChain), nacaSection(0.4, 4000), {kX}, 10.0),
        revolved({"streamlined-008"}, revolvedNaca()),
    };
    return bodies;
}

} // namespace samples
