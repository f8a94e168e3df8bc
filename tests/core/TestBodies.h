// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"
#include "Mesh/MeshTestShapes.h"
#include "TestSupport.h"

#include <algorithm>
#include <memory>

/// Bodies and comparisons shared by tests of several folders.
namespace test {

inline ambient::TriangleMesh scaled(ambient::TriangleMesh mesh, double factor) {
    for (ambient::Vector3& v : mesh.vertices)
        v *= factor;
    return mesh;
}

/// Every face split into four at the middles of its sides: the same surface.
inline ambient::TriangleMesh refined(const ambient::TriangleMesh& mesh) {
    return ambient::refineEvenly(mesh, mesh.faceCount() + 1);
}

/// Half a unit sphere on the plane z = 0, dome towards +z, its rim sharp.
inline ambient::TriangleMesh hemisphere(int rows) {
    std::vector<ambient::Ring> profile;
    const double spacing = 0.5 * ambient::kPi / rows;
    for (int i = 0; i < rows; ++i)
        profile.push_back(ambient::Ring::ofSpacing(static_cast<double>(i) / rows, 0.0, spacing));
    for (int i = 0; i <= rows; ++i) {
        const double latitude = i * spacing;
        profile.push_back(
            ambient::Ring::ofSpacing(i == rows ? 0.0 : std::cos(latitude), i == 0 ? 0.0 : std::sin(latitude), spacing));
    }
    return ambient::revolve(profile);
}

/// A smooth body without any symmetry: the directions of a sphere's mesh, at unequal distances.
inline ambient::TriangleMesh lumpy(ambient::TriangleMesh sphere) {
    for (ambient::Vector3& v : sphere.vertices) {
        const ambient::Vector3 d = v.normalized();
        const double r = 1.0 + 0.25 * d.x() + 0.3 * d.y() * d.z() - 0.2 * d.x() * d.x() * d.y() + 0.15 * d.z();
        v = ambient::Vector3(1.3, 0.9, 0.7).cwiseProduct(r * d);
    }
    return sphere;
}

/// A model without added mass, quick to build: for laws of the forces alone.
inline std::shared_ptr<const ambient::FluidBodyModel> dryModel(const ambient::TriangleMesh& mesh,
                                                               double separationAngle = 0.5 * ambient::kPi) {
    ambient::FluidBodyDef def;
    def.separationAngle = separationAngle;
    def.addedMass = ambient::GivenAddedMass{};
    return ambient::FluidBodyModel::build(mesh, def);
}

/// |a - b| / |b| with rotations divided by `length` [m] once per angular index.
inline double relativeDifference(const ambient::SpatialInertia& a, const ambient::SpatialInertia& b,
                                 double length = 1.0) {
    ambient::Vector6 scale;
    scale << ambient::Vector3::Constant(1.0 / length), ambient::Vector3::Ones();
    const ambient::Matrix6 difference = scale.asDiagonal() * (a.matrix() - b.matrix()) * scale.asDiagonal();
    const ambient::Matrix6 whole = scale.asDiagonal() * b.matrix() * scale.asDiagonal();
    return difference.norm() / whole.norm();
}

/// The same for six-vectors whose lengths are about one metre.
template <class Tag>
double relativeDifference(const ambient::SpatialVector<Tag>& a, const ambient::SpatialVector<Tag>& b) {
    return (a - b).vector().norm() / b.vector().norm();
}

} // namespace test
