// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidInteraction.h"

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Dynamics/FaceShapes.h"
#include "AmbientFluid/Dynamics/ImmersionLoads.h"
#include "AmbientFluid/Dynamics/PathRates.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/RigidFit.h"
#include "AmbientFluid/Forces/ViscousRegime.h"
#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>

namespace ambient {
namespace {

bool hasVaryingDensityOf(const FluidMedium& medium) {
    const DividedMedium* const divided = medium.divided();
    if (!divided) return !medium.hasUniformDensity();
    return !divided->below().hasUniformDensity() || !divided->above().hasUniformDensity();
}

} // namespace

FluidInteraction::FluidInteraction(const FluidBody& body, std::shared_ptr<const FluidMedium> medium, ForceSet forces)
    : m_model(body.model), m_bodyFromMesh(body.bodyFromMesh), m_meshFromBody(body.bodyFromMesh.inverse()),
      m_deformation(body.deformation), m_medium(std::move(medium)), m_forces(std::move(forces)) {
    if (!m_model) throw std::invalid_argument("FluidInteraction: the body has no model");
    if (!m_bodyFromMesh.isFinite()) throw std::invalid_argument("FluidInteraction: the body's placement is not finite");
    if (m_forces.size() > ForceSet::kMaxTerms)
        throw std::invalid_argument("FluidInteraction: at most " + std::to_string(ForceSet::kMaxTerms) +
                                    " forces in a set, got " + std::to_string(m_forces.size()));
    m_still = sampleAtCenter(Pose(), 0.0);
    requireValid(m_still);
    m_isSteady = !m_medium || m_medium->isSteady();
    m_isUniform = !m_medium || (m_medium->isUniform() && !m_medium->divided());
    m_isStill = m_isUniform && m_isSteady;
    m_hasVaryingDensity = !m_isUniform && hasVaryingDensityOf(*m_medium);
    m_isMeshFrame = m_bodyFromMesh == Pose();
    m_constantAddedMass = m_model->addedMassPerDensity().changeFrame(m_meshFromBody).scaled(m_still.density);
    m_resistance = resistanceOf(m_model->viscousTensor());
}

Matrix6 FluidInteraction::resistanceOf(const ViscousTensor& viscous) const {
    if (!m_forces.hasRegime() || viscous.isEmpty()) return Matrix6::Zero();
    return SpatialInertia(resistanceAbout(viscous.resistance, -viscous.center)).changeFrame(m_meshFromBody).matrix();
}

Matrix6 FluidInteraction::resistance(const Immersion& at) const {
    return m_deformation ? resistanceOf(at.surface->viscous()) : m_resistance;
}

MediumSample FluidInteraction::sampleAtCenter(const Pose& worldFromBody, double time) const {
    if (!m_medium) return {};
    return m_medium->sample(worldFromBody * (m_bodyFromMesh * m_model->centerOfVolume()), time);
}

void FluidInteraction::evaluate(const Pose& worldFromBody, double time, Immersion& at, bool needsForces) const {
    needsForces = needsForces || (m_deformation && !m_isUniform);
    const auto immerseIt = needsForces ? immerse : immerseForInertia;
    if (m_deformation) {
        if (!at.shape) at.shape = std::make_unique<DeformedShape>();
        DeformedShape& shape = *at.shape;
        if (shape.memory.owner.get() != m_deformation->memoryOwner()) shape.memory.owner.reset();
        shape.needsWetting = !m_isUniform;
        shape.needsSingle = needsForces && m_forces.isSingle();
        shape.needsWeights = needsForces;
        m_deformation->evaluate(time, shape);
    }
    const Surface& surface = m_deformation ? at.shape->surface : m_model->surface();
    if (m_isUniform) {
        MediumSample medium = m_isStill ? m_still : sampleAtCenter(worldFromBody, time);
        if (medium.density != m_still.density)
            throw std::invalid_argument("a uniform medium changes its density in time, from " +
                                        std::to_string(m_still.density) + " to " + std::to_string(medium.density) +
                                        " kg/m^3: its isUniform() must return false");
        medium.velocity += m_stream;
        immerseUniformly(surface, medium, worldFromBody, time, at);
    } else
        immerseIt(surface, m_bodyFromMesh, *m_medium, worldFromBody, time, at, m_forces.isSingle());
    if (m_deformation) addDeformation(at, needsForces);
}

void FluidInteraction::addDeformation(Immersion& at, bool needsForces) const {
    at.faceShapes.speed.clear();
    if (needsForces) {
        const Faces& onSurface = at.surface->faces();
        const VectorRows& velocity = at.shape->faceVelocity;
        at.shapeTwist = rigidFit(at.surface->faceTable(), velocity);
        for (int i = 0; i < at.partCount; ++i) {
            ImmersedPart& part = at.parts[static_cast<std::size_t>(i)];
            SurfaceMotion& faces = part.faces;
            if (!part.varies) faces.setUniform(onSurface.size(), part.volume, part.center);
            part.varies = true;
            faces.subtract(velocity, at.shapeTwist, onSurface);
        }
    }
    const double density = at.parts[0].medium.density;
    if (m_isUniform)
        at.addedMass = at.surface->addedMassPerDensity().changeFrame(m_meshFromBody).scaled(density);
    else
        findFaceShapes(at);
    const Momentum inMesh = m_isUniform ? at.shape->fluidMomentum : momentumOfShape(at);
    const Wrench inBody = changeFrame(m_bodyFromMesh, Wrench(inMesh.angular, inMesh.linear)); // transforms alike
    at.shapeMomentum = (m_isUniform ? density : 1.0) * Momentum(inBody.angular, inBody.linear);
    if (!needsForces) at.partCount = 0;
}

RelativeFlow FluidInteraction::relativeFlow(const Immersion& at, int i, const Twist& relative,
                                            const Vector3& gravity) const {
    const ImmersedPart& part = at.part(i);
    Twist toPart = relative;
    if (!m_isUniform)
        toPart.linear += at.worldFromBody.orientation.conjugate() * (at.medium.velocity - part.medium.velocity);
    RelativeFlow flow;
    flow.twist = m_isMeshFrame ? toPart : changeFrame(toPart, m_bodyFromMesh);
    if (m_deformation) flow.twist += at.shapeTwist;
    flow.density = part.medium.density;
    flow.dynamicViscosity = part.medium.dynamicViscosity;
    const Quaternion meshFromWorld = m_meshFromBody.orientation * at.worldFromBody.orientation.conjugate();
    flow.effectiveGravity = meshFromWorld * (gravity - part.medium.acceleration);
    if (part.varies) flow.faces = &part.faces;
    return flow;
}

MediumRates FluidInteraction::mediumRates(Immersion& at, const Twist& relative) const {
    if (m_isUniform) return {{}, {}, at.medium.acceleration};
    const ImmersionLoads loads(m_bodyFromMesh, at, relative);
    return {loads.wrench(), loads.shed(), Vector3::Zero()};
}

PathRates FluidInteraction::pathRates(const Immersion& at, const Twist& relative) const {
    if (m_isUniform) return {{}, {}, at.medium.acceleration};
    return findPathRates(m_bodyFromMesh, at, relative);
}

Momentum FluidInteraction::surfaceRate(Immersion& at, const Twist& relative, const Vector3& wind) const {
    return ImmersionLoads::surfaceRate(m_bodyFromMesh, at, relative, wind);
}

void FluidInteraction::addLoads(Immersion& at, const Twist& relative, const Twist& ofForces, const Vector3& gravity,
                                FluidLoads& sum) const {
    if (m_isUniform) {
        sum.frameAcceleration = at.medium.acceleration;
    } else {
        const MediumRates rates = mediumRates(at, relative);
        sum.other += rates.wrench;
        sum.shed += rates.shed;
    }
    for (int i = 0; i < at.partCount; ++i) {
        if (!(at.part(i).medium.density > 0.0)) continue;
        const ForceSum forces = m_forces.evaluate(*at.surface, relativeFlow(at, i, ofForces, gravity));
        sum.other += wrenchInWorld(at, forces.other);
        sum.dissipative += wrenchInWorld(at, forces.dissipative);
    }
}

Matrix6 FluidInteraction::damping(const Immersion& at, const Twist& relative) const {
    Matrix6 inMesh = Matrix6::Zero();
    for (int i = 0; m_forces.hasRegime() && i < at.partCount; ++i)
        if (at.part(i).medium.density > 0.0)
            inMesh += viscousDamping(*at.surface, relativeFlow(at, i, relative, Vector3::Zero()));
    return SpatialInertia(inMesh).changeFrame(m_meshFromBody).matrix();
}

Wrench FluidInteraction::wrenchInWorld(const Immersion& at, const Wrench& inMesh) const {
    const Wrench inBody = m_isMeshFrame ? inMesh : changeFrame(m_bodyFromMesh, inMesh);
    return rotated(at.worldFromBody.orientation, SpatialPair::of(inBody)).as<Wrench>();
}

void FluidInteraction::termWrenches(const Immersion& at, const Twist& relative, const Vector3& gravity,
                                    Wrench* terms) const {
    std::array<Wrench, ForceSet::kMaxTerms> ofPart;
    std::fill(terms, terms + m_forces.size(), Wrench());
    for (int i = 0; i < at.partCount; ++i) {
        m_forces.evaluate(*at.surface, relativeFlow(at, i, relative, gravity), ofPart.data());
        for (int term = 0; term < m_forces.size(); ++term)
            terms[term] += ofPart[static_cast<std::size_t>(term)];
    }
    for (int i = 0; i < m_forces.size(); ++i)
        terms[i] = wrenchInWorld(at, terms[i]);
}

} // namespace ambient
