// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WetPanels.h"

#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"
#include "AmbientFluid/StokesFlow/MeshSymmetry.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

using Triangle = std::array<Vector3, 3>;
using Polygon = std::vector<Vector3>;

double sizeOf(const TriangleMesh& mesh) {
    double size = 0.0;
    for (const Vector3& v : mesh.vertices)
        size = std::max(size, v.norm());
    return size;
}

/// The part of a convex polygon on which `side` times a coordinate is not negative.
Polygon clipped(const Polygon& polygon, int axis, double side) {
    Polygon kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vector3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        const double onA = side * a[axis], onB = side * b[axis];
        if (onA >= 0.0) kept.push_back(a);
        if ((onA > 0.0 && onB < 0.0) || (onA < 0.0 && onB > 0.0)) {
            kept.push_back(a + onA / (onA - onB) * (b - a));
            kept.back()[axis] = 0.0;
        }
    }
    return kept;
}

int longestSideOf(const Triangle& t) {
    int longest = 0;
    double most = 0.0;
    for (int k = 0; k < 3; ++k) {
        const double length = (t[static_cast<std::size_t>((k + 1) % 3)] - t[static_cast<std::size_t>(k)]).squaredNorm();
        if (length > most * (1.0 + 1e-9)) {
            most = length;
            longest = k;
        }
    }
    return longest;
}

/// Bisects the longest side until no side is longer than `longest`; calls part(triangle) for each part.
template <class Part>
void bisected(const Triangle& t, double longest, const Part& part) {
    const auto k = static_cast<std::size_t>(longestSideOf(t)), l = (k + 1) % 3, m = (k + 2) % 3;
    if (!((t[l] - t[k]).norm() > longest)) return part(t);
    const Vector3 middle = 0.5 * (t[k] + t[l]);
    bisected({t[k], middle, t[m]}, longest, part);
    bisected({middle, t[l], t[m]}, longest, part);
}

/// No more than the number of parts, without making them: a part has no longer side, and no larger area than the
/// equilateral triangle.
double fewestParts(const std::vector<Triangle>& faces, double longest) {
    double count = 0.0;
    for (const Triangle& t : faces) {
        const auto k = static_cast<std::size_t>(longestSideOf(t));
        const double area = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm(), side = (t[(k + 1) % 3] - t[k]).norm();
        count += std::max({1.0, area / (std::sqrt(0.1875) * longest * longest), side / longest});
    }
    return count;
}

int countBisected(const std::vector<Triangle>& faces, double longest) {
    int count = 0;
    for (const Triangle& face : faces)
        bisected(face, longest, [&count](const Triangle&) { ++count; });
    return count;
}

/// Longest side with which at least `wanted` parts result, and as few of them as there are.
double sideFor(const std::vector<Triangle>& faces, int wanted) {
    double high = 0.0;
    for (const Triangle& face : faces)
        for (std::size_t k = 0; k < 3; ++k)
            high = std::max(high, (face[(k + 1) % 3] - face[k]).norm());
    double low = high;
    while (countBisected(faces, low) < wanted)
        low *= 0.7;
    for (int i = 0; i < 20; ++i) {
        const double middle = 0.5 * (low + high);
        (countBisected(faces, middle) < wanted ? high : low) = middle;
    }
    return low;
}

/// Areas and volumes over a length that a surface and its mirror image share.
Vector6 signature(const std::vector<Triangle>& faces, double length) {
    Vector6 sums = Vector6::Zero();
    for (const Triangle& t : faces) {
        const Vector3 area = 0.5 * (t[1] - t[0]).cross(t[2] - t[0]), middle = (t[0] + t[1] + t[2]) / 3.0;
        sums[0] += area.norm();
        sums[1] += t[0].dot(t[1].cross(t[2])) / (6.0 * length);
        sums[2] += area.norm() * middle.z() / length;
        for (int axis = 0; axis < 3; ++axis)
            sums[3 + axis] += std::fabs(area[axis]);
    }
    return sums;
}

