// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CoupledMotion.h"

#include "AmbientFluid/Coupling/GroupSpeeds.h"
#include "AmbientFluid/Coupling/StackedVectors.h"
#include "AmbientFluid/Math/Cholesky6.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr int kGradientPasses = 2; ///< a third changes the close pass by less than its error

constexpr int kMostDirect = 16; ///< bodies of a group that is solved by a factorisation

bool isAnyPrescribed(const std::vector<CoupledMover>& movers) {
    return std::any_of(movers.begin(), movers.end(), [](const CoupledMover& mover) { return mover.isPrescribed; });
}

Matrix6 inWorld(const CoupledMover& mover) {
    const Matrix3 turn = mover.worldFromBody.orientation.toRotationMatrix();
    Matrix6 both = Matrix6::Zero();
    both.topLeftCorner<3, 3>() = both.bottomRightCorner<3, 3>() = turn;
    return both * mover.inertia.matrix() * both.transpose();
}

int row(std::size_t body) {
    return 6 * static_cast<int>(body);
}

bool isFreeBody(const CoupledMover& mover) {
    return !mover.isPrescribed && mover.link.tree < 0;
}

} // namespace

CoupledMotion::CoupledMotion(CouplingPrecision precision, double reach)
    : m_group(precision, reach), m_speeds(std::make_unique<GroupSpeeds>()) {}

CoupledMotion::~CoupledMotion() = default;
CoupledMotion::CoupledMotion(CoupledMotion&&) noexcept = default;
CoupledMotion& CoupledMotion::operator=(CoupledMotion&&) noexcept = default;

void CoupledMotion::place(const std::vector<CoupledMover>& movers, const std::vector<Reflection>& images,
                          double density, GroupSolution solution) {
    if (!(density >= 0.0) || !std::isfinite(density))
        throw std::invalid_argument("coupling: density " + std::to_string(density) +
                                    " kg/m^3 is negative or not finite");
    m_bodies.clear();
    for (const CoupledMover& mover : movers)
        m_bodies.push_back({mover.shape, mover.worldFromBody * mover.bodyFromMesh, mover.worldFromBody.position,
                            mover.strength, mover.link});
    m_group.place(m_bodies, images, solution);
}

void CoupledMotion::assemble(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees,
                             const std::vector<Reflection>& images, double density) {
    m_speeds->place(movers, trees);
    place(movers, images, density, GroupSolution::Direct);
    while (!invert(movers, density)) {
        if (m_group.factor() == 0.0) throw std::invalid_argument("coupling: the inertia of a body is not positive");
        m_group.weaken();
    }
}

bool CoupledMotion::invert(const std::vector<CoupledMover>& movers, double density) {
    m_inertia = density * m_group.addedMassByOthers();
    for (std::size_t i = 0; i < movers.size(); ++i)
        if (movers[i].link.tree < 0) m_inertia.block<6, 6>(row(i), row(i)) += inWorld(movers[i]);
    const Eigen::MatrixXd inertia = m_speeds->inertia(m_inertia);
    const std::vector<int>& free = m_speeds->free();
    const int size = static_cast<int>(free.size());
    Eigen::MatrixXd ofFree(size, size);
    for (int i = 0; i < size; ++i)
        for (int k = 0; k < size; ++k)
            ofFree(i, k) = inertia(free[i], free[k]);
    const Eigen::LLT<Eigen::MatrixXd> cholesky(ofFree);
    if (cholesky.info() != Eigen::Success || !ofFree.allFinite()) return false;
    const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(size, size));
    m_mobility.setZero(m_speeds->count(), m_speeds->count());
    for (int i = 0; i < size; ++i)
        for (int k = 0; k < size; ++k)
            m_mobility(free[i], free[k]) = 0.5 * (inverse(i, k) + inverse(k, i));
    return true;
}

Eigen::VectorXd CoupledMotion::speedsBy(const std::vector<CoupledMover>& movers, const std::vector<Momentum>& momenta,
                                        const std::vector<Eigen::VectorXd>& ofTrees) const {
    Eigen::VectorXd pi = -m_speeds->onSpeeds(m_inertia * m_speeds->given());
    for (std::size_t i = 0; i < movers.size(); ++i)
        if (isFreeBody(movers[i])) pi.segment<6>(m_speeds->firstOfMover(i)) += momenta[i].vector();
    for (std::size_t t = 0; t < ofTrees.size(); ++t)
        pi.segment(m_speeds->firstOf(t), ofTrees[t].size()) += ofTrees[t];
    return m_mobility * pi;
}

