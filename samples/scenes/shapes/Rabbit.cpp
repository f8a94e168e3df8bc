// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Rabbit.h"

#include "scenes/shapes/LevelSetMesh.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Matrix3;
using ambient::Vector3;

/// An ellipsoid as a part of the body, in units of the rabbit's height.
class Lobe {
  public:
    /// \param turn rotation vector [rad] \param pieceIndex of the collision shape
    Lobe(const Vector3& middle, const Vector3& semiAxes, const Vector3& turn, int pieceIndex)
        : centre(middle), piece(pieceIndex),
          m_toUnitSphere(semiAxes.cwiseInverse().asDiagonal() * ambient::expSO3(-turn).toRotationMatrix()),
          m_inverseSemiAxes(semiAxes.cwiseInverse()) {}

    /// About the distance from its surface, negative inside.
    double distance(const Vector3& point) const {
        const Vector3 scaled = m_toUnitSphere * (point - centre);
        const double radius = scaled.norm(), slope = scaled.cwiseProduct(m_inverseSemiAxes).norm();
        return slope > 0.0 ? radius * (radius - 1.0) / slope : -1.0 / m_inverseSemiAxes.maxCoeff();
    }

    Vector3 centre;
    int piece;

  private:
    Matrix3 m_toUnitSphere;
    Vector3 m_inverseSemiAxes;
};

enum Piece { Trunk, Head, LeftEar, RightEar, LeftFoot, RightFoot, pieceCount };

std::vector<Lobe> lobesOfRabbit() {
    const Vector3 upright = Vector3::Zero();
    std::vector<Lobe> lobes = {{{-0.12, 0.0, 0.22}, {0.23, 0.16, 0.19}, {0.0, 0.15, 0.0}, Trunk},
                               {{0.08, 0.0, 0.25}, {0.13, 0.11, 0.21}, {0.0, 0.25, 0.0}, Trunk},
                               {{-0.375, 0.0, 0.17}, {0.07, 0.07, 0.07}, upright, Trunk},
                               {{0.18, 0.0, 0.51}, {0.14, 0.11, 0.12}, {0.0, 0.3, 0.0}, Head},
                               {{0.29, 0.0, 0.47}, {0.075, 0.075, 0.06}, upright, Head}};
    for (double side : {1.0, -1.0}) {
        const int ear = side > 0.0 ? LeftEar : RightEar, foot = side > 0.0 ? LeftFoot : RightFoot;
        lobes.push_back({{-0.13, 0.12 * side, 0.18}, {0.16, 0.085, 0.15}, {0.0, 0.2, 0.0}, Trunk});
        lobes.push_back({{-0.07, 0.15 * side, 0.06}, {0.17, 0.06, 0.06}, {0.0, 0.0, 0.1 * side}, foot});
        lobes.push_back({{0.19, 0.065 * side, 0.07}, {0.075, 0.05, 0.07}, upright, foot});
        lobes.push_back({{0.06, 0.10 * side, 0.77}, {0.045, 0.075, 0.24}, {-0.25 * side, -0.3, 0.0}, ear});
    }
    return lobes;
}

/// The lobes with their creases filled.
double rabbitLevel(const std::vector<Lobe>& lobes, const Vector3& point) {
    constexpr double fillet = 0.028;
    double sum = 0.0;
    for (const Lobe& lobe : lobes)
        sum += std::exp(-lobe.distance(point) / fillet);
    return -fillet * std::log(std::max(sum, 1e-100));
}

} // namespace

PiecedMesh makeRabbit(double height, int faces) {
    const std::vector<Lobe> lobes = lobesOfRabbit();
    const Eigen::AlignedBox3d box(Vector3(-0.55, -0.35, -0.1), Vector3(0.5, 0.35, 1.1));
    constexpr double spacing = 0.026;
    PiecedMesh rabbit;
    rabbit.mesh =
        meshOfSymmetricLevelSet([&](const Vector3& point) { return rabbitLevel(lobes, point); }, box, spacing, faces);
    rabbit.pieces.resize(pieceCount);
    for (const Vector3& vertex : rabbit.mesh.vertices) {
        const auto nearest = std::min_element(lobes.begin(), lobes.end(), [&](const Lobe& a, const Lobe& b) {
            return a.distance(vertex) < b.distance(vertex);
        });
        rabbit.pieces[static_cast<std::size_t>(nearest->piece)].push_back(vertex);
    }
    for (const Lobe& lobe : lobes)
        rabbit.pieces[static_cast<std::size_t>(lobe.piece)].push_back(lobe.centre);
    constexpr double volume = 0.0783; // in heights^3, of the smooth body; the volume of the mesh too, for its buoyancy
    const double scale = height * std::cbrt(volume / ambient::enclosedVolume(rabbit.mesh));
    for (Vector3& vertex : rabbit.mesh.vertices)
        vertex *= scale;
    for (auto& piece : rabbit.pieces)
        for (Vector3& point : piece)
            point *= scale;
    alignWithPrincipalAxes(rabbit);
    return rabbit;
}

} // namespace samples
