// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DisplacedMass.h"

#include <algorithm>

namespace ambient {
namespace {

/// Sums over pieces of faces.
class LayerSums {
  public:
    LayerSums(const LayeredMedium& layers, const PlaceInLayers& place) : m_layers(layers), m_place(place) {}

    double heightOf(const Vector3& r) const { return m_place.height + m_place.up.dot(r); }

    /// Adds a triangle between two breaks. \param normal unit
    void add(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& normal) {
        const double low = std::min({heightOf(a), heightOf(b), heightOf(c)});
        const double high = std::max({heightOf(a), heightOf(b), heightOf(c)}), middle = 0.5 * (low + high);
        if (middle < m_place.lowest || middle > m_place.highest) return;
        const double area = 0.5 * (b - a).cross(c - a).dot(normal);
        // Strang and Fix: exact for polynomials of degree four.
        constexpr double kWeights[] = {0.223381589678011, 0.109951743655322};
        constexpr double kApart[] = {0.108103018168070, 0.816847572980459};
        constexpr double kNear[] = {0.445948490915965, 0.091576213509771};
        for (int k = 0; k < 2; ++k) {
            const double weight = kWeights[k] * area;
            at(kApart[k] * a + kNear[k] * (b + c), normal, weight);
            at(kApart[k] * b + kNear[k] * (c + a), normal, weight);
            at(kApart[k] * c + kNear[k] * (a + b), normal, weight);
        }
    }

    DisplacedMass result() const { return {m_mass, m_moment}; }

  private:
    void at(const Vector3& r, const Vector3& normal, double weight) {
        const double above = m_place.up.dot(r);
        const Vector3 beside = r - above * m_place.up;
        const double share = weight * m_layers.at(m_place.height + above).density * beside.dot(normal);
        m_mass += 0.5 * share;
        m_moment += share * (beside / 3.0 + (0.5 * above) * m_place.up);
    }

    const LayeredMedium& m_layers;
    const PlaceInLayers& m_place;
    double m_mass = 0.0;
    Vector3 m_moment = Vector3::Zero();
};

/// A triangle that planes of constant height cut: at most one corner more for each of two planes.
struct Polygon {
    std::array<Vector3, 5> corners;
    int count = 0;

    void push(const Vector3& corner) { corners[static_cast<std::size_t>(count++)] = corner; }
};

/// The part of a triangle between two heights.
Polygon between(const std::array<Vector3, 3>& corners, const LayerSums& sums, double low, double high) {
    Polygon part;
    for (const Vector3& corner : corners)
        part.push(corner);
    for (int side = 0; side < 2; ++side) {
        const double sign = side == 0 ? 1.0 : -1.0, limit = side == 0 ? low : high;
        const Polygon whole = part;
        part.count = 0;
        for (int i = 0; i < whole.count; ++i) {
            const Vector3& here = whole.corners[static_cast<std::size_t>(i)];
            const Vector3& next = whole.corners[static_cast<std::size_t>((i + 1) % whole.count)];
            const double a = sign * (sums.heightOf(here) - limit), b = sign * (sums.heightOf(next) - limit);
            if (a >= 0.0) part.push(here);
            if ((a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0)) part.push(here + a / (a - b) * (next - here));
        }
    }
    return part;
}

} // namespace

DisplacedMass massOfLayers(const FaceTable& table, const LayeredMedium& layers, const PlaceInLayers& place,
                           std::vector<double>& breaks) {
    LayerSums sums(layers, place);
    layers.breaks(breaks);
    for (double limit : {place.lowest, place.highest})
        if (std::isfinite(limit)) breaks.push_back(limit);
    std::sort(breaks.begin(), breaks.end());
    for (int f = 0; f < table.size(); ++f) {
        std::array<Vector3, 3> corners;
        for (std::size_t k = 0; k < 3; ++k)
            for (int axis = 0; axis < 3; ++axis)
                corners[k][axis] = table.row(FaceTable::CornerX + 3 * static_cast<int>(k) + axis)[f];
        const Vector3 normal(table.row(FaceTable::NormalX)[f], table.row(FaceTable::NormalY)[f],
                             table.row(FaceTable::NormalZ)[f]);
        const double heights[] = {sums.heightOf(corners[0]), sums.heightOf(corners[1]), sums.heightOf(corners[2])};
        const auto [lowest, highest] = std::minmax({heights[0], heights[1], heights[2]});
        auto next = std::upper_bound(breaks.begin(), breaks.end(), lowest);
        if (next == breaks.end() || *next >= highest) {
            sums.add(corners[0], corners[1], corners[2], normal);
            continue;
        }
        double low = lowest;
        while (low < highest) {
            const double high = next == breaks.end() ? highest : std::min(*next, highest);
            const Polygon part = between(corners, sums, low, high);
            for (std::size_t i = 2; static_cast<int>(i) < part.count; ++i)
                sums.add(part.corners[0], part.corners[i - 1], part.corners[i], normal);
            low = high;
            if (next != breaks.end()) ++next;
        }
    }
    return sums.result();
}

DisplacedMass massInCones(const Surface& surface, double atCenter, const double* atFaces, const double* inCones) {
    constexpr double kWeights[] = {0.02995070300858, 0.14624626925986, 0.15713636106489};
    const Faces& faces = surface.faces();
    const Vector3& center = surface.centerOfVolume();
    Vector3 gradient = Vector3::Zero();
    for (int f = 0; f < faces.size(); ++f)
        gradient += (atFaces[f] - atCenter) * faces.area[f] / surface.volume() * faces.normal(f);
    DisplacedMass sum;
    sum.mass = surface.volume() * atCenter;
    sum.moment = surface.volumeQuadrature().secondMoments * gradient;
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 r = faces.centroid(f) - center;
        const double cone = faces.area[f] * faces.normal(f).dot(r);
        for (int k = 0; k < kConePoints; ++k) {
            const Vector3 place = kConeShares[static_cast<std::size_t>(k)] * r;
            const double rest = inCones[k * faces.size() + f] - atCenter - gradient.dot(place);
            const double share = kWeights[k] * cone * rest;
            sum.mass += share;
            sum.moment += share * place;
        }
    }
    return sum;
}

} // namespace ambient
