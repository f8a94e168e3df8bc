// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstdint>

namespace ambient {

/// \file
/// Closed triangle meshes of the bodies in common drag tables, in addition to those of Primitives.h.
///
/// The conventions of Primitives.h apply: outward, manifold, of one piece, axis along z, volume centroid at the origin.
/// `targetFaces` selects the layout with the nearest face count. Lines are graded towards sharp edges. The volume of
/// the mesh is the exact volume of the shape (curved shapes are scaled uniformly). Bodies of revolution are exact
/// mirror images of themselves in x and y, the wedge in x and y, the ring in x, y and z, the L-prism in z and under
/// exchange of x and y.
///
/// All functions throw std::invalid_argument naming the argument if a length is not between 1e-9 and 1e9 m, if two
/// lengths of a shape differ by more than a factor 1e6, if another argument is outside its stated range, or if
/// targetFaces is outside its range (from the minimum stated for the shape to 2e6).

/// Hemisphere with the dome towards +z: flat side at z = -3/8 radius [m], top at 5/8 radius. At least 48 faces.
TriangleMesh makeHemisphere(double radius, int targetFaces = 1200);

/// Hemispherical cup open towards -z: outer radius and wall thickness [m], wall < radius, flat rim.
/// Both surfaces have the same layout, so that a thin wall does not intersect itself. At least 48 faces.
TriangleMesh makeCup(double radius, double wall, int targetFaces = 2400);

/// Streamlined body of revolution; length and largest diameter [m], length >= diameter.
/// The round nose points towards +z and lies 0.4 length from the centroid; the tail is pointed. At the distance x
/// length behind the nose the radius is
/// (sqrt(27)/4) diameter sqrt(x) (1 - x), largest at x = 1/3; the volume is 9/64 pi diameter^2 length. The flow past
/// slender teardrops (4:1) hardly separates. The rings are uniformly spaced along the profile. At least 48 faces.
TriangleMesh makeTeardrop(double length, double diameter, int targetFaces = 1200);

/// Wedge along y with its apex towards +z; base width and span [m], apexAngle [rad] in [0.1, 3].
/// A prism over an isosceles triangle whose flat base lies along x and faces -z: height = base / (2 tan(apexAngle /
/// 2)),
/// base at z = -1/3 height, apex at 2/3 height. At least 32 faces.
TriangleMesh makeWedge(double base, double span, double apexAngle, int targetFaces = 1200);

/// Torus about z: tube radius minorRadius, centre line radius majorRadius [m], minorRadius < majorRadius.
/// At least 64 faces.
TriangleMesh makeRing(double majorRadius, double minorRadius, int targetFaces = 1200);

/// L-shaped prism along z: two arms along x and y, each `width` wide and `thickness` thick [m].
/// `arm` is the outside length of an arm, width < arm. At least 112 faces.
TriangleMesh makeLPrism(double arm, double width, double thickness, int targetFaces = 1200);

/// Smooth lump: a sphere with eight low bumps and hollows, placed by the seed.
/// The lump is star-shaped about an interior point; the ratio of the largest to the smallest radius from this point is
/// (1 + amplitude) to (1 - amplitude), amplitude in [0, 0.6]. The volume is that of a sphere of this radius [m]. Equal
/// arguments give equal shapes; the shape does not depend on targetFaces. 20 n^2 faces.
TriangleMesh makeLumpySolid(double radius, double amplitude, std::uint32_t seed, int targetFaces = 1280);

} // namespace ambient
