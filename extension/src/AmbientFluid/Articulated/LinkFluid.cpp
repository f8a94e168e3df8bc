// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/LinkFluid.h"

#include "AmbientFluid/Articulated/LinkShielding.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

/// Whether two vectors have the same bits: 0 and -0 differ.
bool areIdentical(const Vector3& a, const Vector3& b) {
    return std::memcmp(a.data(), b.data(), 3 * sizeof(double)) == 0;
}

bool areIdentical(const Pose& a, const Pose& b) {
    return areIdentical(a.position, b.position) &&
           std::memcmp(a.orientation.coeffs().data(), b.orientation.coeffs().data(), 4 * sizeof(double)) == 0;
}

} // namespace

IsolatedLinkFluid::IsolatedLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                                     std::shared_ptr<const FluidMedium> medium, const ForceSet& forces) {
    if (surfaces.size() != static_cast<std::size_t>(body.linkCount()))
        throw std::invalid_argument("IsolatedLinkFluid: " + std::to_string(body.linkCount()) + " links, but " +
                                    std::to_string(surfaces.size()) + " surfaces");
    m_links.resize(surfaces.size());
    m_isSteady = !medium || medium->isSteady();
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        Link& link = m_links[i];
        link.bodyInertia = body.link(static_cast<int>(i)).inertia;
        if (!surfaces[i].model) continue;
        FluidBody shape;
        shape.model = surfaces[i].model;
        shape.bodyFromMesh = surfaces[i].linkFromMesh;
        shape.bodyInertia = link.bodyInertia;
        link.length = shape.model->length();
        link.linkFromMesh = surfaces[i].linkFromMesh;
        try {
            link.fluid = std::make_unique<FluidInteraction>(shape, medium, forces);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("link " + std::to_string(i) + ": " + error.what());
        }
        link.at = std::make_unique<Immersion>();
        m_isUniform = m_isUniform && link.fluid->isUniform();
        m_isConstant = m_isConstant && link.fluid->isConstant();
    }
    const auto isWet = [](const Link& link) { return link.fluid != nullptr; };
    if (std::count_if(m_links.begin(), m_links.end(), isWet) > 1)
        m_shielding = std::make_shared<LinkShielding>(body.linkCount());
}

void IsolatedLinkFluid::evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) {
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        Link& link = m_links[i];
        if (!link.fluid) {
            links[i] = {link.bodyInertia, Vector3::Zero()};
            continue;
        }
        // Samples of an unchanged place are reused, as FluidMedium::isSteady() allows; those of uniform media cost
        // nothing.
        const bool isHere = link.isImmersed && m_isSteady && areIdentical(link.at->worldFromBody, worldFromLinks[i]);
        link.isImmersed = false;
        if (!isHere || link.fluid->isUniform()) link.fluid->evaluate(worldFromLinks[i], time, *link.at);
        link.isImmersed = true;
        const bool isConstant = link.fluid->isConstant();
        links[i].inertia = link.bodyInertia + (isConstant ? link.fluid->constantAddedMass() : link.at->addedMass);
        links[i].velocity = link.at->medium.velocity;
    }
}

const IsolatedLinkFluid::KeptLoads& IsolatedLinkFluid::loadsOf(Link& link, const Twist& relative,
                                                               const Vector3& gravity, bool needsPath) const {
    KeptLoads& kept = link.kept;
    const auto findPath = [&] {
        if (needsPath && !kept.hasPath) kept.path = link.fluid->pathRates(*link.at, relative);
        kept.hasPath = kept.hasPath || needsPath;
    };
    const Pose& worldFromLink = link.at->worldFromBody;
    if (kept.isValid && m_isSteady && areIdentical(kept.worldFromLink, worldFromLink) &&
        areIdentical(kept.relative.angular, relative.angular) && areIdentical(kept.relative.linear, relative.linear) &&
        areIdentical(kept.gravity, gravity)) {
        findPath();
        return kept;
    }
    kept.isValid = kept.hasPath = false;
    kept.worldFromLink = worldFromLink;
    kept.relative = relative;
    kept.gravity = gravity;
    kept.loads = FluidLoads();
    kept.loads.other.linear = link.bodyInertia.matrix()(3, 3) * gravity;
    link.fluid->addLoads(*link.at, relative, relative, gravity, kept.loads);
    findPath();
    kept.isValid = true;
    return kept;
}

