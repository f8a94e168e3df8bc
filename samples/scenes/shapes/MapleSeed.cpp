// SPDX-License-Identifier: Zlib
#include "scenes/shapes/MapleSeed.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "scenes/shapes/ThinWing.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kForward = 0.15; // how much of the width is in front of x: its edge is nearly straight

/// A maximum without a crease, of non-negative numbers.
double smoothMaximum(double a, double b) {
    return std::pow(std::pow(a, 4) + std::pow(b, 4), 0.25);
}

/// An ellipse around the nut runs over into the wing.
class Seed {
  public:
    explicit Seed(const MapleSeedShape& shape) : m_shape(shape) {}

    double leading(double x) const { return kForward * width(x); }
    double trailing(double x) const { return (kForward - 1.0) * width(x); }

    /// Length of the wing without the nut [m].
    double membrane(double x, double c) const {
        const double vein = std::exp(-std::pow((c - 0.1) / 0.12, 2)) * (1.0 - 0.7 * x / m_shape.length);
        return m_shape.wingThickness + vein * m_shape.veinThickness;
    }
    double thickness(double x, double c) const {
        const double y = leading(x) - c * width(x);
        const ambient::Vector3 size = nutSize(), middle = nutMiddle();
        const double along = 2.0 * (x - middle.x()) / size.x(), across = 2.0 * (y - middle.y()) / size.y();
        const double nut = size.z() * std::sqrt(std::max(0.0, 1.0 - along * along - across * across));
        return smoothMaximum(nut, membrane(x, c));
    }

    ambient::Vector3 nutSize() const { return {0.3 * m_shape.length, 0.5 * m_shape.width, 0.38 * m_shape.width}; }
    ambient::Vector3 nutMiddle() const { return {0.5 * nutSize().x(), (kForward - 0.5) * nutSize().y(), 0.0}; }

  private:
    double width(double x) const {
        const double alongNut = 2.0 * x / nutSize().x() - 1.0;
        const double nut = nutSize().y() * std::sqrt(std::max(0.0, 1.0 - alongNut * alongNut));
        // Widest at `peak` of the wing's own length, round at the tip.
        constexpr double root = 0.04, peak = 0.68, roundness = 0.5;
        const double t = std::clamp((x / m_shape.length - root) / (1.0 - root), 0.0, 1.0);
        const double growth = roundness * peak / (1.0 - peak);
        return smoothMaximum(nut, m_shape.width * std::pow(t / peak, growth) *
                                      std::pow((1.0 - t) / (1.0 - peak), roundness));
    }

    MapleSeedShape m_shape;
};

} // namespace

WeightedSolid makeMapleSeed(const MapleSeedShape& shape, int faces) {
    const Seed seed(shape);
    ThinWing wing;
    wing.length = shape.length;
    wing.leading = [=](double x) { return seed.leading(x); };
    wing.trailing = [=](double x) { return seed.trailing(x); };
    wing.halfThickness = [=](double x, double c) { return 0.5 * seed.thickness(x, c); };
    ambient::TriangleMesh mesh = makeThinWing(wing, faces);

    wing.halfThickness = [=](double x, double c) { return 0.5 * seed.membrane(x, c); };
    ambient::TriangleMesh nut = ambient::makeEllipsoid(0.5 * seed.nutSize(), 320);
    for (ambient::Vector3& p : nut.vertices)
        p += seed.nutMiddle();
    const double wingMass = shape.wingShare * shape.mass;
    return weightedSolid(std::move(mesh),
                         {ofMass(ambient::solidMassProperties(makeThinWing(wing, faces), 1.0), wingMass),
                          ofMass(ambient::solidMassProperties(nut, 1.0), shape.mass - wingMass)});
}

} // namespace samples