TriangleMesh placed(const TriangleMesh& mesh, const Pose& pose) {
    TriangleMesh moved = mesh;
    for (Vector3& v : moved.vertices)
        v = pose * v;
    // Corners that rounding keeps off the surface would make faces without height.
    const double snap = 1e-9 * sizeOf(moved);
    for (Vector3& v : moved.vertices)
        if (std::fabs(v.z()) < snap) v.z() = 0.0;
    return moved;
}

} // namespace

WetPanels::WetPanels(const TriangleMesh& mesh, const Pose& waterFromMesh, int faces, double longest) {
    TriangleMesh whole = placed(mesh, waterFromMesh);
    findSymmetry(whole);
    std::vector<Line> waterline;
    std::vector<Corners> wet = wetPart(whole, &waterline);
    if (wet.empty()) throw std::invalid_argument("the body is not in the water");
    const int given = images() * static_cast<int>(wet.size());
    constexpr int kFewestAsTheyAre = 400, kMostAsTheyAre = 1600;
    const int wanted = faces > 0 ? faces : std::clamp(given, kFewestAsTheyAre, kMostAsTheyAre);
    if (given > wanted + wanted / 3) {
        const double share = static_cast<double>(wanted) / given;
        whole = placed(reducedMesh(mesh, std::max(8, static_cast<int>(share * mesh.faceCount()))), waterFromMesh);
        wet = wetPart(whole, &waterline);
    }
    double side = sideFor(wet, std::max(1, wanted / images()));
    if (faces == 0) side = std::min(side, longest);
    addHull(wet, side);
    addLid(waterline);
}

double WetPanels::longestSide() const {
    double longest = 0.0;
    for (const Panel& panel : m_hull)
        longest = std::max(longest, *std::max_element(panel.edgeLength.begin(), panel.edgeLength.end()));
    return longest;
}

/// The corners must be mirror images of each other, and the faces enclose the same on both sides: a quadrilateral that
/// is not flat may be divided along either diagonal.
void WetPanels::findSymmetry(const TriangleMesh& mesh) {
    const std::vector<Vector3> planes =
        planesOfSymmetry(mesh, {Vector3::UnitX(), Vector3::UnitY()}, Vector3::Zero(), 1e-6);
    const double length = sizeOf(mesh);
    const Vector6 whole = signature(wetPart(mesh, nullptr), length);
    for (const Vector3& normal : planes) {
        m_mirrored[normal.x() > 0.5 ? 0 : 1] = true;
        const Vector6 half = signature(wetPart(mesh, nullptr), length) * images();
        if (!((half - whole).cwiseAbs().maxCoeff() <= 1e-5 * whole.cwiseAbs().maxCoeff()))
            m_mirrored[normal.x() > 0.5 ? 0 : 1] = false;
    }
}

std::vector<WetPanels::Corners> WetPanels::wetPart(const TriangleMesh& mesh, std::vector<Line>* waterline) const {
    if (waterline) waterline->clear();
    std::vector<Corners> faces;
    const double least = 1e-14 * sizeOf(mesh) * sizeOf(mesh);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        Polygon polygon = {mesh.corner(f, 0), mesh.corner(f, 1), mesh.corner(f, 2)};
        if (std::all_of(polygon.begin(), polygon.end(), [](const Vector3& v) { return v.z() >= 0.0; })) continue;
        polygon = clipped(polygon, 2, -1.0);
        for (std::size_t i = 0; waterline && i < polygon.size(); ++i) {
            const Vector3 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
            if (a.z() == 0.0 && b.z() == 0.0) waterline->push_back({a, b});
        }
        for (int axis = 0; axis < 2; ++axis)
            if (m_mirrored[static_cast<std::size_t>(axis)]) polygon = clipped(polygon, axis, 1.0);
        for (std::size_t i = 2; i < polygon.size(); ++i) {
            const Corners part = {polygon[0], polygon[i - 1], polygon[i]};
            if ((part[1] - part[0]).cross(part[2] - part[0]).norm() > least) faces.push_back(part);
        }
    }
    return faces;
}

