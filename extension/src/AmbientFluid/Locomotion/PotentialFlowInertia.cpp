// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/PotentialFlowInertia.h"

#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Math/RigidRegistration.h"
#include "AmbientFluid/Mesh/MeshReport.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// The faces and the points that they use: masses inside are no part of the surface.
TriangleMesh meshOf(const Shape& shape) {
    TriangleMesh mesh;
    std::vector<int> vertexOf(static_cast<std::size_t>(shape.points.cols()), -1);
    for (const auto& face : shape.topology.faces) {
        auto& corners = mesh.faces.emplace_back();
        for (std::size_t k = 0; k < 3; ++k) {
            int& vertex = vertexOf[static_cast<std::size_t>(face[k])];
            if (vertex < 0) {
                vertex = mesh.vertexCount();
                mesh.vertices.push_back(shape.points.col(face[k]));
            }
            corners[k] = vertex;
        }
    }
    return mesh;
}

} // namespace

PotentialFlowInertia::PotentialFlowInertia(double density, AddedMassOptions options)
    : m_density(density), m_options(std::move(options)) {
    if (!(density > 0.0) || !std::isfinite(density))
        throw std::invalid_argument("ideal: the density " + std::to_string(density) + " kg/m^3 is not positive");
    if (m_options.method == AddedMassMethod::Local)
        throw std::invalid_argument("ideal: the local method has no potentials");
}

ShapeReduction PotentialFlowInertia::reduce(const Shape& shape, const PointColumns& velocity) const {
    const TriangleMesh mesh = meshOf(shape);
    const MeshReport report = checkMesh(mesh);
    if (!report.usable()) throw std::invalid_argument("ideal: not a closed surface: " + report.issues.front().message);
    const AddedMass solution = computeAddedMass(mesh, m_options);
    ShapeReduction reduction;
    reduction.locked = m_density * solution.perDensity.matrix();
    // The rigid part of the normal velocity has the momentum K Y; the potentials' quadrature gets the rest. So a rigid
    // motion of the frames changes nothing, whatever the error of the potentials.
    const int faces = mesh.faceCount();
    Eigen::Matrix<double, Eigen::Dynamic, 6> rigid(faces, 6);
    Eigen::VectorXd flux(faces), perArea(faces);
    for (int f = 0; f < faces; ++f) {
        const Vector3 area = mesh.areaVector(f), x = mesh.faceCentroid(f);
        const auto& face = shape.topology.faces[static_cast<std::size_t>(f)];
        rigid.row(f) << x.cross(area).transpose(), area.transpose();
        flux[f] = area.dot(velocity.col(face[0]) + velocity.col(face[1]) + velocity.col(face[2])) / 3.0;
        perArea[f] = 1.0 / area.norm();
    }
    const Matrix6 normal = rigid.transpose() * perArea.asDiagonal() * rigid;
    const Vector6 twist = LockedSolve(normal).solve(rigid.transpose() * perArea.asDiagonal() * flux);
    const Eigen::VectorXd rest = flux - rigid * twist;
    reduction.momentum = reduction.locked * twist - m_density * solution.facePotentials.transpose() * rest;
    return reduction;
}

AffineForm PotentialFlowInertia::affineForm(const Shape&, const PointColumns&, const FormOrigins&) const {
    throw std::logic_error("ideal: there is no variational step");
}

void PotentialFlowInertia::addRegistration(const Shape& shape, const PointColumns& other,
                                           RegistrationSums& sums) const {
    FaceResistance(1.0).addRegistration(shape, other, sums);
}

} // namespace ambient
