// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CoupledMotion.h"

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

void displace(Pose& pose, const Twist& twistInWorld, double duration) {
    pose.position += duration * twistInWorld.linear;
    pose.orientation = (expSO3(duration * twistInWorld.angular) * pose.orientation).normalized();
}

int row(std::size_t body) {
    return 6 * static_cast<int>(body);
}

} // namespace

CoupledMotion::CoupledMotion(CouplingPrecision precision, double reach) : m_group(precision, reach) {}

void CoupledMotion::place(const std::vector<CoupledMover>& movers, const std::vector<Reflection>& images,
                          double density, GroupSolution solution) {
    if (!(density >= 0.0) || !std::isfinite(density))
        throw std::invalid_argument("coupling: density " + std::to_string(density) +
                                    " kg/m^3 is negative or not finite");
    m_bodies.clear();
    for (const CoupledMover& mover : movers)
        m_bodies.push_back(
            {mover.shape, mover.worldFromBody * mover.bodyFromMesh, mover.worldFromBody.position, mover.strength});
    m_group.place(m_bodies, images, solution);
}

void CoupledMotion::assemble(const std::vector<CoupledMover>& movers, const std::vector<Reflection>& images,
                             double density) {
    place(movers, images, density, GroupSolution::Direct);
    while (!invert(movers, density)) {
        if (m_group.factor() == 0.0) throw std::invalid_argument("coupling: the inertia of a body is not positive");
        m_group.weaken();
    }
}

bool CoupledMotion::invert(const std::vector<CoupledMover>& movers, double density) {
    m_inertia = density * m_group.addedMassByOthers();
    std::vector<int> free;
    for (std::size_t i = 0; i < movers.size(); ++i) {
        m_inertia.block<6, 6>(row(i), row(i)) += inWorld(movers[i]);
        for (int k = 0; k < 6 && !movers[i].isPrescribed; ++k)
            free.push_back(row(i) + k);
    }
    const int size = static_cast<int>(free.size());
    Eigen::MatrixXd ofFree(size, size);
    for (int i = 0; i < size; ++i)
        for (int k = 0; k < size; ++k)
            ofFree(i, k) = m_inertia(free[i], free[k]);
    const Eigen::LLT<Eigen::MatrixXd> cholesky(ofFree);
    if (cholesky.info() != Eigen::Success || !ofFree.allFinite()) return false;
    const Eigen::MatrixXd inverse = cholesky.solve(Eigen::MatrixXd::Identity(size, size));
    m_mobility.setZero(m_inertia.rows(), m_inertia.cols());
    for (int i = 0; i < size; ++i)
        for (int k = 0; k < size; ++k)
            m_mobility(free[i], free[k]) = 0.5 * (inverse(i, k) + inverse(k, i));
    return true;
}

std::vector<Twist> CoupledMotion::twists(const std::vector<CoupledMover>& movers,
                                         const std::vector<Momentum>& momenta) const {
    Eigen::VectorXd known = Eigen::VectorXd::Zero(m_inertia.rows()), pi = known;
    for (std::size_t i = 0; i < movers.size(); ++i) {
        if (movers[i].isPrescribed)
            known.segment<6>(row(i)) = movers[i].prescribed.vector();
        else
            pi.segment<6>(row(i)) = momenta[i].vector();
    }
    const Eigen::VectorXd all = known + m_mobility * (pi - m_inertia * known);
    std::vector<Twist> result;
    for (std::size_t i = 0; i < movers.size(); ++i)
        result.emplace_back(Vector6(all.segment<6>(row(i))));
    return result;
}

std::vector<Momentum> CoupledMotion::momenta(const std::vector<Twist>& twists) const {
    Eigen::VectorXd all(m_inertia.rows());
    for (std::size_t i = 0; i < twists.size(); ++i)
        all.segment<6>(row(i)) = twists[i].vector();
    const Eigen::VectorXd pi = m_inertia * all;
    std::vector<Momentum> result;
    for (std::size_t i = 0; i < twists.size(); ++i)
        result.emplace_back(Vector6(pi.segment<6>(row(i))));
    return result;
}

