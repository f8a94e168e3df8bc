// SPDX-License-Identifier: Zlib
#include "SampleMeshes.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// Moves a uniform solid to its centre of mass and principal axes.
void alignWithPrincipalAxes(PiecedMesh& solid) {
    const ambient::MassProperties properties = ambient::solidMassProperties(solid.mesh, 1.0);
    ambient::Matrix3 axes = Eigen::SelfAdjointEigenSolver<ambient::Matrix3>(properties.inertia).eigenvectors();
    if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
    solid.modelFromBody = ambient::Quaternion(axes);
    const auto move = [&](Vector3& point) { point = axes.transpose() * (point - properties.centerOfMass).eval(); };
    for (Vector3& vertex : solid.mesh.vertices)
        move(vertex);
    for (auto& piece : solid.pieces)
        for (Vector3& point : piece)
            move(point);
}

/// An ellipsoid with the origin inside, as a part of a star-shaped body.
struct Lobe {
    Vector3 centre;
    Vector3 semiAxes;
    double lean; ///< turned about the x axis by this angle [rad]

    /// How far a ray from the origin runs inside.
    double reach(const Vector3& direction) const {
        const Eigen::AngleAxisd turn(-lean, Vector3::UnitX());
        const Vector3 d = (turn * direction).cwiseQuotient(semiAxes), c = (turn * centre).cwiseQuotient(semiAxes);
        const double half = d.dot(c) / d.squaredNorm();
        return half + std::sqrt(std::max(0.0, half * half + (1.0 - c.squaredNorm()) / d.squaredNorm()));
    }
};

} // namespace

PiecedMesh makePropeller(double diameter, double pitch, int faces) {
    const double radius = 0.5 * diameter;
    PiecedMesh propeller;
    propeller.mesh = ambient::makeEllipsoid({radius, 0.28 * radius, 0.07 * radius}, faces);
    propeller.pieces.resize(2);
    for (Vector3& vertex : propeller.mesh.vertices) {
        const double twist = pitch * std::tanh(vertex.x() / (0.15 * radius));
        const bool inMiddle = std::fabs(vertex.x()) < 0.1 * radius;
        vertex = Eigen::AngleAxisd(twist, Vector3::UnitX()) * vertex;
        if (vertex.x() >= 0.0 || inMiddle) propeller.pieces[0].push_back(vertex);
        if (vertex.x() <= 0.0 || inMiddle) propeller.pieces[1].push_back(vertex);
    }
    alignWithPrincipalAxes(propeller);
    return propeller;
}

PiecedMesh makeRabbit(double height, int faces) {
    // In units of 0.37 heights, with the origin in the chest, where the belly, the head and the ears meet.
    const std::array<Lobe, 4> lobes = {
        Lobe{{-0.25, 0.0, -0.45}, {0.80, 0.60, 0.70}, 0.0}, Lobe{{0.25, 0.0, 0.45}, {0.50, 0.42, 0.55}, 0.0},
        Lobe{{0.02, -0.26, 0.75}, {0.22, 0.26, 0.82}, 0.33}, Lobe{{0.02, 0.26, 0.75}, {0.22, 0.26, 0.82}, -0.33}};
    PiecedMesh rabbit;
    rabbit.mesh = ambient::makeSphere(1.0, faces);
    rabbit.pieces.resize(lobes.size());
    for (Vector3& vertex : rabbit.mesh.vertices) {
        const Vector3 direction = vertex.normalized();
        double sum = 0.0;
        std::array<double, 4> reaches;
        for (std::size_t i = 0; i < lobes.size(); ++i) {
            reaches[i] = lobes[i].reach(direction);
            sum += std::pow(reaches[i], 12.0); // a maximum with rounded creases
        }
        const std::size_t longest =
            static_cast<std::size_t>(std::max_element(reaches.begin(), reaches.end()) - reaches.begin());
        vertex = 0.37 * height * std::pow(sum, 1.0 / 12.0) * direction;
        rabbit.pieces[longest].push_back(vertex);
    }
    for (auto& piece : rabbit.pieces)
        piece.push_back(Vector3::Zero());
    alignWithPrincipalAxes(rabbit);
    return rabbit;
}

} // namespace samples
