// SPDX-License-Identifier: Zlib
#include "shapes/Bell.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

/// The middle of the sheet by the share s of the way from the top to the rim.
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

} // namespace

Bell makeBell(const BellShape& shape, int faces) {
    const Meridian meridian(shape);
    Bell bell{ambient::makeSphere(1.0, faces), meridian.radiusAt(1.0), meridian.heightAt(1.0)};
    for (ambient::Vector3& v : bell.mesh.vertices) {
        const ambient::Vector3 n = v.normalized(); // the upper half of the sphere becomes the outer side
        const double s = 1.0 - std::abs(1.0 - 2.0 / ambient::kPi * std::acos(std::clamp(n.z(), -1.0, 1.0)));
        const double across = std::hypot(n.x(), n.y()), angle = meridian.angleAt(s);
        const double half = 0.5 * shape.thickness * std::sqrt(std::max(0.0, 1.0 - s * s)) * (n.z() < 0.0 ? -1.0 : 1.0);
        const double radius = meridian.radiusAt(s) + half * std::sin(angle);
        v.z() = meridian.heightAt(s) + half * std::cos(angle);
        v.x() = across > 1e-9 ? radius * n.x() / across : 0.0;
        v.y() = across > 1e-9 ? radius * n.y() / across : 0.0;
    }
    return bell;
}

} // namespace samples