std::vector<Twist> CoupledMotion::twists(const std::vector<CoupledMover>& movers, const std::vector<Momentum>& momenta,
                                         const std::vector<Eigen::VectorXd>& ofTrees) const {
    const Eigen::VectorXd& known = m_speeds->given();
    Eigen::VectorXd all;
    if (m_speeds->hasTrees()) {
        all = known + m_speeds->twists(speedsBy(movers, momenta, ofTrees));
    } else {
        Eigen::VectorXd pi = Eigen::VectorXd::Zero(known.size());
        for (std::size_t i = 0; i < movers.size(); ++i)
            if (!movers[i].isPrescribed) pi.segment<6>(row(i)) = momenta[i].vector();
        all = known + m_mobility * (pi - m_inertia * known);
    }
    std::vector<Twist> result;
    for (std::size_t i = 0; i < movers.size(); ++i)
        result.emplace_back(Vector6(all.segment<6>(row(i))));
    return result;
}

std::vector<Momentum> CoupledMotion::momenta(const std::vector<Twist>& twists) const {
    const Eigen::VectorXd all = stacked(twists);
    const Eigen::VectorXd pi = m_inertia * all;
    std::vector<Momentum> result;
    for (std::size_t i = 0; i < twists.size(); ++i)
        result.emplace_back(Vector6(pi.segment<6>(row(i))));
    return result;
}

double CoupledMotion::energy(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees) const {
    std::vector<Momentum> momenta;
    for (const CoupledMover& mover : movers)
        momenta.push_back(mover.momentum);
    std::vector<Eigen::VectorXd> ofTrees;
    for (std::size_t t = 0; t < trees.size(); ++t)
        ofTrees.push_back(m_speeds->tree(t).momenta(trees[t].state));
    const std::vector<Twist> velocity = twists(movers, momenta, ofTrees);
    double energy = 0.0;
    for (std::size_t i = 0; i < movers.size(); ++i)
        if (isFreeBody(movers[i])) energy += 0.5 * dot(velocity[i], momenta[i]);
    if (trees.empty()) return energy;
    const Eigen::VectorXd speeds = speedsBy(movers, momenta, ofTrees);
    for (std::size_t t = 0; t < trees.size(); ++t)
        energy += 0.5 * speeds.segment(m_speeds->firstOf(t), ofTrees[t].size()).dot(ofTrees[t]);
    return energy;
}

void CoupledMotion::kick(std::vector<CoupledMover>& movers, std::vector<CoupledTree>& trees,
                         const std::vector<Reflection>& images, double density, double duration) {
    std::vector<CoupledMover> middle = movers;
    std::vector<CoupledTree> treesAtMiddle = trees;
    for (CoupledMover& mover : middle)
        if (isFreeBody(mover)) displace(mover.worldFromBody, mover.drift, 0.5 * duration);
    for (CoupledTree& tree : treesAtMiddle)
        tree.displace(0.5 * duration);
    placeLinks(treesAtMiddle, middle);
    const bool isLarge = static_cast<int>(movers.size()) > kMostDirect && trees.empty();
    if (isLarge)
        place(middle, images, density, GroupSolution::Iterative);
    else
        assemble(middle, treesAtMiddle, images, density);
    for (CoupledMover& mover : movers)
        mover.drift = Twist();
    for (CoupledTree& tree : trees)
        tree.stopDrift();
    if (!m_group.isCoupled()) return;
    m_ownMobility.clear();
    for (const CoupledMover& mover : middle)
        m_ownMobility.push_back(isFreeBody(mover) ? Cholesky6(inWorld(mover)).inverse() : Matrix6(Matrix6::Zero()));
    m_force.assign(movers.size(), Wrench());
    m_drift.assign(movers.size(), Twist());
    if (!isLarge || !pass(middle, treesAtMiddle, density, duration, GroupSolution::Iterative)) {
        // The inertia of a large group may be negative in deep overlap: the factorisation finds the factor.
        if (isLarge) assemble(middle, treesAtMiddle, images, density);
        pass(middle, treesAtMiddle, density, duration, GroupSolution::Direct);
    }
    findDrag(middle, duration);
    for (std::size_t i = 0; i < movers.size(); ++i) {
        if (!isFreeBody(movers[i])) continue;
        movers[i].momentum += impulse(m_force[i], duration) + m_dragImpulses[i];
        movers[i].drift = m_drift[i];
        displace(movers[i].worldFromBody, m_drift[i], duration);
    }
    if (!trees.empty()) moveTrees(trees, movers, duration);
}

