// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Coupling/TreeSpeeds.h"

#include <vector>

namespace ambient {

/// The speeds of a group: the twists of all movers that are no links, then the free speeds of each tree. Without trees
/// they are the twists of all movers.
class GroupSpeeds {
  public:
    /// Evaluates trees at their states. \throws std::invalid_argument as TreeSpeeds::place()
    void place(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees);

    bool hasTrees() const { return !m_trees.empty(); }
    int count() const { return m_count; }                   ///< of speeds
    const std::vector<int>& free() const { return m_free; } ///< speeds that are not prescribed, ascending
    /// Of a tree: its speeds, and the number of the first one in the group.
    const TreeSpeeds& tree(std::size_t index) const { return m_trees[index]; }
    int firstOf(std::size_t tree) const { return m_firstOfTree[tree]; }
    /// First speed of a mover that is no link.
    int firstOfMover(std::size_t mover) const { return m_firstOfMover[mover]; }

    /// Inertia for the speeds. \param ofMovers inertia for the twists of the movers, without the trees' own
    Eigen::MatrixXd inertia(const Eigen::MatrixXd& ofMovers) const;
    /// Twists of the movers at speeds, beyond given().
    Eigen::VectorXd twists(const Eigen::VectorXd& speeds) const { return m_map * speeds; }
    /// Wrenches or momenta of the movers as those of the speeds. Only with trees.
    Eigen::VectorXd onSpeeds(const Eigen::VectorXd& onMovers) const { return m_map.transpose() * onMovers; }
    /// Twists of the movers at zero speeds: of links with prescribed parts, and of prescribed movers.
    const Eigen::VectorXd& given() const { return m_given; }
    /// Quantities of the movers as those of all links of a tree, 6 numbers per link; zero for those that are no movers.
    Eigen::VectorXd onLinks(std::size_t tree, const Eigen::VectorXd& onMovers) const;

  private:
    std::vector<TreeSpeeds> m_trees;
    std::vector<std::vector<int>> m_moverOf; ///< of each link of each tree; -1: none
    std::vector<int> m_firstOfMover, m_firstOfTree, m_free;
    int m_count = 0;
    Eigen::MatrixXd m_map; ///< twists of the movers by speeds; empty without trees
    Eigen::VectorXd m_given;
};

} // namespace ambient
