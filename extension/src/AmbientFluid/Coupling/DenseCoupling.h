// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/MirrorPlanes.h"
#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>
#include <vector>

namespace ambient {

struct CurrentSheet;

/// A body of a DenseCoupling at its place.
struct DenseBody {
    int mesh = 0;       ///< index into the meshes given to the constructor
    Pose worldFromMesh; ///< of the mesh's frame
    /// Point of the twist and of all blocks, in the frame of the mesh [m].
    Vector3 about = Vector3::Zero();
};

/// The potential flow of several bodies with all vertices of their meshes, in double precision.
///
/// The accurate solution, for the command line and as the measure of CoupledGroup. Each body is a CurrentSheet; their
/// energy is mu^T W mu / 2 with constant blocks on the diagonal, and the group's added mass is that of each body alone
/// plus rho B^T (W^-1 - diag(W_ii)^-1) B. 6-vectors are in world axes, about DenseBody::about, angular first. Memory
/// grows with the square of all faces.
class DenseCoupling {
  public:
    /// How two faces of different bodies act on each other.
    enum class Kernel {
        Regularised, ///< centroids with the kernel of CoupledGroup: the matrix stays positive however bodies overlap
        Exact ///< integrals over the faces: K of two spheres 0.1 radii apart within 0.3 %, but bodies must not overlap
    };

    /// \param meshes usable, each in its own frame
    /// \param squaredEpsilon of Kernel::Regularised per area of a face, [1]
    /// \throws std::invalid_argument where the energy of a mesh is not positive (CurrentSheet)
    explicit DenseCoupling(const std::vector<TriangleMesh>& meshes, Kernel kernel = Kernel::Exact,
                           double squaredEpsilon = 0.12);
    ~DenseCoupling();

    /// Places the bodies and solves for the flows of all their unit motions.
    /// \param images of the world behind walls (imagesBy)
    /// \throws std::invalid_argument if there is no body, a number is out of range or not finite, or the energy is not
    /// positive: bodies overlap each other or a wall
    void place(const std::vector<DenseBody>& bodies, const std::vector<Reflection>& images = {});

    /// Added mass beyond that of each body alone, per unit density: 6N x 6N, in the order of the bodies.
    const Eigen::MatrixXd& addedMassByOthers() const { return m_addedMass; }

    /// Derivative of Y^T K Y / 2 as each body is turned and moved together with its own twist, the twists of all bodies
    /// fixed in their own axes: torque about DenseBody::about and force, world axes, per unit density. It vanishes for
    /// a body that is alone. \param twists one per body, world axes, about DenseBody::about
    std::vector<Wrench> gradient(const std::vector<Twist>& twists) const;

    /// Velocity of the fluid at a point outside the bodies by the motions of all of them [m/s].
    Vector3 flowAt(const Vector3& point, const std::vector<Twist>& twists) const;

    /// Smallest eigenvalue of diag(W_ii)^-1/2 W diag(W_ii)^-1/2: positive where the energy is.
    double smallestEigenvalue() const;

    /// Unknowns of the system.
    int unknowns() const { return static_cast<int>(m_matrix.rows()); }

  private:
    struct Placed;

    Eigen::MatrixXd layersOf(const std::vector<Twist>& twists) const;
    void assemble();

    std::vector<std::unique_ptr<const CurrentSheet>> m_sheets; ///< one per mesh
    Kernel m_kernel;
    double m_squaredEpsilon;
    std::vector<Placed> m_bodies;
    std::vector<Placed> m_images; ///< of all bodies behind the walls, image by image
    Eigen::MatrixXd m_matrix;     ///< W of the group
    Eigen::MatrixXd m_layers;     ///< double layers of the 6N unit motions
    Eigen::MatrixXd m_addedMass;
};

} // namespace ambient
