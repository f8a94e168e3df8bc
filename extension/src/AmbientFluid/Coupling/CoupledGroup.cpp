// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CoupledGroup.h"

#include "AmbientFluid/Coupling/GroupResponse.h"
#include "AmbientFluid/Coupling/GroupSums.h"
#include "AmbientFluid/Math/SymmetricEigen.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

/// Distances in sums of the radii from which a tier of the sums fades, and at which the next one has replaced it.
constexpr double kTierEnds[][2] = {{1.15, 1.3}, {1.5, 1.8}};
constexpr double kFadeStart = 5.0 / 6.0;      ///< of the reach
constexpr double kLeastFactor = 1.0 / 1024.0; ///< smaller ones are zero

/// From 1 at `from` to 0 at `to` with two continuous derivatives, and its slope.
struct Fade {
    double value = 1.0, slope = 0.0;

    Fade(double r, double from, double to) {
        if (!(r > from)) return;
        const double t = std::min((r - from) / (to - from), 1.0);
        value = t < 1.0 ? 1.0 - t * t * t * (10.0 + t * (-15.0 + 6.0 * t)) : 0.0;
        slope = -30.0 * t * t * (1.0 - t) * (1.0 - t) / (to - from);
    }
};

/// The tiers' shares, whose sum is that of the pair.
void shareTiers(double r, const Fade& reach, double strength, CoupledPair& pair) {
    double before = 0.0, slopeBefore = 0.0; // of the nearer tiers
    for (int tier = 0; tier < CouplingShape::kTiers; ++tier) {
        double upTo = 1.0, slopeUpTo = 0.0;
        if (tier + 1 < CouplingShape::kTiers) {
            const Fade end(r, kTierEnds[tier][0], kTierEnds[tier][1]);
            upTo = end.value;
            slopeUpTo = end.slope;
        }
        pair.shares[tier].value = strength * reach.value * (upTo - before);
        pair.shares[tier].slope = strength * (reach.slope * (upTo - before) + reach.value * (slopeUpTo - slopeBefore));
        before = upTo;
        slopeBefore = slopeUpTo;
    }
}

Vector3 centreOf(const CoupledBody& body) {
    return body.worldFromMesh * body.shape->centre();
}

void requireUsable(const CoupledBody& body, std::size_t index) {
    const auto refuse = [index](const char* reason) {
        throw std::invalid_argument("coupling: body " + std::to_string(index) + ": " + reason);
    };
    if (!body.shape) refuse("it has no shape");
    if (!body.worldFromMesh.isFinite() || !body.about.allFinite()) refuse("its place is not finite");
    if (!(body.strength >= 0.0 && body.strength <= 1.0)) refuse("its strength is not in [0, 1]");
}

double halved(double factor) {
    return factor > kLeastFactor ? 0.5 * factor : 0.0;
}

} // namespace

bool doCouple(const CoupledLink& a, const CoupledLink& b) {
    if (a.tree < 0 || a.tree != b.tree || a.link == b.link) return true;
    return !a.isWhole && a.link != b.parent && b.link != a.parent;
}

CoupledGroup::CoupledGroup(CouplingPrecision precision, double reach)
    : m_reach(reach), m_sums(GroupSums::make(precision)), m_response(std::make_unique<GroupResponse>()) {
    if (!(reach > 0.0)) throw std::invalid_argument("coupling: reach " + std::to_string(reach) + " is not above 0");
}

CoupledGroup::~CoupledGroup() = default;
CoupledGroup::CoupledGroup(CoupledGroup&&) noexcept = default;
CoupledGroup& CoupledGroup::operator=(CoupledGroup&&) noexcept = default;

bool CoupledGroup::areWithinReach(const CoupledBody& a, const CoupledBody& b) const {
    return (centreOf(a) - centreOf(b)).norm() < m_reach * (a.shape->radius() + b.shape->radius());
}

bool CoupledGroup::isCoupled() const {
    return !m_pairs.empty();
}

void CoupledGroup::place(const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images,
                         GroupSolution solution) {
    for (std::size_t i = 0; i < bodies.size(); ++i)
        requireUsable(bodies[i], i);
    m_bodies = bodies;
    m_images = images;
    findPairs();
    numberModes();
    const int columns = 6 * static_cast<int>(bodies.size());
    const bool isDirect = solution == GroupSolution::Direct;
    m_factor = 1.0;
    m_addedMass.setZero(isDirect ? columns : 0, isDirect ? columns : 0);
    if (m_pairs.empty()) return;
    loadModes();
    m_sums->place(m_bodies, m_images, m_pairs);
    m_sums->computeBlocks(m_pairs);
    if (!isDirect) return;
    m_load.setZero(m_first.back(), columns);
    for (std::size_t i = 0; i < bodies.size(); ++i)
        m_load.block(m_first[i], 6 * static_cast<int>(i), m_loads[i].rows(), 6) = m_loads[i];
    m_coupling.setZero(m_first.back(), m_first.back());
    for (std::size_t p = 0; p < m_pairs.size(); ++p) {
        const Eigen::MatrixXd& block = m_sums->blocks()[p];
        m_coupling.block(m_first[m_pairs[p].a], m_first[m_pairs[p].b], block.rows(), block.cols()) += block;
    }
    m_coupling.triangularView<Eigen::StrictlyUpper>() = m_coupling.transpose();
    while (!solve())
        m_factor = halved(m_factor);
}

