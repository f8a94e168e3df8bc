// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Hull.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace samples {
namespace {

using ambient::kPi;
using ambient::Vector3;

/// One station: keel, half a section up to the deck's edge, half the deck to its middle; all with y >= 0.
std::vector<Vector3> halfRing(const HullShape& shape, double x, int bilge, int deck) {
    const double along = std::abs(2.0 * x / shape.length);
    const double halfBeam = 0.5 * shape.beam * (1.0 - std::pow(along, 2.2));
    const double keel = 0.55 * shape.depth * std::pow(along, 4.0); // forefoot and heel curve up
    constexpr double roundness = 2.0 / 2.6;                        // of the section's superellipse
    std::vector<Vector3> ring;
    for (int i = 0; i <= bilge; ++i) {
        const double angle = 0.5 * kPi * i / bilge;
        const double out = i == bilge ? 1.0 : std::pow(std::sin(angle), roundness);
        const double up = i == bilge ? 1.0 : 1.0 - std::pow(std::cos(angle), roundness);
        ring.emplace_back(x, halfBeam * out, keel + (shape.depth - keel) * up);
    }
    for (int i = 1; i <= deck; ++i)
        ring.emplace_back(x, halfBeam * (1.0 - double(i) / deck), shape.depth);
    return ring;
}

/// Vertices of equal place are one.
class Welder {
  public:
    int add(const Vector3& point) {
        const auto key = std::make_tuple(point.x(), point.y() + 0.0, point.z());
        const auto [entry, isNew] = m_index.try_emplace(key, static_cast<int>(mesh.vertices.size()));
        if (isNew) mesh.vertices.push_back(point);
        return entry->second;
    }
    void addFace(int a, int b, int c) {
        if (a != b && b != c && c != a) mesh.faces.push_back({a, b, c});
    }

    ambient::TriangleMesh mesh;

  private:
    std::map<std::tuple<double, double, double>, int> m_index;
};

} // namespace

ambient::TriangleMesh makeHull(const HullShape& shape, int faces) {
    // Two triangles for each cell: twice as many stations along as points around one side.
    const int bilge = std::max(4, static_cast<int>(std::lround(std::sqrt(faces / 12.0))));
    const int deck = std::max(2, bilge / 2), half = std::max(4, bilge);
    Welder welder;
    std::vector<std::vector<int>> port, starboard;
    for (int i = -half; i <= half; ++i) {
        port.emplace_back();
        starboard.emplace_back();
        for (const Vector3& point :
             halfRing(shape,
                      i == half || i == -half ? 0.5 * shape.length * i / half
                                              : 0.5 * shape.length * std::sin(0.5 * kPi * i / half),
                      bilge, deck)) {
            port.back().push_back(welder.add(point));
            starboard.back().push_back(welder.add({point.x(), -point.y(), point.z()}));
        }
    }
    const auto side = [&](const std::vector<std::vector<int>>& rings, bool isPort) {
        for (std::size_t i = 0; i + 1 < rings.size(); ++i)
            for (std::size_t k = 0; k + 1 < rings[i].size(); ++k) {
                const int a = rings[i][k], b = rings[i + 1][k], c = rings[i + 1][k + 1], d = rings[i][k + 1];
                // Diagonals are mirrored in both planes.
                const bool fore = 2 * i + 1 >= rings.size() - 1;
                const std::array<std::array<int, 3>, 2> pair =
                    fore ? std::array<std::array<int, 3>, 2>{{{a, d, b}, {b, d, c}}}
                         : std::array<std::array<int, 3>, 2>{{{a, c, b}, {a, d, c}}};
                for (const auto& face : pair)
                    isPort ? welder.addFace(face[0], face[1], face[2]) : welder.addFace(face[0], face[2], face[1]);
            }
    };
    side(port, true);
    side(starboard, false);
    return welder.mesh;
}

std::vector<ambient::MassProperties> hullParts(const ambient::TriangleMesh& hull, const HullShape& shape,
                                               double skinMass, double ballast, double crew) {
    std::vector<ambient::MassProperties> parts = {
        ambient::shellMassProperties(hull, skinMass / ambient::surfaceArea(hull))};
    if (ballast > 0.0) parts.push_back({ballast, {0.0, 0.0, 0.1 * shape.depth}, ambient::Matrix3::Zero()});
    if (crew > 0.0) parts.push_back({crew, {0.0, 0.0, 0.9 * shape.depth}, ambient::Matrix3::Zero()});
    return parts;
}

} // namespace samples
