// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Hydrostatics/HullCut.h"

#include <array>
#include <cstddef>

namespace ambient {

/// A hull that displaces its own mass, at one attitude. Points are relative to the centre of volume of the mesh.
struct Flotation {
    Vector3 up = Vector3::UnitZ();   ///< upward direction, mesh axes
    double level = 0.0;              ///< of the surface along `up` [m]
    HullCut cut;                     ///< below the surface
    double energy = 0.0;             ///< potential energy of body and fluid, over rho g [m^4]
    Vector3 slope = Vector3::Zero(); ///< derivative of the energy by `up`: v G - M [m^4]

    /// Depth of the lowest point [m].
    double draft() const { return level - cut.lowest; }
    /// Centre of the displaced volume.
    Vector3 centerOfBuoyancy() const { return cut.moment / cut.volume; }
};

/// A principal axis of a symmetric tensor in the plane perpendicular to `up`.
struct LevelAxis {
    Vector3 axis; ///< unit
    double value; ///< of the tensor along it
};
/// Both axes, the one of the lesser value first. \param up unit
std::array<LevelAxis, 2> principalAxes(const Matrix3& tensor, const Vector3& up);

/// Attitudes of a floating hull at constant displacement.
///
/// With u = up, the energy at constant volume v is v u.G - u.M (Hydrostatics.h). Turned by the small vector s
/// perpendicular to u, it changes by s.(v G - M) + 1/2 s.(J + u.(M - v G)) s, J = Int (x - f)(x - f)^T dA over the
/// waterplane: v BM and v (z_B - z_G).
class FloatingHull {
  public:
    /// \param volume to displace, below that of the mesh [m^3] \param centerOfMass mesh frame
    FloatingHull(const TriangleMesh& mesh, double volume, const Vector3& centerOfMass);

    /// Rises and sinks to its displacement at a held attitude. \param guess of the level [m]
    Flotation at(const Vector3& up, double guess = 0.0);

    /// An attitude of least energy, reached downhill from `start`.
    /// Where the way down begins at a saddle, it goes to the side of `preferred`, a mesh axis.
    Flotation settle(const Flotation& start, const Vector3& preferred);
    /// The same, turning about one axis only (mesh axes): the heel is held and the trim is free.
    Flotation settleAbout(const Flotation& start, const Vector3& axis);

    /// Curvature of the energy, for turns perpendicular to `up`; its other entries are of no meaning [m^4].
    Matrix3 curvature(const Flotation& at) const;
    /// Curvatures below this size are rounding errors [m^4].
    double tolerance() const { return 1e-9 * m_volume * m_cutter.radius(); }

    const HullCutter& cutter() const { return m_cutter; }          ///< of the mesh
    const Vector3& centerOfMass() const { return m_centerOfMass; } ///< from the centre of volume [m]
    double volume() const { return m_volume; }                     ///< displaced [m^3]
    /// The centres of mass and buoyancy are on one vertical, to 1e-6 of the hull's radius.
    bool isInLine(const Flotation& at) const;

  private:
    struct Step {
        Vector3 turn;            ///< change of `up`, perpendicular to it
        bool isAtSaddle = false; ///< no slope, and a way down to both sides along `turn`
    };
    /// \param waysOf(Flotation) the perpendicular directions in which `up` may move, with their curvatures
    template <class WaysOf>
    Flotation descend(Flotation now, const Vector3& preferred, const WaysOf& waysOf);
    Step newtonStep(const Flotation& now, const LevelAxis* ways, std::size_t count, const Vector3& preferred) const;
    Flotation turned(const Flotation& from, const Vector3& turn);
    /// The step, halved until the energy falls; false if rounding errors hide any fall.
    bool advance(Flotation& now, Vector3 turn);

    HullCutter m_cutter;
    double m_volume;
    Vector3 m_centerOfMass;
};

} // namespace ambient