void CoupledGroup::loadModes() {
    m_loads.resize(m_bodies.size());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        // A world twist is, in the axes of the mesh and about the shape's centre, (R^T w, R^T (v + w x (centre -
        // about))).
        const CoupledBody& body = m_bodies[i];
        const Matrix3 turn = body.worldFromMesh.orientation.toRotationMatrix().transpose();
        Matrix6 map = Matrix6::Zero();
        map.topLeftCorner<3, 3>() = map.bottomRightCorner<3, 3>() = turn;
        map.bottomLeftCorner<3, 3>() = -turn * skew(centreOf(body) - body.about);
        m_loads[i] = body.shape->load().topRows(m_first[i + 1] - m_first[i]) * map;
    }
}

void CoupledGroup::findPairs() {
    m_pairs.clear();
    const int count = static_cast<int>(m_bodies.size());
    for (int a = 0; a < count; ++a)
        for (int b = 0; b <= a; ++b)
            for (int image = a == b ? 0 : -1; image < static_cast<int>(m_images.size()); ++image) {
                const CoupledBody &bodyA = m_bodies[a], &bodyB = m_bodies[b];
                if (image < 0 && !doCouple(bodyA.link, bodyB.link)) continue;
                CoupledPair pair;
                pair.a = a;
                pair.b = b;
                pair.image = image;
                pair.centreA = centreOf(bodyA);
                const Vector3 centreB = image < 0 ? centreOf(bodyB) : m_images[image] * centreOf(bodyB);
                const Vector3 between = pair.centreA - centreB;
                const double radii = bodyA.shape->radius() + bodyB.shape->radius(), distance = between.norm();
                const double strength = bodyA.strength * bodyB.strength, r = distance / radii;
                const Fade reach(r, kFadeStart * m_reach, m_reach);
                if (reach.value * strength == 0.0) continue;
                shareTiers(r, reach, strength, pair);
                if (distance > 0.0) pair.ratioGradient = between / (distance * radii);
                pair.middle = 0.5 * (pair.centreA + centreB);
                m_pairs.push_back(pair);
            }
}

void CoupledGroup::numberModes() {
    std::vector<int> nearest(m_bodies.size(), CouplingShape::kTiers - 1); // tier
    for (const CoupledPair& pair : m_pairs)
        for (int tier = CouplingShape::kTiers - 1; tier >= 0; --tier)
            if (!pair.shares[tier].isNone())
                for (const int body : {pair.a, pair.b})
                    nearest[body] = std::min(nearest[body], tier);
    m_first.assign(1, 0);
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        m_first.push_back(m_first.back() + m_bodies[i].shape->modes(nearest[i]));
}

bool CoupledGroup::solve() {
    const Eigen::MatrixXd scaled = m_factor * m_coupling;
    const Eigen::LLT<Eigen::MatrixXd> cholesky(Eigen::MatrixXd::Identity(scaled.rows(), scaled.cols()) + scaled);
    if (cholesky.info() != Eigen::Success || !scaled.allFinite()) return false;
    m_modes = cholesky.solve(m_load);
    const Eigen::MatrixXd change = -(m_modes.transpose() * (scaled * m_load));
    m_addedMass = 0.5 * (change + change.transpose());
    return true;
}

void CoupledGroup::weaken() {
    m_factor = halved(m_factor);
    if (!m_pairs.empty()) solve();
}

void CoupledGroup::gradient(const std::vector<Twist>& twists, std::vector<Wrench>& wrenches) {
    if (twists.size() != m_bodies.size())
        throw std::invalid_argument("coupling: " + std::to_string(twists.size()) + " twists for " +
                                    std::to_string(m_bodies.size()) + " bodies");
    wrenches.assign(m_bodies.size(), Wrench());
    if (m_pairs.empty()) return;
    Eigen::VectorXd stacked(6 * twists.size());
    for (std::size_t i = 0; i < twists.size(); ++i)
        stacked.segment<6>(6 * static_cast<int>(i)) = twists[i].vector();
    m_twists = twists;
    m_amplitudes = m_modes * stacked;
    addWrenches(m_amplitudes, wrenches);
}

void CoupledGroup::setOwnMobilities(const std::vector<Matrix6>& mobilities, double density) {
    m_response->set(m_loads, mobilities, density);
}

bool CoupledGroup::respond(const std::vector<Twist>& alone, std::vector<Twist>& carried,
                           std::vector<Wrench>& wrenches) {
    carried.assign(m_bodies.size(), Twist());
    wrenches.assign(m_bodies.size(), Wrench());
    if (m_pairs.empty()) return true;
    if (!m_response->solve(m_pairs, m_sums->blocks(), m_first, alone)) return false;
    m_twists = alone;
    for (int i = 0; i < static_cast<int>(m_bodies.size()); ++i) {
        carried[i] = m_response->carried(i, m_first);
        m_twists[i] += carried[i];
    }
    m_amplitudes = m_response->amplitudes();
    addWrenches(m_amplitudes, wrenches);
    return true;
}