void IsolatedLinkFluid::loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>&,
                              Frame frame, std::vector<FluidLoads>& loads) {
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        Link& link = m_links[i];
        FluidLoads& sum = loads[i];
        const double mass = link.bodyInertia.matrix()(3, 3);
        if (!link.fluid) {
            sum = FluidLoads();
            sum.other.linear = mass * gravity;
            continue;
        }
        const KeptLoads& kept = loadsOf(link, relative[i], gravity, frame != Frame::Substep);
        sum = kept.loads;
        if (m_shielding) m_shielding->add(static_cast<int>(i), *link.fluid, *link.at, relative[i], link.linkFromMesh);
        if (frame == Frame::Substep) continue;
        const PathRates& path = kept.path;
        const bool isUniform = link.fluid->isUniform();
        sum.frameAcceleration = path.frameAcceleration;
        if (!isUniform) {
            sum.shed += path.leaving;
            sum.other += path.leaving;
        }
        if (frame == Frame::Medium) {
            if (!isUniform) sum.other += path.wrench;
            sum.other.linear -= mass * sum.frameAcceleration;
            continue;
        }
        if (!isUniform) continue;
        // The momentum of a uniform medium is relative to it, whereas the world does not accelerate with it.
        const SpatialInertia& addedMass =
            link.fluid->isConstant() ? link.fluid->constantAddedMass() : link.at->addedMass;
        const Quaternion& worldFromLink = link.at->worldFromBody.orientation;
        const Twist carried(Vector3::Zero(), worldFromLink.conjugate() * sum.frameAcceleration);
        const Momentum perTime = rotated(worldFromLink, addedMass * carried);
        sum.other += Wrench(perTime.angular, perTime.linear);
    }
    if (m_shielding) m_shielding->addLoads(loads);
}

void IsolatedLinkFluid::setStream(int link, const Vector3& velocity) {
    Link& at = m_links[static_cast<std::size_t>(link)];
    at.kept.isValid = false;
    if (at.fluid) at.fluid->setStream(velocity);
}

void LinkFluid::setJoints(const JointVector&, std::vector<LinkMedium>&) {}

void LinkFluid::setStream(int, const Vector3&) {}

Momentum LinkFluid::surfaceRate(int, const Twist&, const Vector3&) {
    return {};
}

bool LinkFluid::findExchange(const std::vector<Vector3>&, std::vector<Wrench>&, std::vector<SpatialInertia>&) {
    return false;
}

void IsolatedLinkFluid::noteDensities() {
    for (Link& link : m_links)
        if (link.fluid && link.fluid->hasVaryingDensity()) link.densities.take(*link.at);
}

bool IsolatedLinkFluid::findExchange(const std::vector<Vector3>& frames, std::vector<Wrench>& gains,
                                     std::vector<SpatialInertia>& losses) {
    bool isAny = false;
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        Link& link = m_links[i];
        gains[i] = Wrench();
        losses[i] = SpatialInertia();
        FaceExchange sum;
        if (!link.fluid || !sumDensityExchange(link.densities, *link.at, link.linkFromMesh.orientation, frames[i], sum))
            continue;
        isAny = true;
        gains[i] = rotated(link.at->worldFromBody.orientation, changeFrame(link.linkFromMesh, Wrench(sum.gain)));
        losses[i] = SpatialInertia(sum.loss).changeFrame(link.linkFromMesh.inverse());
    }
    return isAny;
}

Momentum IsolatedLinkFluid::surfaceRate(int link, const Twist& relative, const Vector3& wind) {
    Link& at = m_links[static_cast<std::size_t>(link)];
    return at.fluid ? at.fluid->surfaceRate(*at.at, relative, wind) : Momentum();
}

const Immersion* IsolatedLinkFluid::immersion(int link) const {
    return m_links[static_cast<std::size_t>(link)].at.get();
}

Immersion* IsolatedLinkFluid::immersion(int link) {
    return m_links[static_cast<std::size_t>(link)].at.get();
}

const FluidInteraction* IsolatedLinkFluid::interaction(int link) const {
    return m_links[static_cast<std::size_t>(link)].fluid.get();
}

CoupledLinkFluid::CoupledLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                                   std::shared_ptr<const FluidMedium> medium, const ForceSet& forces,
                                   std::shared_ptr<const LinkAddedMass> together)
    : IsolatedLinkFluid(body, surfaces, std::move(medium), forces) {
    if (!together || together->linkCount() != body.linkCount())
        throw std::invalid_argument("CoupledLinkFluid: " + std::to_string(body.linkCount()) +
                                    " links, but the common added mass is of " +
                                    std::to_string(together ? together->linkCount() : 0));
    m_perDensity = together->perDensity();
    m_alone.assign(surfaces.size(), Matrix6::Zero());
    m_difference = m_alone;
    m_isolated.resize(surfaces.size());
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
        if (!surfaces[i].model) continue;
        if (surfaces[i].model->def().porosity > 0.0)
            throw std::invalid_argument("CoupledLinkFluid: link " + std::to_string(i) +
                                        " is porous; the common added mass is of solid links");
        const SpatialInertia& alone = surfaces[i].model->addedMassPerDensity();
        m_alone[i] = alone.changeFrame(surfaces[i].linkFromMesh.inverse()).matrix();
    }
    m_weights = Eigen::VectorXd::Zero(body.linkCount());
    m_between = Eigen::MatrixXd::Zero(6 * body.linkCount(), 6 * body.linkCount());
}