bool CoupledMotion::pass(const std::vector<CoupledMover>& middle, const std::vector<CoupledTree>& trees, double density,
                         double duration, GroupSolution solution) {
    const bool isIterative = solution == GroupSolution::Iterative;
    std::vector<Momentum> atMiddle;
    for (const CoupledMover& mover : middle)
        atMiddle.push_back(mover.momentum);
    startTrees(trees);
    if (isIterative) m_group.setOwnMobilities(m_ownMobility, density);
    m_isDirect = !isIterative;
    for (int pass = 0; pass < kGradientPasses; ++pass) {
        std::vector<Twist> alone;
        for (std::size_t i = 0; i < middle.size(); ++i)
            alone.push_back(isFreeBody(middle[i])
                                ? Twist(Vector6(m_ownMobility[i] * atMiddle[i].vector()))
                                : (middle[i].link.tree < 0 ? middle[i].prescribed : aloneTwist(middle[i].link)));
        if (isIterative) {
            double energy = 0.0;
            if (!m_group.respond(alone, m_drift, m_gradient)) return false;
            for (std::size_t i = 0; i < middle.size(); ++i)
                if (!middle[i].isPrescribed) energy += dot(alone[i] + m_drift[i], atMiddle[i]);
            if (energy < 0.0 && !isAnyPrescribed(middle)) return false;
        } else {
            const std::vector<Twist> velocity = twists(middle, atMiddle, m_treeMomenta);
            m_group.gradient(velocity, m_gradient);
            for (std::size_t i = 0; i < middle.size(); ++i)
                m_drift[i] = velocity[i] - alone[i];
        }
        for (std::size_t i = 0; i < middle.size(); ++i) {
            if (!isFreeBody(middle[i])) continue;
            m_force[i] = density * m_gradient[i];
            m_force[i].angular += atMiddle[i].linear.cross(m_drift[i].linear);
        }
        passTrees(trees, middle, atMiddle, density, duration);
        for (std::size_t i = 0; i < middle.size(); ++i)
            atMiddle[i] = middle[i].momentum + impulse(m_force[i], 0.5 * duration);
        m_alone = alone;
    }
    return true;
}

void CoupledMotion::findDrag(const std::vector<CoupledMover>& middle, double duration) {
    m_dragImpulses.assign(middle.size(), Momentum());
    if (m_drag == DragInFlow::No) return;
    std::vector<MotionInFlow> relative;
    m_group.relativeMotions(relative);
    std::vector<ForceInFlow> inFlow(middle.size());
    std::vector<Wrench> own(middle.size()), spread;
    double taken = 0.0; // by the bodies' own drag
    for (std::size_t i = 0; i < middle.size(); ++i) {
        if (!middle[i].drag || middle[i].isPrescribed) continue;
        inFlow[i] = middle[i].drag->at(middle[i].worldFromBody, relative[i]);
        own[i] = middle[i].drag->at(middle[i].worldFromBody, {m_alone[i], Matrix3::Zero()}).wrench;
        taken -= duration * power(m_alone[i], own[i]);
    }
    if (m_drag == DragInFlow::OneWay)
        for (const ForceInFlow& force : inFlow)
            spread.push_back(force.wrench);
    else if (!m_group.spread(inFlow, spread))
        return;
    const std::vector<Twist>& velocity = m_group.twists();
    double gain = 0.0; // of energy by the whole impulses, to first order
    for (std::size_t i = 0; i < middle.size(); ++i) {
        if (!isFreeBody(middle[i]) && middle[i].link.tree < 0) continue;
        m_dragImpulses[i] = impulse(spread[i] - own[i], duration);
        gain += dot(velocity[i], m_dragImpulses[i]);
    }
    const double curvature = energyOf(m_dragImpulses);
    if (!(curvature > 0.0) || !std::isfinite(gain)) {
        m_dragImpulses.assign(middle.size(), Momentum());
        return;
    }
    // To the least energy, or as far as it takes the energy back that the bodies' own drag has taken.
    const double share = gain < 0.0
                             ? -gain / curvature
                             : (std::sqrt(gain * gain + 2.0 * curvature * std::max(taken, 0.0)) - gain) / curvature;
    if (share >= 1.0) return;
    for (Momentum& change : m_dragImpulses)
        change = share * change;
}

double CoupledMotion::energyOf(const std::vector<Momentum>& impulses) const {
    constexpr double kMostOfOwn = 2.5; // of the group's mobility against the bodies' own; 2.1 in clusters of bubbles
    double sum = 0.0;
    if (!m_isDirect) {
        for (std::size_t i = 0; i < impulses.size(); ++i)
            sum += kMostOfOwn * impulses[i].vector().dot(m_ownMobility[i] * impulses[i].vector());
        return sum;
    }
    Eigen::VectorXd all = stacked(impulses);
    if (m_speeds->hasTrees()) all = m_speeds->onSpeeds(all);
    return all.dot(m_mobility * all);
}

} // namespace ambient