void CoupledGroup::relativeMotions(std::vector<MotionInFlow>& relative) const {
    relative.resize(m_bodies.size());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        relative[i].twist = m_twists[i];
        relative[i].strain.setZero();
        if (m_pairs.empty()) continue;
        // C a = b Y - a
        const Eigen::VectorXd ofOthers =
            m_loads[i] * m_twists[i].vector() - m_amplitudes.segment(m_first[i], m_loads[i].rows());
        const FlowAround flow = m_bodies[i].shape->flowOf(ofOthers);
        const Matrix3 turn = m_bodies[i].worldFromMesh.orientation.toRotationMatrix();
        const Vector3 fromCentre = m_bodies[i].about - centreOf(m_bodies[i]);
        relative[i].strain = turn * flow.strain * turn.transpose();
        relative[i].twist.linear -= turn * flow.velocity + relative[i].strain * fromCentre;
    }
}

bool CoupledGroup::spread(const std::vector<ForceInFlow>& onRelative, std::vector<Wrench>& onBodies) const {
    onBodies.clear();
    for (const ForceInFlow& force : onRelative)
        onBodies.push_back(force.wrench);
    if (m_pairs.empty()) return true;
    Eigen::VectorXd onModes(m_first.back());
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const Matrix3 turn = m_bodies[i].worldFromMesh.orientation.toRotationMatrix();
        const Vector3 &force = onRelative[i].wrench.linear, fromCentre = m_bodies[i].about - centreOf(m_bodies[i]);
        const Matrix3 stretch = onRelative[i].stretch + force * fromCentre.transpose();
        const FlowAround inMesh{turn.transpose() * force, turn.transpose() * stretch * turn};
        const int modes = m_first[i + 1] - m_first[i];
        onModes.segment(m_first[i], modes) = m_bodies[i].shape->loadsOf(inMesh, modes);
    }
    Eigen::VectorXd solved; // (1 + C)^-1 of that; the direct solution has only its product with the loads
    const bool isDirect = m_addedMass.rows() > 0;
    if (!isDirect && !m_response->solveModes(m_pairs, m_sums->blocks(), m_first, onModes, solved)) return false;
    for (std::size_t i = 0; i < m_bodies.size(); ++i) {
        const int row = 6 * static_cast<int>(i);
        Vector6 change = m_loads[i].transpose() * onModes.segment(m_first[i], m_loads[i].rows());
        if (isDirect)
            change -= m_modes.middleCols<6>(row).transpose() * onModes;
        else
            change -= m_loads[i].transpose() * solved.segment(m_first[i], m_loads[i].rows());
        onBodies[i] = onBodies[i] - Wrench(change);
    }
    return true;
}

void CoupledGroup::addWrenches(const Eigen::VectorXd& amplitudes, std::vector<Wrench>& wrenches) {
    m_sums->setAmplitudes(amplitudes, m_first);
    std::vector<PairResult> results;
    m_sums->addForces(m_pairs, results);
    for (std::size_t p = 0; p < m_pairs.size(); ++p) {
        const CoupledPair& pair = m_pairs[p];
        const Vector3 force = m_factor * results[p].force, torque = m_factor * results[p].torque;
        wrenches[pair.a] += Wrench(torque + (pair.middle - m_bodies[pair.a].about).cross(force), force);
        if (pair.a == pair.b) continue; // its own image: the image moves along
        const Vector3 about = m_bodies[pair.b].about;
        if (pair.image < 0) {
            wrenches[pair.b] += Wrench(-torque - (pair.middle - about).cross(force), -force);
        } else {
            // The image of b takes the opposite, and b the mirror image of that.
            const Reflection& mirror = m_images[pair.image];
            const Vector3 onImage = -(torque + (pair.middle - mirror * about).cross(force));
            wrenches[pair.b] += Wrench(mirror.ofCurrents().transpose() * onImage, -mirror.turn.transpose() * force);
        }
    }
}

Vector3 CoupledGroup::flowAt(const Vector3& point, int except) const {
    Vector3 flow = Vector3::Zero();
    if (m_pairs.empty()) return flow;
    for (int image = -1; image < static_cast<int>(m_images.size()); ++image)
        for (int body = 0; body < static_cast<int>(m_bodies.size()); ++body)
            if (image >= 0 || body != except) flow += m_sums->flowOf(body, image, point);
    return flow;
}

double CoupledGroup::smallestEigenvalue() const {
    if (m_pairs.empty()) return 1.0;
    const Eigen::MatrixXd matrix =
        Eigen::MatrixXd::Identity(m_coupling.rows(), m_coupling.cols()) + m_factor * m_coupling;
    return symmetricEigenvalues(matrix)(0);
}

} // namespace ambient
