// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstdint>

namespace ambient {

/// \file
/// Closed triangle meshes of the bodies that drag tables are made of, beyond those of Primitives.h, whose conventions
/// hold here too: outward, manifold, of one piece, axis along z, volume centroid at the origin; `targetFaces` picks the
/// layout with the nearest face count; lines are graded towards sharp edges; the volume of the mesh is the exact volume
/// of the shape (curved ones are scaled uniformly); bodies of revolution are exact mirror images of themselves in x
/// and y, the wedge in x and y, the ring in x, y and z, the L-prism in z and under exchange of x and y.
///
/// All throw std::invalid_argument naming the argument if a length is not between 1e-9 and 1e9 m, if two lengths of a
/// shape differ by more than a factor 1e6, if another argument is out of its stated range, or if targetFaces is refused
/// (below the stated fewest, or above 2e6).

/// Half ball of this radius [m], its dome towards +z: the flat side at -3/8 radius, the top at 5/8. At least 48 faces.
TriangleMesh makeHemisphere(double radius, int targetFaces = 1200);

/// Hollow half ball, a cup of this outer radius and wall [m], open towards -z, with a flat rim. wall < radius.
/// Both walls have the same layout, so that a thin one does not cut itself. At least 48 faces.
TriangleMesh makeCup(double radius, double wall, int targetFaces = 2400);

/// Streamlined body of revolution of this length and largest diameter [m], length >= diameter: a round nose towards +z,
/// 0.4 length from the centroid, and a pointed tail. A distance x length behind the nose its radius is
/// (sqrt(27)/4) diameter sqrt(x) (1 - x), largest at x = 1/3; its volume is 9/64 pi diameter^2 length. Slender ones
/// (4:1) hardly separate. Rings of uniform spacing along the profile. At least 48 faces.
TriangleMesh makeTeardrop(double length, double diameter, int targetFaces = 1200);

/// Prism along y of this span [m] over an isosceles triangle whose apex, of the angle apexAngle [rad] in [0.1, 3],
/// points towards +z, with the flat base of this width [m] along x towards -z: height = base / (2 tan(apexAngle / 2)),
/// the base at -1/3 height, the apex at 2/3. At least 32 faces.
TriangleMesh makeWedge(double base, double span, double apexAngle, int targetFaces = 1200);

/// Torus about z: a tube of minorRadius whose centre line is a circle of majorRadius [m], minorRadius < majorRadius.
/// At least 64 faces.
TriangleMesh makeRing(double majorRadius, double minorRadius, int targetFaces = 1200);

/// L-shaped prism along z: two arms of this length (measured outside) along x and y, both `width` wide and `thickness`
/// thick [m], width < arm. At least 112 faces.
TriangleMesh makeLPrism(double arm, double width, double thickness, int targetFaces = 1200);

/// A smooth lump, star-shaped about a point inside: a sphere with eight seeded low bumps and hollows. Its volume is
/// that of the sphere of this radius [m]; from that point, greatest and smallest radius are as (1 + amplitude) to
/// (1 - amplitude), amplitude in [0, 0.6]. Same arguments, same shape; it does not depend on targetFaces. 20 n^2 faces.
TriangleMesh makeLumpySolid(double radius, double amplitude, std::uint32_t seed, int targetFaces = 1280);

} // namespace ambient
