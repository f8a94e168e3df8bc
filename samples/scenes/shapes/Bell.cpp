// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Bell.h"

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace samples {
namespace {

/// The middle of the sheet at the share s of the arc from the top to the rim.
class Meridian {
  public:
    explicit Meridian(const BellShape& shape) : m_shape(shape) {
        m_radius.push_back(0.0);
        m_height.push_back(0.0);
        for (int i = 0; i < kPieces; ++i) {
            const double angle = angleAt((i + 0.5) / kPieces), piece = shape.meridian / kPieces;
            m_radius.push_back(m_radius.back() + piece * std::cos(angle));
            m_height.push_back(m_height.back() - piece * std::sin(angle));
        }
    }

    /// Below the horizontal.
    double angleAt(double s) const {
        const double closed = std::tanh(kBend * s) / std::tanh(kBend);
        return m_shape.rimAngle * (m_shape.opening * s + (1.0 - m_shape.opening) * closed);
    }
    double radiusAt(double s) const { return at(m_radius, s); }
    double heightAt(double s) const { return at(m_height, s); }

  private:
    static constexpr int kPieces = 400;
    static constexpr double kBend = 6.0; ///< how soon a closed bell hangs down

    static double at(const std::vector<double>& values, double s) {
        const double place = s * kPieces;
        const std::size_t i = std::min(static_cast<std::size_t>(place), values.size() - 2);
        return values[i] + (place - static_cast<double>(i)) * (values[i + 1] - values[i]);
    }

    BellShape m_shape;
    std::vector<double> m_radius, m_height;
};

/// A place on an octahedron whose edges are divided into n: |x| + |y| + |z| = n.
using Place = std::array<int, 3>;

/// Its triangles are those of the bell: the rim is a ring of edges. Ring k from the top or bottom has 4 k vertices.
class Octahedron {
  public:
    explicit Octahedron(int n) {
        for (const int sx : {1, -1})
            for (const int sy : {1, -1})
                for (const int sz : {1, -1})
                    addOctant(n, sx, sy, sz);
    }
    const std::vector<Place>& places() const { return m_places; }
    const std::vector<ambient::TriangleMesh::Face>& faces() const { return m_faces; }

  private:
    void addOctant(int n, int sx, int sy, int sz) {
        const auto at = [&](int i, int j) {
            const Place place = {sx * i, sy * j, sz * (n - i - j)};
            const auto [known, isNew] = m_index.try_emplace(place, static_cast<int>(m_places.size()));
            if (isNew) m_places.push_back(place);
            return known->second;
        };
        const bool isMirrored = sx * sy * sz < 0;
        const auto add = [&](int a, int b, int c) {
            m_faces.push_back(isMirrored ? ambient::TriangleMesh::Face{a, c, b} : ambient::TriangleMesh::Face{a, b, c});
        };
        for (int i = 0; i < n; ++i)
            for (int j = 0; i + j < n; ++j) {
                add(at(i, j), at(i + 1, j), at(i, j + 1));
                if (i + j + 1 < n) add(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
            }
    }

    std::map<Place, int> m_index;
    std::vector<Place> m_places;
    std::vector<ambient::TriangleMesh::Face> m_faces;
};

/// Angle about the axis, even along a ring.
double azimuthOf(const Place& place) {
    const int x = place[0], y = place[1], ring = std::max(std::abs(x) + std::abs(y), 1);
    const int quarter = y >= 0 ? (x > 0 || y == 0 ? 0 : 1) : (x < 0 ? 2 : 3);
    const int along = quarter % 2 == 0 ? std::abs(y) : std::abs(x);
    if (y == 0) return x >= 0 ? 0.0 : ambient::kPi;
    return 0.5 * ambient::kPi * (quarter + double(along) / ring);
}

} // namespace

Bell makeBell(const BellShape& shape, int faces) {
    const int n = std::max(4, static_cast<int>(std::lround(std::sqrt(faces / 8.0))));
    const Octahedron layout(n);
    const Meridian meridian(shape);
    Bell bell{{{}, layout.faces()}, meridian.radiusAt(1.0), meridian.heightAt(1.0)};
    for (const Place& place : layout.places()) { // the upper half of the octahedron becomes the outer side
        const double s = 1.0 - double(std::abs(place[2])) / n, angle = meridian.angleAt(s), turn = azimuthOf(place);
        const double half = 0.5 * shape.thickness * std::sqrt(std::max(0.0, 1.0 - s * s)) * (place[2] < 0 ? -1.0 : 1.0);
        const double radius = s > 0.0 ? meridian.radiusAt(s) + half * std::sin(angle) : 0.0;
        bell.mesh.vertices.push_back(
            {radius * std::cos(turn), radius * std::sin(turn), meridian.heightAt(s) + half * std::cos(angle)});
    }
    return bell;
}

} // namespace samples
