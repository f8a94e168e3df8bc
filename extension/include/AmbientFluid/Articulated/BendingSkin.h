// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/LinkAddedMass.h"

#include <vector>

namespace ambient {

/// A LinkSkin that bends smoothly with its links, as the skin of an animal does. Vertices follow the links by shares
/// that pass from one link to the next over about two radii of the body on either side of a joint, so that the surface
/// does not fold up to bends of 135 degrees; the poses of links are mixed as dual quaternions [Kavan2008]. The same
/// mesh in all poses: the added mass of neighbouring poses has the same error of its faces. Immutable.
class BendingSkin {
  public:
    /// \param skin in its reference pose \throws std::invalid_argument if its numbers of faces, links and poses
    /// disagree
    explicit BendingSkin(LinkSkin skin);
    /// The skin with its links in other poses.
    LinkSkin at(const std::vector<Pose>& worldFromLinks) const;
    /// Shares of the links in the motion of each vertex: vertices x links, rows sum to 1.
    const Eigen::MatrixXd& shares() const { return m_shares; }

  private:
    LinkSkin m_skin;
    Eigen::MatrixXd m_shares;
};

} // namespace ambient
