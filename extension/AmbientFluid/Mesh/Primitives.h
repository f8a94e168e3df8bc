// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// \file
/// Closed triangle meshes of plain shapes: outward, consistently oriented, manifold, of one piece, with the volume
/// centroid at the origin and the axis, where there is one, along z.
///
/// `targetFaces` is about how many faces come out. Every shape has a family of layouts (stated at each) and the member
/// whose face count is nearest is taken; below the coarsest member, or above 2e6, targetFaces is refused.
///
/// Curved shapes are scaled so that the volume of the mesh is the exact volume of the shape, and buoyancy with it:
/// uniformly for sphere, ellipsoid, capsule and football, in x and y only for cylinder, disc and cone.
///
/// Box, plate, cylinder, disc and cone have their edge lines graded towards the sharp edges, where a potential flow is
/// singular: distances from an edge follow 0.97 (1 - cos) + 0.03 linear, so that the smallest spacing is second order
/// in the resolution but never below 1/50 of the largest.
///
/// Box, plate and the shapes with an axis are exact mirror images of themselves (coordinates to the last bit, except in
/// z where the shape itself is not symmetric): box and plate in x, y and z; the others also under exchange of x and y.
///
/// All throw std::invalid_argument naming the argument if a length is not between 1e-9 and 1e9 m, if two lengths of a
/// shape differ by more than a factor 1e6, or if targetFaces is refused.

/// Sphere of this radius [m]: an icosahedron with each face split into n^2, 20 n^2 faces, nearly uniform in size.
TriangleMesh makeSphere(double radius, int targetFaces = 1280);

/// Ellipsoid with these semi-axes [m] along x, y, z: the sphere, scaled along each axis. 20 n^2 faces.
TriangleMesh makeEllipsoid(const Vector3& semiAxes, int targetFaces = 1280);

/// Box of this size [m] along x, y, z. The plain 12-triangle box, or 4 (nx ny + ny nz + nz nx) faces with nx, ny, nz
/// even, at least 2: 48, 192, 432, 768, 1200, ... for a cube. Diagonals point from the edges to the middle of each
/// side.
TriangleMesh makeBox(const Vector3& size, int targetFaces = 1200);

/// Thin box: as makeBox, but with only 2 or 4 rows through its thickness (the smallest size, whichever axis) unless the
/// spacing inside the large sides calls for more: the faces are spent on those. At least 48 faces.
TriangleMesh makePlate(const Vector3& size, int targetFaces = 1200);

/// Cylinder of this radius and length [m]: rings on both caps around a centre fan, an even number of rows on the side.
/// At least 48 faces.
TriangleMesh makeCylinder(double radius, double length, int targetFaces = 1200);

/// Thin cylinder: as makeCylinder, but with the rows on its rim as makePlate has them.
TriangleMesh makeDisc(double radius, double thickness, int targetFaces = 1200);

/// Cylinder of this length [m] between two half spheres of this radius [m]; total length cylinderLength + 2 radius.
/// Rings of uniform spacing. At least 48 faces.
TriangleMesh makeCapsule(double radius, double cylinderLength, int targetFaces = 1200);

/// Cone with its apex towards +z: the base at -height/4, the apex at 3/4 height [m]. At least 48 faces.
TriangleMesh makeCone(double radius, double height, int targetFaces = 1200);

/// American football: a prolate spindle of this length and largest diameter [m], length >= diameter, with pointed tips.
/// Its profile is a circular arc through both tips: r(z) = sqrt(R^2 - z^2) - (R - diameter/2), |z| <= length/2,
/// R = (length^2 + diameter^2) / (4 diameter). Rings of uniform spacing along the arc. At least 48 faces.
TriangleMesh makeFootball(double length, double diameter, int targetFaces = 1200);

} // namespace ambient
