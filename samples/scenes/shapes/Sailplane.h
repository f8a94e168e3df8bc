// SPDX-License-Identifier: Zlib
#pragma once

#include "scenes/parts/WeightedSolid.h"

namespace samples {

/// A small sailplane of four parts that do not touch: a wing with a section of NACA 4412 and dihedral, a tailplane, a
/// fin and a slender fuselage. Nose towards +x, upper side towards +z; the origin is at the quarter chord of the wing.
struct SailplaneShape {
    double chord = 0.1;     ///< of the wing [m]
    double aspect = 10.0;   ///< span over chord
    double arm = 0.45;      ///< from the quarter chord of the wing to that of the tailplane [m]
    double tailShare = 0.2; ///< area of the tailplane over that of the wing
    double tailAngle = 0.0; ///< of the tailplane to the chord of the wing, nose up positive [rad]
    double dihedral = 0.0;  ///< of both halves of the wing above the horizontal [rad]
    double mass = 0.15;     ///< [kg]
    double balance = 0.1;   ///< of the centre of mass behind the quarter chord, in chords

    double span() const { return aspect * chord; }
    double area() const { return span() * chord; } ///< of the wing [m^2]
};

/// The closed surface with its mass: half of it spread over the volume, half a weight in the fuselage that balances.
/// \param faces about how many triangles, at least 800
WeightedSolid makeSailplane(const SailplaneShape& shape, int faces);

/// The wing alone, with its chord line along x, and its dihedral.
ambient::TriangleMesh sailplaneWing(const SailplaneShape& shape, int faces);

} // namespace samples
