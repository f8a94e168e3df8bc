// SPDX-License-Identifier: Zlib
// Masses of the bodies of a world file.
#include "AmbientFluid/Math/Requirements.h"
#include "MeshImport/ExactUnion.h"
#include "Worlds/WorldMeshes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ambient {
namespace {

/// The columns of an orthogonal matrix in the order and with the signs nearest to x, y and z.
Matrix3 nearestToAxes(const Matrix3& axes) {
    std::array<int, 3> order = {0, 1, 2}, best = order;
    double largest = -1.0;
    do {
        double overlap = 0.0;
        for (int i = 0; i < 3; ++i)
            overlap += std::fabs(axes(i, order[static_cast<std::size_t>(i)]));
        if (overlap > largest + 1e-12) best = order;
        largest = std::max(largest, overlap);
    } while (std::next_permutation(order.begin(), order.end()));
    Matrix3 sorted;
    for (int i = 0; i < 3; ++i) {
        const int column = best[static_cast<std::size_t>(i)];
        sorted.col(i) = (axes(i, column) < 0.0 ? -1.0 : 1.0) * axes.col(column);
    }
    if (sorted.determinant() < 0.0) sorted.col(0) *= -1.0;
    return sorted;
}

/// Whether the other elements are rounding only. Equal moments have any axes; then the file's axes are kept.
bool isDiagonal(const Matrix3& inertia) {
    const Matrix3 rest = inertia - Matrix3(inertia.diagonal().asDiagonal());
    return rest.cwiseAbs().maxCoeff() <= 1e-9 * inertia.diagonal().maxCoeff();
}

/// Of a body and a number of times another one, in one frame.
MassProperties sumOf(const MassProperties& body, double times, const MassProperties& other) {
    MassProperties sum;
    sum.mass = body.mass + times * other.mass;
    sum.centerOfMass = (body.mass * body.centerOfMass + times * other.mass * other.centerOfMass) / sum.mass;
    const auto aboutSum = [&sum](const MassProperties& part) {
        const Vector3 r = part.centerOfMass - sum.centerOfMass;
        return Matrix3(part.inertia + part.mass * (r.squaredNorm() * Matrix3::Identity() - r * r.transpose()));
    };
    sum.inertia = aboutSum(body) + times * aboutSum(other);
    return sum;
}

/// A uniform solid around the cavity. \param porosity share of its volume without mass
MassProperties solidOf(const WorldMass& given, const TriangleMesh& mesh, const std::string& path,
                       const WorldCavity& cavity, double porosity) {
    const double density = given.density.value_or(1.0) * (1.0 - porosity);
    try {
        const MassProperties whole = solidMassProperties(mesh, density);
        if (!(cavity.space.mass > 0.0)) return whole;
        const MassProperties rest = sumOf(whole, -density, cavity.space);
        if (!given.mass && !(rest.mass > 1e-6 * whole.mass))
            throw std::invalid_argument("the flooded volume fills it: a density has nothing to be of");
        return rest.mass > 1e-6 * whole.mass ? rest : whole;
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

} // namespace

WorldCavity cavityOf(const WorldFlooding& flooding, const TriangleMesh& mesh, const std::string& folder,
                     double density) {
    WorldCavity cavity;
    if (flooding.shapes.empty()) return cavity;
    for (const WorldShape& shape : flooding.shapes) {
        const TriangleMesh part = meshOf(shape, folder);
        constexpr double kOutside = 1e-3; // of facets on a flush wall
        const double volume = enclosedVolume(part), inside = commonVolume(mesh, part);
        if (inside < (1.0 - kOutside) * volume)
            throw WorldFileError(shape.path + ": does not lie inside the body: " + textOf(volume - inside) + " of " +
                                 textOf(volume) + " m^3 are outside");
    }
    cavity.space = solidMassProperties(meshOf(flooding.shapes, folder), 1.0);
    cavity.density = flooding.density.value_or(density);
    return cavity;
}

WorldMassFrame massFrameOf(const WorldMass& given, const TriangleMesh* mesh, const std::string& path,
                           const WorldCavity& cavity, double porosity) {
    MassProperties solid;
    if (mesh) solid = solidOf(given, *mesh, path, cavity, porosity);
    WorldMassFrame frame;
    frame.mass = given.mass.value_or(solid.mass);
    Matrix3 inertia = given.mass && mesh ? Matrix3(solid.inertia * (*given.mass / solid.mass)) : solid.inertia;
    if (given.inertia) {
        const std::array<double, 6>& n = *given.inertia;
        inertia << n[0], n[3], n[4], n[3], n[1], n[5], n[4], n[5], n[2];
    }
    frame.frameFromBody.position = given.centerOfMass.value_or(solid.centerOfMass);
    // The centroid of a primitive is its origin to rounding.
    if (!given.centerOfMass && mesh && frame.frameFromBody.position.norm() < 1e-12 * std::cbrt(solid.mass))
        frame.frameFromBody.position.setZero();
    if (cavity.waterMass() > 0.0) {
        const MassProperties dry{frame.mass, frame.frameFromBody.position, inertia};
        const MassProperties wet = sumOf(dry, cavity.density, cavity.space);
        frame.mass = wet.mass;
        frame.frameFromBody.position = wet.centerOfMass;
        inertia = wet.inertia;
    }
    if (isDiagonal(inertia)) {
        frame.moments = inertia.diagonal();
        return frame;
    }
    const Matrix3 axes = nearestToAxes(Eigen::SelfAdjointEigenSolver<Matrix3>(inertia).eigenvectors());
    frame.moments = (axes.transpose() * inertia * axes).diagonal();
    frame.frameFromBody.orientation = Quaternion(axes);
    return frame;
}

} // namespace ambient
