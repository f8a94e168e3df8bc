// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Math/ParallelLoop.h"

#include <memory>
#include <vector>

namespace ambient {

/// A mover of CouplingGroups, and the fluid that it is in.
struct GroupedMover {
    CoupledMover mover;   ///< place, momentum, inertia
    double density = 0.0; ///< of the fluid [kg/m^3]; bodies in fluids of different density do not feel each other
};

/// Bodies of a world that feel each other's flow: finds which are within reach of each other, and moves each such
/// group.
///
/// A group is a connected set: each body is within reach of another, or of its image behind a wall. The state of a body
/// is its momentum in all groups, and the coupling fades out towards the reach, so that nothing jumps when groups
/// change. Bodies that are in no group are not touched, to the last bit. Groups are moved in parallel; the same bytes
/// for any number of threads.
class CouplingGroups {
  public:
    /// \param precision, reach as CoupledGroup
    explicit CouplingGroups(CouplingPrecision precision = CouplingPrecision::Single, double reach = 3.0);

    /// Plane walls, perpendicular to each other. \throws std::invalid_argument as imagesBy(); the walls then stay
    void setWalls(const std::vector<MirrorPlane>& walls);

    /// CoupledMotion::setDrag() of all groups. Default: No.
    void setDrag(DragInFlow drag) { m_drag = drag; }

    /// Finds the groups of the movers at their places. \throws std::invalid_argument naming the mover if it has no
    /// shape or its place is not finite
    void find(const std::vector<GroupedMover>& movers);

    /// Finds the groups and moves them by the coupled part of their motion (CoupledMotion::kick). The drift of movers
    /// in no group becomes zero. \param duration [s] \throws std::invalid_argument as find(), or where an inertia is
    /// not positive; nothing is changed then
    void kick(std::vector<GroupedMover>& movers, double duration) {
        std::vector<CoupledTree> none;
        kick(movers, none, duration);
    }
    /// The same with trees, whose links are among the movers; the links of a tree are in one group.
    void kick(std::vector<GroupedMover>& movers, std::vector<CoupledTree>& trees, double duration);

    /// Velocities W Pi of all movers at their present places, world axes; of a body in no group by its own inertia.
    std::vector<Twist> twists(const std::vector<GroupedMover>& movers);
    /// The momenta K Y of such velocities: for velocities set by a user.
    std::vector<Momentum> momenta(const std::vector<GroupedMover>& movers, const std::vector<Twist>& twists);

    /// Members of each group, ascending, in order of their first member; after find() or kick().
    const std::vector<std::vector<int>>& groups() const { return m_groups; }
    /// Number of groups whose coupling had to be weakened in the last call (CoupledMotion::isWeakened).
    int weakenedGroups() const { return m_weakened; }

  private:
    void findTrees(const std::vector<GroupedMover>& movers);
    /// Calls work(motion, members as movers, group number) for each group.
    template <class Work>
    void forEachGroup(const std::vector<GroupedMover>& movers, Work work);

    CouplingPrecision m_precision;
    double m_reach;
    DragInFlow m_drag = DragInFlow::No;
    std::vector<MirrorPlane> m_walls;
    std::vector<Reflection> m_images;
    std::vector<std::vector<int>> m_groups;
    std::vector<std::vector<int>> m_treesOf;                                 ///< trees of each group, ascending
    std::vector<std::unique_ptr<CoupledMotion>> m_motions;                   ///< one per group; kept for its memory
    std::unique_ptr<ParallelLoop> m_loop = std::make_unique<ParallelLoop>(); ///< over the groups
    int m_weakened = 0;
};

} // namespace ambient
