// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// \file
/// Closed triangle meshes of basic shapes.
///
/// All are outward, consistently oriented, manifold and of one piece. The volume centroid is at the origin; an axis of
/// symmetry lies along z.
///
/// `targetFaces` is the approximate number of faces. Each shape has a family of layouts (stated for each); the layout
/// with the nearest face count is used. targetFaces is refused if it is below the face count of the coarsest layout or
/// above 2e6.
///
/// Curved shapes are scaled so that the mesh has the exact volume of the shape, and thus its buoyancy: uniformly for
/// sphere, ellipsoid, capsule and football, in x and y only for cylinder, disc and cone.
///
/// The lines of box, plate, cylinder, disc and cone are graded towards the sharp edges, at which a potential flow is
/// singular: distances from an edge follow 0.97 (1 - cos) + 0.03 linear, so that the smallest spacing is second order
/// in the resolution but never below 1/50 of the largest.
///
/// Box, plate and the shapes with an axis are exact mirror images of themselves to the last bit of the coordinates,
/// except in z if the shape itself is not symmetric: box and plate in x, y and z; the others also under exchange of x
/// and y.
///
/// All functions throw std::invalid_argument naming the argument if a length is not between 1e-9 and 1e9 m, if two
/// lengths of a
/// shape differ by more than a factor 1e6, or if targetFaces is refused.

/// Sphere of this radius [m]: an icosahedron with each face split into n^2. 20 n^2 faces of nearly equal size.
TriangleMesh makeSphere(double radius, int targetFaces = 1280);

/// Ellipsoid with these semi-axes [m] along x, y, z: a sphere scaled along each axis. 20 n^2 faces.
TriangleMesh makeEllipsoid(const Vector3& semiAxes, int targetFaces = 1280);

/// Box of this size [m] along x, y, z.
/// 12 faces, or 4 (nx ny + ny nz + nz nx) faces with nx, ny, nz even and at least 2: 48, 192, 432, 768, 1200, ... for a
/// cube. Diagonals point from the edges to the middle of each side.
TriangleMesh makeBox(const Vector3& size, int targetFaces = 1200);

/// Thin box of this size [m]: makeBox() with only 2 or 4 rows of faces through the thickness.
/// The thickness is the smallest size, along any axis. More rows are used if the spacing inside the large sides
/// requires them. At least 48 faces.
TriangleMesh makePlate(const Vector3& size, int targetFaces = 1200);

/// Cylinder of this radius and length [m], at least 48 faces.
/// Each cap has rings around a central fan; the side has an even number of rows.
TriangleMesh makeCylinder(double radius, double length, int targetFaces = 1200);

/// Thin cylinder [m]: makeCylinder() with the rows of makePlate() on the rim.
TriangleMesh makeDisc(double radius, double thickness, int targetFaces = 1200);

/// Cylinder between two hemispheres of equal radius [m]; total length cylinderLength + 2 radius.
/// Rings of uniform spacing. At least 48 faces.
TriangleMesh makeCapsule(double radius, double cylinderLength, int targetFaces = 1200);

/// Cone with its apex towards +z: base at z = -height/4, apex at 3/4 height [m]. At least 48 faces.
TriangleMesh makeCone(double radius, double height, int targetFaces = 1200);

/// American football: a spindle with pointed tips; length and largest diameter [m], length >= diameter.
/// The profile is a circular arc through both tips: r(z) = sqrt(R^2 - z^2) - (R - diameter/2), |z| <= length/2,
/// R = (length^2 + diameter^2) / (4 diameter). Rings of uniform spacing along the arc. At least 48 faces.
TriangleMesh makeFootball(double length, double diameter, int targetFaces = 1200);

} // namespace ambient
