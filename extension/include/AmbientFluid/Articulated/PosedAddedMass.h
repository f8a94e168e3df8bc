// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/LinkAddedMass.h"
#include "AmbientFluid/Articulated/PoseCoordinates.h"

#include <functional>
#include <memory>
#include <vector>

namespace ambient {

/// Added mass of links that share one surface, as a function of the positions of their joints: K(q) = F(q)^T F(q) with
///     F(q) = F_0 + sum over the joints' coordinates c of [F_c(q_c) - F_0],
/// F_0 of the reference pose and F_c of poses in which one coordinate alone differs from it, joined by cubic splines
/// with continuous second derivatives. So K is positive semidefinite in every pose, exact in the poses that were
/// solved, and continuous with two derivatives, from which the loads follow exactly. The product of factors has part of
/// what several bent joints do together; links that only meet by several joints at once do not feel each other.
/// Immutable, shared by equal bodies and by threads.
class PosedAddedMass {
  public:
    /// Skin of the links in a pose. Called from several threads at once.
    using SkinAt = std::function<LinkSkin(const std::vector<Pose>& worldFromLinks)>;

    /// Solves the flow around the links in poses of 45 degrees' distance and less: 6 for a hinge that turns freely,
    /// 18 for a ball joint, 6 for a slide, and 1 for all joints at rest. In parallel; each takes .1 s with 1000 faces.
    /// \param ranges of the joint positions, as poseCoordinates(); joints with limits need fewer poses
    /// \throws std::invalid_argument as LinkAddedMass::build() or `skinAt` in the reference pose, or as
    /// poseCoordinates()
    static std::shared_ptr<const PosedAddedMass> build(std::shared_ptr<const ArticulatedBody> body,
                                                       const SkinAt& skinAt,
                                                       const std::vector<JointRange>& ranges = {});

    /// K(q) per unit density: 6 rows and columns per link, as LinkAddedMass::perDensity(). \param positions of all
    /// joints
    Eigen::MatrixXd perDensity(const JointVector& positions) const;
    const ArticulatedBody& body() const { return *m_body; } ///< of the constructor
    /// Of the reference pose: all joints at zero, or at the nearest position in their range.
    const std::shared_ptr<const LinkAddedMass>& atReference() const { return m_atReference; }
    int poseCount() const { return m_poseCount; } ///< poses that were solved
    /// Poses without a solution, such as those in which links cross each other. A joint's range ends before them:
    /// farther bends have the added mass of its end.
    int failedPoseCount() const { return m_failedPoseCount; }

    class At; ///< K(q) and its changes, with the buffers of one body (PosedAddedMassAt.h)

    ~PosedAddedMass();

  private:
    PosedAddedMass();
    struct Table;
    void tabulate(const PoseCoordinate& coordinate, const std::vector<Eigen::MatrixXd>& roots);

    std::shared_ptr<const ArticulatedBody> m_body;
    std::shared_ptr<const LinkAddedMass> m_atReference;
    int m_poseCount = 1, m_failedPoseCount = 0;
    Eigen::VectorXd m_scale; ///< roots of the means of K's diagonal: twists times this are of one size
    Eigen::MatrixXd m_root;  ///< F_0 in scaled twists
    std::vector<Table> m_tables;
};

} // namespace ambient
