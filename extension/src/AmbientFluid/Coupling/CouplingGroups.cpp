// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingGroups.h"

#include "AmbientFluid/Mesh/DisjointSets.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Ball about the centre of a mover's shape.
struct Ball {
    Vector3 centre;
    double radius;
};

Ball ballOf(const GroupedMover& grouped, std::size_t index) {
    const CoupledMover& mover = grouped.mover;
    if (!mover.shape || !mover.worldFromBody.isFinite())
        throw std::invalid_argument("coupling: body " + std::to_string(index) +
                                    ": it has no shape, or its place is not finite");
    return {mover.worldFromBody * (mover.bodyFromMesh * mover.shape->centre()), mover.shape->radius()};
}

Twist ownTwist(const CoupledMover& mover, const Momentum& momentum) {
    const Quaternion& q = mover.worldFromBody.orientation;
    const Vector6 inBody = mover.inertia.matrix().llt().solve(rotated(q.conjugate(), momentum).vector());
    return rotated(q, Twist(inBody));
}

Momentum ownMomentum(const CoupledMover& mover, const Twist& twist) {
    const Quaternion& q = mover.worldFromBody.orientation;
    return rotated(q, mover.inertia * rotated(q.conjugate(), twist));
}

} // namespace

CouplingGroups::CouplingGroups(CouplingPrecision precision, double reach) : m_precision(precision), m_reach(reach) {
    CoupledGroup(precision, reach); // refuses a wrong reach
}

void CouplingGroups::setWalls(const std::vector<MirrorPlane>& walls) {
    m_images = imagesBy(walls);
    m_walls = walls;
}

void CouplingGroups::find(const std::vector<GroupedMover>& movers) {
    const int count = static_cast<int>(movers.size());
    std::vector<Ball> balls;
    for (std::size_t i = 0; i < movers.size(); ++i)
        balls.push_back(ballOf(movers[i], i));
    const auto isInReach = [&](int i, int k, const Vector3& centreOfK) {
        return (balls[i].centre - centreOfK).norm() < m_reach * (balls[i].radius + balls[k].radius);
    };
    DisjointSets sets(count);
    std::vector<char> isCoupled(movers.size(), 0);
    for (int i = 0; i < count; ++i)
        for (int k = 0; k <= i; ++k) {
            if (movers[i].density != movers[k].density || !(movers[i].density > 0.0)) continue;
            if (movers[i].mover.isPrescribed && movers[k].mover.isPrescribed) continue;
            const CoupledLink &link = movers[i].mover.link, &other = movers[k].mover.link;
            if (link.tree >= 0 && link.tree == other.tree) sets.join(i, k);
            bool meets = i != k && doCouple(link, other) && isInReach(i, k, balls[k].centre);
            for (const Reflection& image : m_images)
                meets = meets || isInReach(i, k, image * balls[k].centre);
            if (!meets) continue;
            isCoupled[i] = isCoupled[k] = 1;
            sets.join(i, k);
        }
    m_groups.clear();
    std::vector<int> groupOf(movers.size(), -1);
    // All links of a tree are in its group, also those that are out of reach.
    std::vector<char> isSetCoupled(movers.size(), 0);
    for (int i = 0; i < count; ++i)
        if (isCoupled[i]) isSetCoupled[sets.root(i)] = 1;
    for (int i = 0; i < count; ++i) {
        if (!isSetCoupled[sets.root(i)]) continue;
        int& group = groupOf[sets.root(i)];
        if (group < 0) {
            group = static_cast<int>(m_groups.size());
            m_groups.emplace_back();
        }
        m_groups[group].push_back(i);
    }
    findTrees(movers);
    while (m_motions.size() < m_groups.size())
        m_motions.push_back(std::make_unique<CoupledMotion>(m_precision, m_reach));
}

void CouplingGroups::findTrees(const std::vector<GroupedMover>& movers) {
    m_treesOf.assign(m_groups.size(), {});
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (const int member : m_groups[g])
            if (movers[member].mover.link.tree >= 0) m_treesOf[g].push_back(movers[member].mover.link.tree);
        std::sort(m_treesOf[g].begin(), m_treesOf[g].end());
        m_treesOf[g].erase(std::unique(m_treesOf[g].begin(), m_treesOf[g].end()), m_treesOf[g].end());
    }
}

