// SPDX-License-Identifier: Zlib
// The trees of a CoupledMotion.
#include "AmbientFluid/Coupling/CoupledMotion.h"

#include "AmbientFluid/Coupling/GroupSpeeds.h"
#include "AmbientFluid/Coupling/StackedVectors.h"

namespace ambient {
namespace {

std::vector<Wrench> wrenchesOf(const Eigen::VectorXd& numbers) {
    std::vector<Wrench> result;
    for (int i = 0; i < numbers.size(); i += 6)
        result.emplace_back(Vector6(numbers.segment<6>(i)));
    return result;
}

} // namespace

void placeLinks(const std::vector<CoupledTree>& trees, std::vector<CoupledMover>& movers) {
    for (const CoupledTree& tree : trees)
        tree.motion->evaluate(tree.state, false);
    for (CoupledMover& mover : movers)
        if (mover.link.tree >= 0)
            mover.worldFromBody = trees[static_cast<std::size_t>(mover.link.tree)]
                                      .motion->dynamics()
                                      .worldFromLinks()[static_cast<std::size_t>(mover.link.link)];
}

void CoupledMotion::startTrees(const std::vector<CoupledTree>& trees) {
    m_treePasses.resize(trees.size());
    m_treeMomenta.resize(trees.size());
    for (std::size_t t = 0; t < trees.size(); ++t)
        m_treePasses[t].start = m_treeMomenta[t] = m_speeds->tree(t).momenta(trees[t].state);
}

Twist CoupledMotion::aloneTwist(const CoupledLink& link) const {
    const std::size_t t = static_cast<std::size_t>(link.tree);
    const TreeSpeeds& tree = m_speeds->tree(t);
    const Vector6 twist = tree.given().segment<6>(6 * link.link) +
                          tree.jacobian().middleRows<6>(6 * link.link) * tree.respond(m_treeMomenta[t]);
    return Twist(twist);
}

void CoupledMotion::passTrees(const std::vector<CoupledTree>& trees, const std::vector<CoupledMover>& middle,
                              const std::vector<Momentum>& atMiddle, double density, double duration) {
    if (trees.empty()) return;
    const Eigen::VectorXd speeds = speedsBy(middle, atMiddle, m_treeMomenta);
    const Eigen::VectorXd beyond = m_inertia * stacked(m_group.twists()), gradient = density * stacked(m_gradient);
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const TreeSpeeds& tree = m_speeds->tree(t);
        TreePass& pass = m_treePasses[t];
        const Eigen::VectorXd inGroup = speeds.segment(m_speeds->firstOf(t), tree.count()),
                              alone = tree.respond(m_treeMomenta[t]), none = Eigen::VectorXd::Zero(tree.given().size());
        pass.drift = inGroup - alone;
        pass.force =
            tree.rates(trees[t], inGroup, wrenchesOf(m_speeds->onLinks(t, gradient)), m_speeds->onLinks(t, beyond)) -
            tree.rates(trees[t], alone, wrenchesOf(none), none);
        tree.addCarriedTurn(m_treeMomenta[t], pass.drift, pass.force);
        m_treeMomenta[t] = pass.start + 0.5 * duration * pass.force;
    }
}

void CoupledMotion::moveTrees(std::vector<CoupledTree>& trees, std::vector<CoupledMover>& movers, double duration) {
    const Eigen::VectorXd ofDrag = m_speeds->onSpeeds(stacked(m_dragImpulses));
    for (std::size_t t = 0; t < trees.size(); ++t) {
        const TreeSpeeds& tree = m_speeds->tree(t);
        const TreePass& last = m_treePasses[t];
        tree.addTo(trees[t].state, duration * last.force + ofDrag.segment(m_speeds->firstOf(t), tree.count()));
        tree.setDrift(trees[t], last.drift);
        trees[t].displace(duration);
    }
    placeLinks(trees, movers);
}

} // namespace ambient