void CoupledLinkFluid::evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) {
    IsolatedLinkFluid::evaluate(worldFromLinks, time, links);
    for (std::size_t k = 0; k < m_links.size(); ++k) {
        m_isolated[k] = links[k].inertia;
        if (!m_links[k].fluid) continue;
        const Immersion& at = *m_links[k].at;
        double densest = at.medium.density; // share times density is the mean density
        for (int part = 0; part < at.partCount; ++part)
            densest = std::max(densest, at.part(part).medium.density);
        m_weights[static_cast<int>(k)] = densest > 0.0 ? at.medium.density / std::sqrt(densest) : 0.0;
    }
    if (!change()) weigh(links); // else setJoints() follows
}

void CoupledLinkFluid::weigh(std::vector<LinkMedium>& links) {
    const int count = static_cast<int>(m_links.size());
    for (int j = 0; j < count; ++j) {
        const std::size_t k = static_cast<std::size_t>(j);
        if (!m_links[k].fluid) continue;
        for (int i = 0; i < count; ++i)
            if (i != j)
                m_between.block<6, 6>(6 * i, 6 * j) =
                    m_weights[i] * m_weights[j] * m_perDensity.block<6, 6>(6 * i, 6 * j);
        m_difference[k] = m_perDensity.block<6, 6>(6 * j, 6 * j) - m_alone[k];
        links[k].inertia =
            SpatialInertia(Matrix6(m_isolated[k].matrix() + m_weights[j] * m_weights[j] * m_difference[k]));
    }
}

void CoupledLinkFluid::loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>& links,
                             Frame frame, std::vector<FluidLoads>& loads) {
    IsolatedLinkFluid::loads(relative, gravity, links, frame, loads);
    if (frame != Frame::World) return;
    for (std::size_t j = 0; j < m_links.size(); ++j) {
        if (!m_links[j].fluid || m_links[j].at->medium.acceleration.isZero(0.0)) continue;
        const Vector3 carried =
            m_links[j].at->worldFromBody.orientation.conjugate() * m_links[j].at->medium.acceleration;
        for (std::size_t i = 0; i < m_links.size(); ++i) {
            if (!m_links[i].fluid) continue;
            // The links' own blocks are in the loads of isolated links, but for their change.
            const double weight = m_weights[static_cast<int>(i)];
            const Vector6 perTime =
                i == j ? Vector6(weight * weight * m_difference[i].rightCols<3>() * carried)
                       : Vector6(m_between.block<6, 3>(6 * static_cast<int>(i), 6 * static_cast<int>(j) + 3) * carried);
            const Momentum inWorld = rotated(m_links[i].at->worldFromBody.orientation, Momentum(perTime));
            loads[i].other += Wrench(inWorld.angular, inWorld.linear);
        }
    }
}

PosedLinkFluid::PosedLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                               std::shared_ptr<const FluidMedium> medium, const ForceSet& forces,
                               std::shared_ptr<const PosedAddedMass> posed)
    : CoupledLinkFluid(body, surfaces, std::move(medium), forces, posed ? posed->atReference() : nullptr),
      m_at(std::move(posed)), m_weighted(Eigen::VectorXd::Zero(6 * body.linkCount())) {}

void PosedLinkFluid::setJoints(const JointVector& positions, std::vector<LinkMedium>& links) {
    m_at.place(positions);
    perDensity() = m_at.perDensity();
    weigh(links);
}

void PosedLinkFluid::changes(const Eigen::VectorXd& relative, const JointVector& rates, JointVector& forces,
                             Eigen::VectorXd* momentumRates) {
    for (int i = 0; i < weights().size(); ++i)
        m_weighted.segment<6>(6 * i) = weights()[i] * relative.segment<6>(6 * i);
    m_at.changes(m_weighted, rates, forces, momentumRates);
    for (int i = 0; momentumRates && i < weights().size(); ++i)
        momentumRates->segment<6>(6 * i) *= weights()[i];
}

} // namespace ambient
