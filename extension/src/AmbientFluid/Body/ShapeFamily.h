// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeModes.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <memory>
#include <vector>

namespace ambient {

/// The dry body in one shape. Author's axes.
struct DryShape {
    Vector3 center = Vector3::Zero();          ///< of mass, author's frame [m]
    Matrix3 inertia = Matrix3::Zero();         ///< about it [kg m^2]
    Vector3 angularMomentum = Vector3::Zero(); ///< about it, at zero twist of the body frame [kg m^2/s]
    double energy = 0.0;                       ///< at zero twist of the body frame [J]
};

/// All shapes that a few coordinates q can give one mesh. Immutable.
/// Body frame: origin at the centre of mass of the shape, axes of the author's frame.
class ShapeFamily {
  public:
    virtual ~ShapeFamily() = default;

    const std::vector<ShapeCoordinate>& coordinates() const { return m_coordinates; } ///< names are filled in
    const ShapeGroups& together() const { return m_together; }                        ///< never empty
    const std::vector<TriangleMesh::Face>& faces() const { return m_faces; }          ///< after refinement
    int vertexCount() const { return m_vertexCount; }                                 ///< after refinement
    double mass() const { return m_mass; }                                            ///< dry [kg]
    int size() const { return static_cast<int>(m_coordinates.size()); }               ///< number of coordinates

    /// Vertices and their velocities, body frame: x y z each, written to vertexCount() places. Allocates nothing.
    /// \param q, rates one number per coordinate \param velocities null: not wanted
    virtual void move(const double* q, const double* rates, double* points, double* velocities) const = 0;
    /// The masses. Allocates nothing.
    virtual DryShape dry(const double* q, const double* rates) const = 0;

    /// The mesh of a shape, body frame.
    TriangleMesh mesh(const std::vector<double>& q) const;

  protected:
    /// \param together groups of coordinates that share a grid
    ShapeFamily(std::vector<ShapeCoordinate> coordinates, ShapeGroups together);

    std::vector<TriangleMesh::Face> m_faces; ///< of every shape
    int m_vertexCount = 0;                   ///< of every shape
    double m_mass = 0.0;                     ///< dry [kg]

  private:
    std::vector<ShapeCoordinate> m_coordinates;
    ShapeGroups m_together;
};

/// The family of modes, refined to at least `leastFaces` faces. \param modes valid
std::unique_ptr<const ShapeFamily> familyOf(const ShapeModes& modes, int leastFaces);
/// The family of parts, refined to at least `leastFaces` faces. \param parts valid
std::unique_ptr<const ShapeFamily> familyOf(const ShapeParts& parts, int leastFaces);

} // namespace ambient
