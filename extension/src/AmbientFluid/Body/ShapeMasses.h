// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeSequence.h"
#include "AmbientFluid/Math/CubicSplines.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <vector>

namespace ambient {

/// The masses of a shape sequence as point masses whose places are linear in the points of a key.
/// A solid is divided into tetrahedra from the centre of mass of each piece to its faces, a shell into faces, with
/// velocities linear in each: exact for inertia and momentum, which are quadratic.
class ShapeMasses {
  public:
    /// \param sequence valid; its rest key has the volumes and areas
    explicit ShapeMasses(const ShapeSequence& sequence);

    double total() const { return m_total; } ///< [kg]
    /// The masses [kg]; tetrahedra of hollow pieces count as negative.
    const std::vector<double>& masses() const { return m_masses; }
    /// Places of the masses, or their velocities. \param points of a key: vertices, then extra masses, x y z each
    void places(const double* points, std::vector<Vector3>& out) const;
    /// Centre of mass of a key [m].
    Vector3 center(const double* points) const;

    /// Inertia about the origin, which must be the centre of mass. \param places of the masses
    SpatialInertia inertia(const std::vector<Vector3>& places) const;
    /// Angular momentum about the origin [kg m^2/s].
    Vector3 angularMomentum(const std::vector<Vector3>& places, const std::vector<Vector3>& velocities) const;

  private:
    void add(double mass, std::vector<std::pair<int, double>> shares);
    void addSolid(const ShapeSequence& sequence);
    void addShell(const ShapeSequence& sequence);

    double m_total = 0.0;
    std::vector<double> m_masses;
    std::vector<int> m_first{0};                  ///< of the shares of each mass
    std::vector<std::pair<int, double>> m_shares; ///< point and its share in the place
};

/// Vertices and extra masses of a key in one row: x y z each.
KnotRows pointsOfKeys(const ShapeSequence& sequence);

} // namespace ambient