double CoupledMotion::energy(const std::vector<CoupledMover>& movers) const {
    std::vector<Momentum> momenta;
    for (const CoupledMover& mover : movers)
        momenta.push_back(mover.momentum);
    const std::vector<Twist> velocity = twists(movers, momenta);
    double energy = 0.0;
    for (std::size_t i = 0; i < movers.size(); ++i)
        if (!movers[i].isPrescribed) energy += 0.5 * dot(velocity[i], momenta[i]);
    return energy;
}

void CoupledMotion::kick(std::vector<CoupledMover>& movers, const std::vector<Reflection>& images, double density,
                         double duration) {
    std::vector<CoupledMover> middle = movers;
    for (CoupledMover& mover : middle)
        if (!mover.isPrescribed) displace(mover.worldFromBody, mover.drift, 0.5 * duration);
    const bool isLarge = static_cast<int>(movers.size()) > kMostDirect;
    if (isLarge)
        place(middle, images, density, GroupSolution::Iterative);
    else
        assemble(middle, images, density);
    for (CoupledMover& mover : movers)
        mover.drift = Twist();
    if (!m_group.isCoupled()) return;
    m_ownMobility.clear();
    for (const CoupledMover& mover : middle)
        m_ownMobility.push_back(mover.isPrescribed ? Matrix6(Matrix6::Zero()) : Cholesky6(inWorld(mover)).inverse());
    std::vector<Wrench> force(movers.size());
    std::vector<Twist> drift(movers.size());
    if (!isLarge || !pass(middle, density, duration, GroupSolution::Iterative, force, drift)) {
        // The inertia of a large group may be negative in deep overlap: the factorisation finds the factor.
        if (isLarge) assemble(middle, images, density);
        pass(middle, density, duration, GroupSolution::Direct, force, drift);
    }
    findDrag(middle, duration);
    for (std::size_t i = 0; i < movers.size(); ++i) {
        if (movers[i].isPrescribed) continue;
        movers[i].momentum += impulse(force[i], duration) + m_dragImpulses[i];
        movers[i].drift = drift[i];
        displace(movers[i].worldFromBody, drift[i], duration);
    }
}

bool CoupledMotion::pass(const std::vector<CoupledMover>& middle, double density, double duration,
                         GroupSolution solution, std::vector<Wrench>& force, std::vector<Twist>& drift) {
    const bool isIterative = solution == GroupSolution::Iterative;
    std::vector<Momentum> atMiddle;
    for (const CoupledMover& mover : middle)
        atMiddle.push_back(mover.momentum);
    if (isIterative) m_group.setOwnMobilities(m_ownMobility, density);
    m_isDirect = !isIterative;
    for (int pass = 0; pass < kGradientPasses; ++pass) {
        std::vector<Twist> alone;
        for (std::size_t i = 0; i < middle.size(); ++i)
            alone.push_back(middle[i].isPrescribed ? middle[i].prescribed
                                                   : Twist(Vector6(m_ownMobility[i] * atMiddle[i].vector())));
        if (isIterative) {
            double energy = 0.0;
            if (!m_group.respond(alone, drift, m_gradient)) return false;
            for (std::size_t i = 0; i < middle.size(); ++i)
                if (!middle[i].isPrescribed) energy += dot(alone[i] + drift[i], atMiddle[i]);
            if (energy < 0.0 && !isAnyPrescribed(middle)) return false;
        } else {
            const std::vector<Twist> velocity = twists(middle, atMiddle);
            m_group.gradient(velocity, m_gradient);
            for (std::size_t i = 0; i < middle.size(); ++i)
                drift[i] = velocity[i] - alone[i];
        }
        for (std::size_t i = 0; i < middle.size(); ++i) {
            if (middle[i].isPrescribed) continue;
            force[i] = density * m_gradient[i];
            force[i].angular += atMiddle[i].linear.cross(drift[i].linear);
        }
        for (std::size_t i = 0; i < middle.size(); ++i)
            atMiddle[i] = middle[i].momentum + impulse(force[i], 0.5 * duration);
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
        if (middle[i].isPrescribed) continue;
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
    Eigen::VectorXd all(m_mobility.rows());
    for (std::size_t i = 0; i < impulses.size(); ++i)
        all.segment<6>(row(i)) = impulses[i].vector();
    return all.dot(m_mobility * all);
}

} // namespace ambient