template <class Work>
void CouplingGroups::forEachGroup(const std::vector<GroupedMover>& movers, Work work) {
    const int count = static_cast<int>(m_groups.size());
    m_loop->run(count, [&](int g) {
        std::vector<CoupledMover> members;
        for (const int i : m_groups[g])
            members.push_back(movers[i].mover);
        work(*m_motions[g], members, g);
    });
    m_weakened = 0;
    for (int g = 0; g < count; ++g)
        m_weakened += m_motions[g]->isWeakened() ? 1 : 0;
}

void CouplingGroups::kick(std::vector<GroupedMover>& movers, std::vector<CoupledTree>& trees, double duration) {
    find(movers);
    std::vector<std::vector<CoupledMover>> moved(m_groups.size());
    std::vector<std::vector<CoupledTree>> movedTrees(m_groups.size());
    forEachGroup(movers, [&](CoupledMotion& motion, std::vector<CoupledMover>& members, int g) {
        const std::vector<int>& numbers = m_treesOf[g];
        for (const int number : numbers)
            movedTrees[g].push_back(trees[number]);
        for (CoupledMover& member : members) // as numbers of the group
            if (member.link.tree >= 0)
                member.link.tree = static_cast<int>(std::lower_bound(numbers.begin(), numbers.end(), member.link.tree) -
                                                    numbers.begin());
        motion.setDrag(m_drag);
        motion.kick(members, movedTrees[g], m_images, movers[m_groups[g][0]].density, duration);
        moved[g] = members;
    });
    for (GroupedMover& grouped : movers)
        grouped.mover.drift = Twist();
    for (CoupledTree& tree : trees)
        tree.stopDrift();
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (std::size_t k = 0; k < m_groups[g].size(); ++k) {
            CoupledMover& mover = movers[m_groups[g][k]].mover;
            const CoupledLink link = mover.link;
            mover = moved[g][k];
            mover.link = link;
        }
        for (std::size_t k = 0; k < m_treesOf[g].size(); ++k)
            trees[m_treesOf[g][k]] = movedTrees[g][k];
    }
}

std::vector<Twist> CouplingGroups::twists(const std::vector<GroupedMover>& movers) {
    find(movers);
    std::vector<Twist> result;
    for (const GroupedMover& grouped : movers)
        result.push_back(grouped.mover.isPrescribed ? grouped.mover.prescribed
                                                    : ownTwist(grouped.mover, grouped.mover.momentum));
    forEachGroup(movers, [&](CoupledMotion& motion, std::vector<CoupledMover>& members, int g) {
        motion.assemble(members, m_images, movers[m_groups[g][0]].density);
        std::vector<Momentum> momenta;
        for (const CoupledMover& member : members)
            momenta.push_back(member.momentum);
        const std::vector<Twist> ofGroup = motion.twists(members, momenta);
        for (std::size_t k = 0; k < members.size(); ++k)
            result[m_groups[g][k]] = ofGroup[k];
    });
    return result;
}

std::vector<Momentum> CouplingGroups::momenta(const std::vector<GroupedMover>& movers,
                                              const std::vector<Twist>& twists) {
    if (twists.size() != movers.size())
        throw std::invalid_argument("coupling: " + std::to_string(twists.size()) + " twists for " +
                                    std::to_string(movers.size()) + " bodies");
    find(movers);
    std::vector<Momentum> result;
    for (std::size_t i = 0; i < movers.size(); ++i)
        result.push_back(ownMomentum(movers[i].mover, twists[i]));
    forEachGroup(movers, [&](CoupledMotion& motion, std::vector<CoupledMover>& members, int g) {
        motion.assemble(members, m_images, movers[m_groups[g][0]].density);
        std::vector<Twist> ofMembers;
        for (const int i : m_groups[g])
            ofMembers.push_back(twists[i]);
        const std::vector<Momentum> ofGroup = motion.momenta(ofMembers);
        for (std::size_t k = 0; k < members.size(); ++k)
            result[m_groups[g][k]] = ofGroup[k];
    });
    return result;
}

} // namespace ambient
