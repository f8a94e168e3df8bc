// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/LinkFluid.h"

#include <stdexcept>
#include <string>

namespace ambient {

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
        try {
            link.fluid = std::make_unique<FluidInteraction>(shape, medium, forces);
        } catch (const std::invalid_argument& error) {
            throw std::invalid_argument("link " + std::to_string(i) + ": " + error.what());
        }
        link.at = std::make_unique<Immersion>();
        m_isConstant = m_isConstant && link.fluid->isConstant();
    }
}

void IsolatedLinkFluid::evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) {
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        Link& link = m_links[i];
        if (!link.fluid) {
            links[i] = {link.bodyInertia, Vector3::Zero()};
            continue;
        }
        link.fluid->evaluate(worldFromLinks[i], time, *link.at);
        const bool isConstant = link.fluid->isConstant();
        links[i].inertia = link.bodyInertia + (isConstant ? link.fluid->constantAddedMass() : link.at->addedMass);
        links[i].velocity = link.at->medium.velocity;
    }
}

void IsolatedLinkFluid::loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>&,
                              Frame frame, std::vector<FluidLoads>& loads) {
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        Link& link = m_links[i];
        FluidLoads& sum = loads[i] = FluidLoads();
        const double mass = link.bodyInertia.matrix()(3, 3);
        sum.other.linear = mass * gravity;
        if (!link.fluid) continue;
        link.fluid->addLoads(*link.at, relative[i], relative[i], gravity, sum);
        if (frame == Frame::Medium) {
            sum.other.linear -= mass * sum.frameAcceleration;
            continue;
        }
        // addLoads() has -K_fluid (0, dU/dt) for the frame of the medium, which the world does not have.
        const SpatialInertia& addedMass =
            link.fluid->isConstant() ? link.fluid->constantAddedMass() : link.at->addedMass;
        const Quaternion& worldFromLink = link.at->worldFromBody.orientation;
        const Twist carried(Vector3::Zero(), worldFromLink.conjugate() * sum.frameAcceleration);
        const Momentum perTime = rotated(worldFromLink, addedMass * carried);
        sum.other += Wrench(perTime.angular, perTime.linear);
    }
}

const Immersion* IsolatedLinkFluid::immersion(int link) const {
    return m_links[static_cast<std::size_t>(link)].at.get();
}

const FluidInteraction* IsolatedLinkFluid::interaction(int link) const {
    return m_links[static_cast<std::size_t>(link)].fluid.get();
}

} // namespace ambient
