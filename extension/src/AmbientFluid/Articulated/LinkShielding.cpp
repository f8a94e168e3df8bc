// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/LinkShielding.h"

#include "AmbientFluid/Forces/SlowMotion.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Time in which creeping flow has to reach the other links [s].
constexpr double kReachTime = 10.0;
/// Reynolds number from which inertia leaves nothing of the flow of creeping links.
constexpr double kEnd = 20.0;
/// Largest f^2: with 1 two links in one place would have one velocity.
constexpr double kWhole = 0.999;

double reachOf(double radius, double kinematicViscosity) {
    const double share = radius * radius / (kReachTime * kinematicViscosity);
    return std::max(0.0, 1.0 - share * share);
}

/// Velocity of one sphere per force on another, times the viscosity: [Rotne1969], for radii that differ and spheres
/// that overlap [Zuk2014, eqs. 3, 9, 10]. \param to from one centre to the other
Matrix3 mobility(double a, double b, const Vector3& to) {
    const double r2 = to.squaredNorm(), r = std::sqrt(r2), gap = a - b;
    const Matrix3 one = Matrix3::Identity();
    if (r <= std::abs(gap) || !(r > 0.0)) return one / (6.0 * kPi * std::max(a, b));
    const Matrix3 along = to * to.transpose() / r2;
    if (r >= a + b) {
        const double size2 = (a * a + b * b) / r2;
        return ((1.0 + size2 / 3.0) * one + (1.0 - size2) * along) / (8.0 * kPi * r);
    }
    const double r3 = 32.0 * r * r2, across = gap * gap + 3.0 * r2, inner = gap * gap - r2;
    return ((16.0 * r * r2 * (a + b) - across * across) / r3 * one + 3.0 * inner * inner / r3 * along) /
           (6.0 * kPi * a * b);
}

} // namespace

LinkShielding::LinkShielding(int linkCount) : m_matrix(3 * linkCount, 3 * linkCount), m_forces(3 * linkCount) {
    m_shields.reserve(static_cast<std::size_t>(linkCount));
}

void LinkShielding::add(int link, const FluidInteraction& fluid, const Immersion& at, const Twist& relative,
                        const Pose& linkFromMesh) {
    if (!fluid.forces().hasRegime()) return;
    const Surface& surface = *at.surface;
    const ViscousTensor& tensor = surface.viscous();
    const auto viscosityIn = [&at](int part) { return at.part(part).medium.dynamicViscosity; };
    int part = 0; // of two media the more viscous one alone
    for (int i = 1; i < at.partCount; ++i)
        if (viscosityIn(i) > viscosityIn(part)) part = i;
    if (at.partCount == 0 || !(viscosityIn(part) > 0.0)) return;
    const double perViscosity = at.part(part).medium.density / viscosityIn(part);
    const double reach = reachOf(tensor.radius, 1.0 / perViscosity);
    if (!(reach > 0.0) || !(perViscosity > 0.0)) return;
    const RelativeFlow flow = fluid.relativeFlow(at, part, relative, Vector3::Zero());
    if (!isViscous(surface, flow)) return;
    const SlowMotion motion(surface, flow);
    const double eta = viscosityOf(surface, flow, motion.share);
    const double share = kWhole * reach * std::max(0.0, 1.0 - motion.ofForce / kEnd) / (1.0 + motion.ofForce);
    if (!(share > 0.0) || !(eta > 0.0)) return;

    const Pose worldFromMesh = at.worldFromBody * linkFromMesh;
    const Matrix3 turn = worldFromMesh.orientation.toRotationMatrix();
    const auto turned = [&turn](const Matrix3& m) { return Matrix3(turn * m * turn.transpose()); };
    const Matrix3 ofForces = tensor.resistance.bottomRightCorner<3, 3>();
    Eigen::SelfAdjointEigenSolver<Matrix3> drags;
    drags.computeDirect(ofForces, Eigen::EigenvaluesOnly);
    Shield shield;
    shield.link = link;
    shield.at = worldFromMesh * motion.at;
    shield.lever = shield.at - at.worldFromBody.position;
    shield.drag = eta * turned(ofForces);
    shield.torque = eta * turned(tensor.resistance.topRightCorner<3, 3>());
    shield.force = eta * (turn * motion.creeping.linear);
    shield.radius = drags.eigenvalues()[2] / (6.0 * kPi);
    shield.root = std::sqrt(share / eta);
    m_shields.push_back(shield);
}

void LinkShielding::addLoads(std::vector<FluidLoads>& loads) {
    const int count = static_cast<int>(m_shields.size());
    const auto isMoving = [](const Shield& shield) { return !shield.force.isZero(0.0); };
    const bool hasFlow = count > 1 && std::any_of(m_shields.begin(), m_shields.end(), isMoving);
    for (int i = 0; hasFlow && i < count; ++i) {
        const Shield& one = m_shields[static_cast<std::size_t>(i)];
        const Matrix3 own = one.drag.inverse();
        m_matrix.block<3, 3>(3 * i, 3 * i) = own;
        m_forces.segment<3>(3 * i) = own * one.force;
        for (int j = 0; j < i; ++j) {
            const Shield& other = m_shields[static_cast<std::size_t>(j)];
            m_matrix.block<3, 3>(3 * i, 3 * j) =
                one.root * other.root * mobility(one.radius, other.radius, other.at - one.at);
        }
    }
    if (hasFlow) {
        Eigen::Ref<Eigen::MatrixXd> matrix = m_matrix.topLeftCorner(3 * count, 3 * count);
        const Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factors(matrix);
        auto forces = m_forces.head(3 * count);
        factors.solveInPlace(forces);
        for (int i = 0; i < count && factors.info() == Eigen::Success; ++i) {
            const Shield& one = m_shields[static_cast<std::size_t>(i)];
            const Vector3 lost = one.force - m_forces.segment<3>(3 * i);
            const Vector3 stream = one.drag.inverse() * lost;
            FluidLoads& sum = loads[static_cast<std::size_t>(one.link)];
            sum.dissipative.linear += lost;
            sum.dissipative.angular += one.torque * stream + one.lever.cross(lost);
        }
    }
    m_shields.clear();
}

} // namespace ambient
