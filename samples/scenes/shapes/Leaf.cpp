// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Leaf.h"

#include "scenes/shapes/ThinWing.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kStalkWidth = 0.0016; // [m]

class Leaf {
  public:
    explicit Leaf(const LeafShape& shape) : m_shape(shape) {}

    double length() const { return m_shape.stalkLength + m_shape.bladeLength; }
    double width(double x) const { return std::hypot(bladeWidth(x), ribWidth(x)); }

    /// The stalk, which runs on as the rib of the blade and thins out towards the tip, has equal thickness and width.
    double thickness(double x, double y) const {
        return std::hypot(m_shape.thickness, ribWidth(x) * std::exp(-std::pow(y / kStalkWidth, 2)));
    }

    ambient::Vector3 curled(const ambient::Vector3& p) const {
        const double along = 2.0 * (p.x() - m_shape.stalkLength) / m_shape.bladeLength - 1.0;
        const double across = 2.0 * p.y() / m_shape.bladeWidth;
        const double rise = m_shape.curl * m_shape.bladeWidth * (across * across + along * along);
        return {p.x(), p.y(), p.z() + rise};
    }

  private:
    double bladeWidth(double x) const {
        constexpr double widest = 0.4, growth = 0.7; // position, in lengths of the blade; steepness from the stalk on
        const double t = std::clamp((x - m_shape.stalkLength) / m_shape.bladeLength, 0.0, 1.0);
        return m_shape.bladeWidth * std::pow(t / widest, growth) *
               std::pow((1.0 - t) / (1.0 - widest), growth * (1.0 - widest) / widest);
    }
    double ribWidth(double x) const {
        const double fromEnd = std::min(1.0, x / kStalkWidth);
        return kStalkWidth * std::sqrt(fromEnd * (2.0 - fromEnd)) * std::max(0.0, 1.0 - x / length());
    }

    LeafShape m_shape;
};

} // namespace

PiecedMesh makeLeaf(const LeafShape& shape, int faces) {
    const Leaf leaf(shape);
    ThinWing wing;
    wing.length = leaf.length();
    wing.leading = [=](double x) { return 0.5 * leaf.width(x); };
    wing.trailing = [=](double x) { return -0.5 * leaf.width(x); };
    wing.halfThickness = [=](double x, double c) { return 0.5 * leaf.thickness(x, (0.5 - c) * leaf.width(x)); };
    wing.bend = [=](const ambient::Vector3& p) { return leaf.curled(p); };
    PiecedMesh solid;
    solid.mesh = makeThinWing(wing, faces);
    solid.pieces = {solid.mesh.vertices};
    alignWithPrincipalAxes(solid);
    return solid;
}

} // namespace samples
