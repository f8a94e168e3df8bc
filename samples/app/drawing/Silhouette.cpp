// SPDX-License-Identifier: Zlib
#include "drawing/Silhouette.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr int kRays = 180;

double cross(const PlanePoint& a, const PlanePoint& b) {
    return a.x() * b.y() - a.y() * b.x();
}

/// Convex hull, counter-clockwise, by Andrew's monotone chain.
std::vector<PlanePoint> hullOf(std::vector<PlanePoint> points) {
    std::sort(points.begin(), points.end(),
              [](const PlanePoint& a, const PlanePoint& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
    std::vector<PlanePoint> hull;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t start = hull.size();
        for (const PlanePoint& p : points) {
            while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], p - hull.back()) <= 0.0)
                hull.pop_back();
            hull.push_back(p);
        }
        hull.pop_back(); // the first of the other pass
        std::reverse(points.begin(), points.end());
    }
    return hull;
}

/// Lengthens the rays across the segment from a to b up to the segment.
void lengthenRays(const PlanePoint& a, const PlanePoint& b, std::vector<double>& rays) {
    constexpr double step = 2.0 * ambient::kPi / kRays;
    const double turn = std::atan2(cross(a, b), a.dot(b));
    const PlanePoint& first = turn >= 0.0 ? a : b;
    const double from = std::atan2(first.y(), first.x());
    for (int k = static_cast<int>(std::ceil(from / step)); k * step <= from + std::fabs(turn); ++k) {
        const PlanePoint direction(std::cos(k * step), std::sin(k * step));
        const double across = cross(direction, b - a);
        if (across == 0.0) continue;
        double& ray = rays[static_cast<std::size_t>((k % kRays + kRays) % kRays)];
        ray = std::max(ray, cross(a, b - a) / across);
    }
}

std::vector<PlanePoint> starOf(const ambient::TriangleMesh& mesh, const std::vector<PlanePoint>& points) {
    std::vector<double> rays(kRays, 0.0);
    for (const auto& face : mesh.faces)
        for (std::size_t k = 0; k < 3; ++k)
            lengthenRays(points[static_cast<std::size_t>(face[k])], points[static_cast<std::size_t>(face[(k + 1) % 3])],
                         rays);
    std::vector<PlanePoint> outline;
    for (int k = 0; k < kRays; ++k) {
        const double angle = 2.0 * ambient::kPi * k / kRays;
        outline.push_back(rays[static_cast<std::size_t>(k)] * PlanePoint(std::cos(angle), std::sin(angle)));
    }
    return outline;
}

} // namespace

std::vector<PlanePoint> silhouetteOf(const RecordedBody& body, const ambient::Pose& worldFromBody, PlotView view) {
    const ambient::Matrix3 rotation = worldFromBody.orientation.toRotationMatrix();
    std::vector<PlanePoint> points;
    for (const ambient::Vector3& vertex : body.mesh->vertices)
        points.push_back(projected(rotation * vertex, view));
    std::vector<PlanePoint> outline = body.convex ? hullOf(points) : starOf(*body.mesh, points);
    for (PlanePoint& p : outline)
        p += projected(worldFromBody.position, view);
    return outline;
}

double radiusOf(const RecordedBody& body) {
    double largest = 0.0;
    for (const ambient::Vector3& vertex : body.mesh->vertices)
        largest = std::max(largest, vertex.norm());
    return largest;
}

} // namespace samples
