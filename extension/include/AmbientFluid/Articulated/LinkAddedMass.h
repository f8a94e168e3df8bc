// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>
#include <vector>

namespace ambient {

/// How links feel each other through the fluid.
enum class LinkInertia {
    Isolated, ///< not at all: IsolatedLinkFluid (default)
    Coupled,  ///< as parts of one surface in one pose: CoupledLinkFluid
    Posed     ///< as parts of a surface that bends with the joints: PosedLinkFluid
};

/// The surface of a whole articulated body in one pose, of which each link has a part.
struct LinkSkin {
    TriangleMesh mesh;               ///< closed, outward
    std::vector<int> linkOfFace;     ///< link that moves each face
    std::vector<Pose> meshFromLinks; ///< frame of each link, origin at its centre of mass
};

/// Skin around links: the union of their convex surfaces in a pose. A face belongs to the nearest link.
/// \param surfaces convex, closed, outward, one per link in its frame; without faces: a dry link
/// \param worldFromLinks one per link \param faces approximate number, at least 100. A box of 27:1 of 2000 faces is
/// right to .5 % across and 1.2 % along, of 1000 to 2 % and 3.5 %, of 500 to 6 % and 7 %
/// \throws std::invalid_argument if all links are dry, the numbers of surfaces and poses differ, or as meshOfUnion()
LinkSkin skinOfLinks(const std::vector<TriangleMesh>& surfaces, const std::vector<Pose>& worldFromLinks,
                     int faces = 2000);

/// Added mass of links that share one surface: each moves its faces while the others are at rest, so that links shield
/// each other as the parts of one body do. Computed in the pose of the skin and constant in the axes of the links:
/// exact in that pose, positive semidefinite in every pose. Immutable.
class LinkAddedMass {
  public:
    /// Solves the exterior potential flow of six unit motions per link by the symmetric Galerkin method of
    /// computeAddedMass(). Time and memory grow with the square of the faces: .5 s for 2000 faces.
    /// \throws std::invalid_argument if the mesh is unusable, a face has no link, or the faces are too slender
    static std::shared_ptr<const LinkAddedMass> build(const LinkSkin& skin);

    int linkCount() const { return static_cast<int>(m_meshFromLinks.size()); } ///< of the skin
    /// Per unit density: 6 rows and columns per link, angular first, link axes about the centres of mass; zero for a
    /// link without faces [m^5, m^4, m^3].
    const Eigen::MatrixXd& perDensity() const { return m_perDensity; }
    /// Of all links as one rigid body in the pose of the skin, about the skin's origin, its axes.
    SpatialInertia ofWhole() const { return ofWhole(m_perDensity); }
    /// By how much isolated links are off: the largest relative error of the inertia of all links as one rigid body in
    /// the pose of the skin, in any rigid motion. \param isolated added mass per unit density of each link alone, and
    /// \param dry inertia of each link, link axes about its centre of mass \param density of the fluid [kg/m^3]
    double errorOfIsolated(const std::vector<SpatialInertia>& isolated, const std::vector<SpatialInertia>& dry,
                           double density) const;

  private:
    LinkAddedMass() = default;
    SpatialInertia ofWhole(const Eigen::MatrixXd& blocks) const;

    std::vector<Pose> m_meshFromLinks;
    Eigen::MatrixXd m_perDensity;
};

} // namespace ambient