void WetPanels::addHull(const std::vector<Corners>& faces, double longest) {
    const auto requireFew = [](double panels, const char* orMore) {
        if (!(panels <= kMost))
            throw std::invalid_argument("waves this short need " + textOf(panels) + " panels" + orMore +
                                        "; no more than " + std::to_string(kMost) + " are possible");
    };
    requireFew(std::floor(images() * fewestParts(faces, longest)), " or more");
    for (const Corners& face : faces)
        bisected(face, longest, [this](const Triangle& t) { m_hull.emplace_back(t[0], t[1], t[2]); });
    requireFew(hullFaces(), "");
}

/// Rows of cells between the waterlines; each is halved into panels twice as large as those of the hull.
void WetPanels::addLid(const std::vector<Line>& waterline) {
    if (waterline.empty()) return;
    double low = std::numeric_limits<double>::infinity(), high = -low, area = 0.0;
    for (const Line& line : waterline) {
        low = std::min({low, line.from.y(), line.to.y()});
        high = std::max({high, line.from.y(), line.to.y()});
    }
    for (const Panel& panel : m_hull)
        area += panel.area;
    const double cell = std::sqrt(4.0 * area / static_cast<double>(m_hull.size()));
    if (m_mirrored[1]) low = 0.0;
    const int rows = std::max(1, static_cast<int>(std::ceil((high - low) / cell - 1e-9)));
    for (int row = 0; row < rows; ++row)
        addLidRow(waterline, low + row * (high - low) / rows, low + (row + 1) * (high - low) / rows, cell);
}

/// Cells between two lines y = const; a row whose ends cross the waterline differently often is halved.
void WetPanels::addLidRow(const std::vector<Line>& waterline, double low, double high, double cell) {
    const auto crossings = [&](double y) {
        std::vector<double> places;
        for (const Line& line : waterline)
            if ((line.from.y() < y) != (line.to.y() < y))
                places.push_back(line.from.x() +
                                 (y - line.from.y()) / (line.to.y() - line.from.y()) * (line.to.x() - line.from.x()));
        std::sort(places.begin(), places.end());
        return places;
    };
    const double inside = 1e-6 * (high - low); // off the corners
    const std::vector<double> atLow = crossings(low + inside), atHigh = crossings(high - inside);
    if (atLow.size() == atHigh.size() && atLow.size() % 2 == 0) {
        for (std::size_t i = 0; i < atLow.size(); i += 2)
            addLidCells({atLow[i], atLow[i + 1]}, {atHigh[i], atHigh[i + 1]}, low, high, cell);
    } else if (high - low > 0.1 * cell) {
        addLidRow(waterline, low, 0.5 * (low + high), cell);
        addLidRow(waterline, 0.5 * (low + high), high, cell);
    }
}

void WetPanels::addLidCells(const std::array<double, 2>& low, const std::array<double, 2>& high, double yLow,
                            double yHigh, double cell) {
    const double least = m_mirrored[0] ? 0.0 : -std::numeric_limits<double>::infinity();
    const double from[2] = {std::max(low[0], least), std::max(high[0], least)};
    const double to[2] = {std::max(low[1], least), std::max(high[1], least)};
    const double width = 0.5 * (to[0] - from[0] + to[1] - from[1]);
    if (!(width > 1e-3 * cell)) return;
    const int cells = std::max(1, static_cast<int>(std::ceil(width / cell - 1e-9)));
    const auto at = [&](int i, int end) {
        const double share = static_cast<double>(i) / cells;
        return Vector3(from[end] + share * (to[end] - from[end]), end == 0 ? yLow : yHigh, 0.0);
    };
    const auto add = [this](const Vector3& a, const Vector3& b, const Vector3& c) {
        if ((b - a).cross(c - a).z() > 1e-6 * (b - a).norm() * (c - a).norm()) m_lid.emplace_back(a, b, c);
    };
    for (int i = 0; i < cells; ++i) {
        add(at(i, 0), at(i + 1, 0), at(i + 1, 1));
        add(at(i, 0), at(i + 1, 1), at(i, 1));
    }
}

} // namespace ambient
