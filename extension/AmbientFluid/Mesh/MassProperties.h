// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Mass, where it is, and how it resists rotation. Frame: the mesh frame.
struct MassProperties {
    double mass = 0.0;                      ///< [kg], positive
    Vector3 centerOfMass = Vector3::Zero(); ///< [m], from the origin of the mesh frame
    Matrix3 inertia = Matrix3::Zero();      ///< [kg m^2], about centerOfMass, along the axes of the mesh frame
};

/// \name Integrals over a mesh
/// By the divergence theorem over the faces, exact for the polyhedron up to rounding. The mesh must have its indices in
/// range (checkMesh); volume integrals mean something only for a closed, consistently oriented mesh.
/// Rounding is relative to the size of the mesh, wherever its origin is.
/// @{

/// Volume [m^3], negative for an inverted mesh, 0 without faces.
double enclosedVolume(const TriangleMesh& mesh);

/// Centroid of the enclosed volume [m], mesh frame. Throws std::invalid_argument if the volume is zero or not finite.
Vector3 volumeCentroid(const TriangleMesh& mesh);

/// Area of all faces [m^2].
double surfaceArea(const TriangleMesh& mesh);
/// @}

/// A solid body of uniform density [kg/m^3]. Second moments per tetrahedron (o, a, b, c) of volume V:
/// V/20 (s s^T + a a^T + b b^T + c c^T), s = a + b + c, o the centroid.
/// Throws std::invalid_argument on a density that is not positive and finite, and on a volume that is not.
MassProperties solidMassProperties(const TriangleMesh& mesh, double density);

/// A thin shell, its mass spread evenly over the faces: areal density [kg/m^2]. Open meshes are welcome.
/// Throws std::invalid_argument on a density that is not positive and finite, and on zero area.
MassProperties shellMassProperties(const TriangleMesh& mesh, double arealDensity);

/// Point masses [kg] at points [m]. The inertia is singular if all points lie on one line: add a point to spin it.
/// Throws std::invalid_argument on no points, unequal sizes, a mass that is not positive and finite, a non-finite
/// point.
MassProperties pointMassProperties(const std::vector<Vector3>& points, const std::vector<double>& masses);

} // namespace ambient
