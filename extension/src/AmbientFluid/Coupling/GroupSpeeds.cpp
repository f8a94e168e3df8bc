// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/GroupSpeeds.h"

#include <stdexcept>
#include <string>

namespace ambient {
namespace {

int firstRowOf(std::size_t mover) {
    return 6 * static_cast<int>(mover);
}

} // namespace

void GroupSpeeds::place(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees) {
    m_trees.resize(trees.size());
    m_moverOf.resize(trees.size());
    for (std::size_t t = 0; t < trees.size(); ++t) {
        m_trees[t].place(trees[t]);
        m_moverOf[t].assign(static_cast<std::size_t>(trees[t].motion->body().linkCount()), -1);
    }
    m_free.clear();
    m_firstOfMover.assign(movers.size(), -1);
    m_firstOfTree.clear();
    m_count = 0;
    m_given = Eigen::VectorXd::Zero(firstRowOf(movers.size()));
    for (std::size_t i = 0; i < movers.size(); ++i) {
        const CoupledLink& link = movers[i].link;
        if (link.tree >= 0) {
            if (link.tree >= static_cast<int>(trees.size()) || link.link < 0 ||
                link.link >= static_cast<int>(m_moverOf[static_cast<std::size_t>(link.tree)].size()))
                throw std::invalid_argument("coupling: body " + std::to_string(i) + " is a link of no tree");
            m_moverOf[static_cast<std::size_t>(link.tree)][static_cast<std::size_t>(link.link)] = static_cast<int>(i);
            m_given.segment<6>(firstRowOf(i)) =
                m_trees[static_cast<std::size_t>(link.tree)].given().segment<6>(6 * link.link);
            continue;
        }
        m_firstOfMover[i] = m_count;
        if (movers[i].isPrescribed) m_given.segment<6>(firstRowOf(i)) = movers[i].prescribed.vector();
        for (int k = 0; k < 6 && !movers[i].isPrescribed; ++k)
            m_free.push_back(m_count + k);
        m_count += 6;
    }
    for (const TreeSpeeds& tree : m_trees) {
        m_firstOfTree.push_back(m_count);
        for (int k = 0; k < tree.count(); ++k)
            m_free.push_back(m_count + k);
        m_count += tree.count();
    }
    if (trees.empty()) return;
    m_map = Eigen::MatrixXd::Zero(firstRowOf(movers.size()), m_count);
    for (std::size_t i = 0; i < movers.size(); ++i) {
        if (m_firstOfMover[i] >= 0) {
            m_map.block<6, 6>(firstRowOf(i), m_firstOfMover[i]).setIdentity();
            continue;
        }
        const std::size_t t = static_cast<std::size_t>(movers[i].link.tree);
        m_map.block(firstRowOf(i), m_firstOfTree[t], 6, m_trees[t].count()) =
            m_trees[t].jacobian().middleRows<6>(6 * movers[i].link.link);
    }
}

Eigen::MatrixXd GroupSpeeds::inertia(const Eigen::MatrixXd& ofMovers) const {
    if (!hasTrees()) return ofMovers;
    Eigen::MatrixXd result = m_map.transpose() * (ofMovers * m_map);
    for (std::size_t t = 0; t < m_trees.size(); ++t)
        result.block(m_firstOfTree[t], m_firstOfTree[t], m_trees[t].count(), m_trees[t].count()) +=
            m_trees[t].inertia();
    return result;
}

Eigen::VectorXd GroupSpeeds::onLinks(std::size_t tree, const Eigen::VectorXd& onMovers) const {
    const std::vector<int>& moverOf = m_moverOf[tree];
    Eigen::VectorXd result = Eigen::VectorXd::Zero(firstRowOf(moverOf.size()));
    for (std::size_t link = 0; link < moverOf.size(); ++link)
        if (moverOf[link] >= 0)
            result.segment<6>(firstRowOf(link)) =
                onMovers.segment<6>(firstRowOf(static_cast<std::size_t>(moverOf[link])));
    return result;
}

} // namespace ambient
