// SPDX-License-Identifier: Zlib
#include "drawing/WaterMesh.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {

using ambient::Vector3;

namespace {

/// Two triangles per cell of a square of (cells + 1)^2 vertices, row by row.
void addCells(ambient::TriangleMesh& mesh, int cells) {
    for (int row = 0; row < cells; ++row)
        for (int column = 0; column < cells; ++column) {
            const int a = row * (cells + 1) + column, b = a + 1, c = a + cells + 1, d = c + 1;
            mesh.faces.push_back({a, b, d});
            mesh.faces.push_back({a, d, c});
        }
}

/// 1 at 0 and below, 0 at 1 and above, smooth between.
double fading(double x) {
    const double t = std::clamp(x, 0.0, 1.0);
    return 1.0 - t * t * (3.0 - 2.0 * t);
}

} // namespace

WaterSheet WaterSheet::about(const Vector3& center, const Vector3& up, double halfWidth) {
    const Vector3 across = halfWidth * up.unitOrthogonal(), along = up.cross(across);
    return {center - across - along, 2.0 * across, 2.0 * along};
}

WaterSheet WaterSheet::in(const Vector3& low, const Vector3& high) {
    const Vector3 sides = high - low;
    return {low, sides.x() * Vector3::UnitX(), sides.y() * Vector3::UnitY()};
}

std::shared_ptr<const ambient::TriangleMesh> waterMesh(const ambient::WaterSurface& surface, const WaterSheet& sheet,
                                                       double time, int cells) {
    if (cells == 0) cells = surface.isFlat() ? 1 : 120;
    auto mesh = std::make_shared<ambient::TriangleMesh>();
    for (int row = 0; row <= cells; ++row)
        for (int column = 0; column <= cells; ++column)
            mesh->vertices.push_back(sheet.corner + double(column) / cells * sheet.across +
                                     double(row) / cells * sheet.along);
    std::vector<ambient::SurfaceSample> samples(mesh->vertices.size());
    surface.sampleMany(mesh->vertices.data(), mesh->vertexCount(), time, samples.data());
    const Vector3& up = surface.up();
    for (std::size_t i = 0; i < samples.size(); ++i)
        mesh->vertices[i] += (samples[i].height - up.dot(mesh->vertices[i])) * up;
    addCells(*mesh, cells);
    return mesh;
}

std::shared_ptr<const ambient::TriangleMesh> waterToHorizon(const ambient::WaterSurface& surface, const Vector3& centre,
                                                            double fine, double extent, double time) {
    constexpr double growth = 6.5;  // the outermost cells are exp(growth) / 2 times as wide as the innermost ones
    constexpr double fadeEnd = 4.0; // waves have faded at this many times the fine distance
    const int cells = surface.isFlat() ? 1 : 160;
    const Vector3 &up = surface.up(), across = up.unitOrthogonal(), along = up.cross(across);
    const auto stretched = [&](int i) {
        return extent * std::sinh(growth * (2.0 * i / cells - 1.0)) / std::sinh(growth);
    };
    auto mesh = std::make_shared<ambient::TriangleMesh>();
    std::vector<Vector3> places;
    for (int row = 0; row <= cells; ++row)
        for (int column = 0; column <= cells; ++column)
            places.push_back(stretched(column) * across + stretched(row) * along + centre);
    std::vector<ambient::SurfaceSample> samples(places.size());
    surface.sampleMany(places.data(), static_cast<int>(places.size()), time, samples.data());
    const auto range = surface.heightRange(time);
    const double mean = std::isfinite(range[0] + range[1]) ? 0.5 * (range[0] + range[1]) : samples.front().height;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Vector3 flat = places[i] - up.dot(places[i]) * up, away = flat - (centre - up.dot(centre) * up);
        const double share = fading((away.norm() / fine - 1.0) / (fadeEnd - 1.0));
        mesh->vertices.push_back(flat + (mean + share * (samples[i].height - mean)) * up - centre);
    }
    addCells(*mesh, cells);
    return mesh;
}

