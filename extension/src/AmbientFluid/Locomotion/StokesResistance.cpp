// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/StokesResistance.h"

#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Math/RigidRegistration.h"
#include "AmbientFluid/StokesFlow/StokesSystem.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

using Fields = StokesSystem::Fields;

/// The system of a shape.
StokesSystem systemOf(const Shape& shape, double viscosity) {
    const std::size_t count = shape.topology.faces.size();
    if (count > static_cast<std::size_t>(StokesResistance::kMostFaces))
        throw std::invalid_argument("stokes: " + std::to_string(count) + " faces are more than " +
                                    std::to_string(StokesResistance::kMostFaces));
    TriangleMesh mesh;
    mesh.faces = shape.topology.faces;
    for (Eigen::Index i = 0; i < shape.points.cols(); ++i)
        mesh.vertices.emplace_back(shape.points.col(i));
    return StokesSystem(mesh, viscosity);
}

/// Means of a field of points over the faces, three rows each.
Eigen::VectorXd overFaces(const Shape& shape, const PointColumns& field) {
    const auto count = static_cast<Eigen::Index>(shape.topology.faces.size());
    Eigen::VectorXd mean(3 * count);
    for (Eigen::Index f = 0; f < count; ++f) {
        const auto& [a, b, c] = shape.topology.faces[static_cast<std::size_t>(f)];
        mean.segment<3>(3 * f) = (field.col(a) + field.col(b) + field.col(c)) / 3.0;
    }
    return mean;
}

} // namespace

StokesResistance::StokesResistance(double viscosity) : m_viscosity(viscosity) {
    if (!(viscosity > 0.0) || !std::isfinite(viscosity))
        throw std::invalid_argument("stokes: the viscosity " + std::to_string(viscosity) + " Pa s is not positive");
}

ShapeReduction StokesResistance::reduce(const Shape& shape, const PointColumns& velocity) const {
    const StokesSystem system = systemOf(shape, m_viscosity);
    const Fields motions = system.rigidMotions(), forces = system.forces(motions);
    ShapeReduction reduction;
    reduction.locked = StokesSystem::resistanceOf(motions, forces);
    reduction.momentum = forces.transpose() * overFaces(shape, velocity);
    return reduction;
}

AffineForm StokesResistance::affineForm(const Shape& shape, const PointColumns& other,
                                        const FormOrigins& origins) const {
    const StokesSystem system = systemOf(shape, m_viscosity);
    const auto count = static_cast<Eigen::Index>(system.panels().size());
    const Eigen::VectorXd y = overFaces(shape, other);
    // The fields y_k e_i, y_3 = 1, and then x itself.
    Fields fields = Fields::Zero(3 * count, 13);
    for (Eigen::Index f = 0; f < count; ++f)
        for (int i = 0; i < 3; ++i) {
            for (int k = 0; k < 3; ++k)
                fields(3 * f + i, 3 * k + i) = y[3 * f + k] - origins.ofOther[k];
            fields(3 * f + i, 9 + i) = 1.0;
            fields(3 * f + i, 12) = system.panels()[static_cast<std::size_t>(f)].centroid[i] - origins.ofShape[i];
        }
    const Eigen::MatrixXd products = fields.transpose() * system.forces(fields);
    AffineForm form;
    form.quadratic = 0.5 * (products + products.transpose()).topLeftCorner<12, 12>();
    form.linear = products.col(12).head<12>();
    form.constant = products(12, 12);
    form.traces = FaceResistance(1.0).affineForm(shape, other, origins).traces;
    return form;
}

void StokesResistance::addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const {
    FaceResistance(1.0).addRegistration(shape, other, sums);
}

} // namespace ambient
