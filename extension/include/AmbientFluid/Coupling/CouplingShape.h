// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <array>
#include <cstddef>
#include <memory>

namespace ambient {

struct CouplingTables;

/// A potential flow around a point to first order in the distance r from it: velocity + strain r. Also the forces on
/// both, whose power is their product.
struct FlowAround {
    Vector3 velocity = Vector3::Zero(); ///< [m/s], or force [N]
    Matrix3 strain = Matrix3::Zero();   ///< symmetric, without trace [1/s], or Sum force r^T [N m]
};

/// Options of CouplingShape::build.
struct CouplingShapeOptions {
    /// Faces of the coupling mesh, about; at least 20. Meshes with more are decimated, to the volume, centre and
    /// proportions of the mesh. The error of the force at a gap of half a radius is 4 % at 80 faces, 1 % at 320
    /// (default), .3 % at 1280; the cost grows with the square.
    int faces = 320;
    /// Degree of the flows that others may cause at the body, in [1, 8]: 6, 11, 18, 27, 38, 51 unknowns for 1 to 6. The
    /// error of the coupling at a gap of a tenth is 3 % for 3 and .5 % for 5 (default).
    int degree = 5;
    /// Radius of the smallest bodies near this one, if they are much smaller than it [m]; 0 (default): none is. Flows
    /// of dipoles at that distance from all of the surface are then among those that others may cause. The unknowns
    /// grow with the area over the square: 220 for a box 6 radii wide, where harmonics miss a fifth of the
    /// coupling. The faces have to be as small as those bodies.
    double smallest = 0.0;
};

/// Data by which a body feels the flow of others: its coupling mesh as a sheet of currents, a basis of them, and their
/// part in its own motions. Immutable, once per mesh, shared by all bodies with it and by all threads.
class CouplingShape {
  public:
    /// \param mesh usable (requireUsableMesh)
    /// \throws std::invalid_argument if an option is out of range or the mesh is too thin for its energy to be positive
    static std::shared_ptr<const CouplingShape> build(const TriangleMesh& mesh,
                                                      const CouplingShapeOptions& options = {});
    ~CouplingShape();

    const Vector3& centre() const { return m_centre; } ///< of the volume, frame of the mesh [m]
    double radius() const { return m_radius; }         ///< of the ball about centre() that encloses the body [m]
    int faces() const { return m_faces; }              ///< of the coupling mesh
    /// Tiers of the sums over pairs of bodies: all faces, 96 clusters of faces and 40, for bodies that are near, at a
    /// middle distance and far (CoupledGroup).
    static constexpr int kTiers = 3;
    /// Unknowns of a body whose nearest neighbour is in a tier: the modes of its own motions come first, then those of
    /// the flows that others may cause, up to CouplingShapeOptions::degree, to degree 4 and to degree 3.
    int modes(int tier = 0) const { return m_modes[static_cast<std::size_t>(tier)]; }

    /// Squared length of the kernel's regularisation per area of a face: the smallest of .08, .1, .12, .15, .2 and .3
    /// with which the body's energy by the regularised kernel is at most .95 of its true one, so that the energy of any
    /// bodies in any places is positive. .3 if none does.
    double squaredEpsilon() const { return m_squaredEpsilon; }
    /// Largest ratio of those two energies.
    double largestEnergyRatio() const { return m_largestEnergyRatio; }

    /// Loads of the six unit motions on the modes, about centre(), axes of the mesh: modes x 6 [m^2.5, m^1.5].
    const Eigen::Matrix<double, Eigen::Dynamic, 6>& load() const { return m_load; }

    /// A flow around the body to first order in the distance from centre(), which has the normal flux of a given one on
    /// the surface as nearly as possible: velocity and symmetric gradient, axes of the mesh.
    /// \param onModes flux of the given flow on the modes, of which the first few count
    FlowAround flowOf(const Eigen::VectorXd& onModes) const;
    /// The transposed map: the loads on the modes() of a tier whose power is that of these forces.
    /// \param forces on the velocity and on the gradient, axes of the mesh
    Eigen::VectorXd loadsOf(const FlowAround& forces, int modes) const;

    /// Points and currents, for the loops of CoupledGroup.
    const CouplingTables& tables() const { return *m_tables; }

  private:
    CouplingShape() = default;

    Vector3 m_centre = Vector3::Zero();
    double m_radius = 0.0, m_squaredEpsilon = 0.0, m_largestEnergyRatio = 0.0;
    int m_faces = 0;
    std::array<int, kTiers> m_modes = {};
    Eigen::Matrix<double, Eigen::Dynamic, 6> m_load;
    Eigen::Matrix<double, 8, Eigen::Dynamic> m_flow; ///< of three velocities and five strains, by the first modes
    std::array<Matrix3, 5> m_strain;                 ///< those strains
    std::unique_ptr<const CouplingTables> m_tables;
};

} // namespace ambient
