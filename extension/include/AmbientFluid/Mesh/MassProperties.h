// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Mass, centre of mass and inertia, in the mesh frame.
struct MassProperties {
    double mass = 0.0;                      ///< [kg], positive
    Vector3 centerOfMass = Vector3::Zero(); ///< [m], relative to the origin of the mesh frame
    Matrix3 inertia = Matrix3::Zero();      ///< [kg m^2], about centerOfMass, along the axes of the mesh frame
};

/// \name Integrals over a mesh
/// Computed from the faces by the divergence theorem, exact for the polyhedron up to rounding. All indices of the mesh
/// must be in range (checkMesh). Volume integrals are meaningful only for a closed, consistently oriented mesh. The
/// rounding error is relative to the size of the mesh, independent of its distance from the origin.
/// @{

/// Volume [m^3], negative for an inverted mesh, 0 without faces.
double enclosedVolume(const TriangleMesh& mesh);

/// Centroid of the enclosed volume [m], mesh frame. Throws std::invalid_argument if the volume is zero or not finite.
Vector3 volumeCentroid(const TriangleMesh& mesh);

/// Area of all faces [m^2].
double surfaceArea(const TriangleMesh& mesh);
/// @}

/// Mass properties of a solid body of uniform density [kg/m^3].
/// Second moments per tetrahedron (o, a, b, c) of volume V:
/// V/20 (s s^T + a a^T + b b^T + c c^T), s = a + b + c, o the centroid.
/// Throws std::invalid_argument if the density or the volume is not positive and finite.
MassProperties solidMassProperties(const TriangleMesh& mesh, double density);

/// Mass properties of a thin shell of uniform areal density [kg/m^2]. Accepts open meshes.
/// Throws std::invalid_argument if the density or the area is not positive and finite.
MassProperties shellMassProperties(const TriangleMesh& mesh, double arealDensity);

/// Mass properties of point masses [kg] at points [m].
/// The inertia is singular if all points lie on one line; add a point off the line before using it for rotation. Throws
/// std::invalid_argument if there are no points, the sizes differ, a mass is not positive and finite, or a point is not
/// finite.
MassProperties pointMassProperties(const std::vector<Vector3>& points, const std::vector<double>& masses);

} // namespace ambient