namespace {

/// A corner of a face and its height above the water [m].
struct Corner {
    Vector3 place;
    double above;
};

/// The intersection of the water with a face. Large faces are halved first, since water with waves cuts them in a
/// curve.
class FaceCut {
  public:
    FaceCut(const ambient::WaterSurface& surface, double time, double finest, const Vector3& clearance,
            std::vector<Vector3>& points)
        : m_surface(surface), m_time(time), m_finest(finest), m_clearance(clearance), m_points(points) {}

    void add(const Corner& a, const Corner& b, const Corner& c, int halvings) {
        const double ab = (b.place - a.place).norm(), bc = (c.place - b.place).norm(), ca = (a.place - c.place).norm();
        const double longest = std::max({ab, bc, ca});
        const double nearest = std::min({std::fabs(a.above), std::fabs(b.above), std::fabs(c.above)});
        if (nearest > longest) return;
        if (halvings == 0 || longest <= m_finest || m_surface.isFlat()) return cut({a, b, c});
        if (ab < longest) return bc == longest ? add(b, c, a, halvings) : add(c, a, b, halvings);
        const Vector3 middle = 0.5 * (a.place + b.place);
        const Corner half{middle, m_surface.up().dot(middle) - m_surface.sample(middle, m_time).height};
        add(a, half, c, halvings - 1);
        add(half, b, c, halvings - 1);
    }

  private:
    void cut(const std::array<Corner, 3>& corners) {
        std::vector<Vector3> ends;
        for (std::size_t k = 0; k < 3; ++k) {
            const Corner &i = corners[k], &j = corners[(k + 1) % 3];
            if ((i.above < 0.0) == (j.above < 0.0)) continue;
            ends.push_back(i.place + i.above / (i.above - j.above) * (j.place - i.place) + m_clearance);
        }
        if (ends.size() == 2) m_points.insert(m_points.end(), ends.begin(), ends.end());
    }

    const ambient::WaterSurface& m_surface;
    double m_time, m_finest;
    Vector3 m_clearance;
    std::vector<Vector3>& m_points;
};

} // namespace

void addWaterline(std::vector<Vector3>& points, const ambient::TriangleMesh& mesh, const ambient::Pose& worldFromBody,
                  double scale, const ambient::WaterSurface& surface, double time) {
    constexpr double clearance = 0.004; // of the line from the body, in radii of the body
    constexpr double finest = 0.04;     // longest edge of a face not halved, in radii of the body
    constexpr int mostHalvings = 12;
    const int count = mesh.vertexCount();
    std::vector<Vector3> placed;
    double radius = 0.0;
    for (const Vector3& vertex : mesh.vertices) {
        placed.push_back(worldFromBody * (scale * vertex));
        radius = std::max(radius, scale * vertex.norm());
    }
    const auto range = surface.heightRange(time);
    const double height = surface.up().dot(worldFromBody.position);
    if (height - radius > range[1] || height + radius < range[0]) return;
    std::vector<ambient::SurfaceSample> samples(placed.size());
    surface.sampleMany(placed.data(), count, time, samples.data());
    std::vector<double> above;
    for (std::size_t i = 0; i < placed.size(); ++i)
        above.push_back(surface.up().dot(placed[i]) - samples[i].height);
    for (const auto& face : mesh.faces) {
        std::array<Corner, 3> corners;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto vertex = static_cast<std::size_t>(face[k]);
            corners[k] = {placed[vertex], above[vertex]};
        }
        const Vector3 along = corners[1].place - corners[0].place, across = corners[2].place - corners[0].place;
        const Vector3 clear = clearance * radius * (along.cross(across).normalized() + surface.up());
        FaceCut(surface, time, finest * radius, clear, points).add(corners[0], corners[1], corners[2], mostHalvings);
    }
}

} // namespace samples
