// SPDX-License-Identifier: Zlib
#include "interface/SceneContext.h"

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidLevelsOfDetail.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "scenes/parts/PathMover.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <stdexcept>

namespace samples {
namespace {

/// Bullet's compound shapes do not own their parts.
class OwningCompoundShape final : public btCompoundShape {
  public:
    void add(std::unique_ptr<btCollisionShape> part) {
        addChildShape(btTransform::getIdentity(), part.get());
        m_parts.push_back(std::move(part));
    }

  private:
    std::vector<std::unique_ptr<btCollisionShape>> m_parts;
};

} // namespace

void BodySpec::fill(double density) {
    const ambient::MassProperties solid = ambient::solidMassProperties(model->mesh(), density);
    mass = solid.mass;
    inertia = solid.inertia.diagonal();
}

SceneContext::SceneContext(const FluidChoice& choice)
    : SceneWorld(choice.multiBodies), m_choice(choice), m_fluid(&world(), choice.action), m_fluidSolver(m_fluid) {
    world().addAction(&m_fluid);
    if (choice.multiBodies) {
        m_multiBodySolver = std::make_unique<btFluidMultiBodyConstraintSolver>(m_fluid);
        multiBodyWorld().setMultiBodyConstraintSolver(m_multiBodySolver.get());
    } else if (choice.fluidSolver) {
        world().setConstraintSolver(&m_fluidSolver);
    }
}

SceneContext::~SceneContext() {
    m_kept.reset();
    for (const auto& multiBody : multiBodies())
        m_fluid.removeMultiBody(multiBody.get());
    m_fluid.removeAllBodies();
    world().removeAction(&m_fluid);
    clear();
}

void SceneContext::setMedium(const ambient::UniformMedium& medium) {
    if (!m_choice.vacuum) m_fluid.setMedium(medium);
}

void SceneContext::setMedium(std::shared_ptr<const ambient::FluidMedium> medium) {
    if (!m_choice.vacuum) m_fluid.setMedium(std::move(medium));
}

void SceneContext::addRegion(const ambient::Vector3& low, const ambient::Vector3& high,
                             std::shared_ptr<const ambient::FluidMedium> medium) {
    if (m_choice.vacuum) return;
    m_fluid.getRegions().add(std::make_shared<btFluidRegion>(btFluidVector(low), btFluidVector(high), medium));
    m_regions.push_back({low, high, std::move(medium)});
}

std::shared_ptr<const ambient::FluidBodyModel> SceneContext::buildModel(const ambient::TriangleMesh& mesh,
                                                                        ambient::FluidBodyDef def) const {
    def.progress = m_choice.progress;
    if (m_choice.localAddedMass && !def.addedMass) def.addedMassMethod = ambient::AddedMassMethod::Local;
    if (m_choice.models) return m_choice.models->build(mesh, def);
    return ambient::FluidBodyModel::build(mesh, def);
}

btRigidBody* SceneContext::addBody(BodySpec spec) {
    if (spec.deforming || spec.driven) {
        const ambient::FluidBody wet = spec.deforming ? spec.deforming->body() : spec.driven->body();
        spec.mass = wet.mass();
        spec.inertia = wet.bodyInertia.matrix().diagonal().head<3>();
        if (!spec.shape) spec.shape = std::make_unique<btEmptyShape>();
    }
    btRigidBody* body = makeRigidBody(std::move(spec.shape), spec.mass, spec.inertia, spec.worldFromBody);
    body->setFriction(btScalar(spec.friction));
    body->setRollingFriction(btScalar(spec.rollingFriction));
    body->setRestitution(btScalar(spec.restitution));
    body->setAngularVelocity(btFluidVector(spec.velocity.angular));
    body->setLinearVelocity(btFluidVector(spec.velocity.linear));
    m_wetBodies.push_back(body);
    m_links.emplace_back();
    if (spec.deforming) {
        addDeformingBody(body, spec);
        return body;
    }
    if (spec.driven) {
        addDrivenBody(body, spec);
        return body;
    }
    m_fluid.addBody(body, spec.model);
    m_recordedBodies.push_back(
        {spec.name, spec.mass, {spec.model, &spec.model->mesh()}, spec.convex, spec.model, spec.inertia});
    m_recordedBodies.back().ghostOf = spec.ghostOf;
    return body;
}

void SceneContext::solveExactly() {
    if (!m_choice.multiBodies) world().setConstraintSolver(&m_fluidSolver);
}

void SceneContext::adopt(btRigidBody* body, btMultiBody* multiBody, int link, RecordedBody recorded) {
    m_wetBodies.push_back(body);
    m_links.push_back({multiBody, link});
    if (recorded.shape && !recorded.changes) recorded.changes = surfaceOf(recorded.shape);
    m_recordedBodies.push_back(std::move(recorded));
}

void SceneContext::addMoved(const std::string& name, std::shared_ptr<const ambient::InterpolatedMotion> motion,
                            std::shared_ptr<const ChangingShape> shape) {
    btRigidBody* body = makeRigidBody(std::make_unique<btEmptyShape>(), 0.0, ambient::Vector3::Zero(), {});
    body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    addAction(std::make_unique<btFluidShapeMover>(body, std::move(motion)));
    RecordedBody recorded;
    recorded.name = name;
    recorded.mesh = std::make_shared<ambient::TriangleMesh>(shape->meshAt(0.0));
    recorded.convex = false;
    recorded.changes = std::move(shape);
    adopt(body, nullptr, 0, std::move(recorded));
}

btRigidBody* SceneContext::addMoved(const std::string& name, const ambient::TriangleMesh& mesh,
                                    std::unique_ptr<btCollisionShape> shape,
                                    std::function<ambient::Pose(double)> path) {
    btRigidBody* body = makeRigidBody(std::move(shape), 0.0, ambient::Vector3::Zero(), path(0.0));
    body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    addAction(std::make_unique<PathMover>(body, std::move(path)));
    RecordedBody recorded;
    recorded.name = name;
    recorded.mesh = std::make_shared<ambient::TriangleMesh>(mesh);
    adopt(body, nullptr, 0, std::move(recorded));
    return body;
}

btMultiBody* SceneContext::addMultiBody(std::unique_ptr<btMultiBody> multiBody, const std::vector<LinkSpec>& links) {
    btMultiBody* added = multiBody.get();
    std::vector<btFluidLinkModel> models;
    for (const LinkSpec& link : links)
        models.push_back({link.model, btTransform::getIdentity()});
    const std::size_t last = links.size() - 1;
    SceneWorld::addMultiBody(std::move(multiBody), static_cast<int>(last),
                             convexHullOf(links[last].model->mesh().vertices, 1e-3));
    m_fluid.addMultiBody(added, models);
    std::vector<ambient::JointTrack::Link> shown;
    for (int i = 0; i < static_cast<int>(links.size()); ++i) {
        const LinkSpec& link = links[static_cast<std::size_t>(i)];
        shown.push_back({link.name});
        if (!link.model) continue;
        shown.back().mesh = {link.model, &link.model->mesh()};
        const btVector3& inertia = i == 0 ? added->getBaseInertia() : added->getLinkInertia(i - 1);
        const btScalar mass = i == 0 ? added->getBaseMass() : added->getLinkMass(i - 1);
        m_wetBodies.push_back(nullptr);
        m_links.push_back({added, i});
        m_recordedBodies.push_back({link.name,
                                    double(mass),
                                    {link.model, &link.model->mesh()},
                                    link.convex,
                                    link.model,
                                    btFluidVector(inertia)});
    }
    m_jointRecorder.add(*m_fluid.getFluidMultiBodies().find(added), "", std::move(shown));
    return added;
}

void SceneContext::addSolvedBodies(btFluidSolvedBodies& bodies) {
    m_fluidSolver.addBodies(bodies);
    if (m_multiBodySolver) m_multiBodySolver->addBodies(bodies);
    m_otherBodies.push_back(&bodies);
}

const btFluidMultiBody& SceneContext::wetSide(const btMultiBody* multiBody) const {
    for (btFluidSolvedBodies* bodies : m_otherBodies)
        if (btFluidWetMultiBodies* multiBodies = bodies->getMultiBodies())
            if (const btFluidMultiBody* wet = multiBodies->find(multiBody)) return *wet;
    return *m_fluid.getFluidMultiBodies().find(multiBody);
}

BodySample SceneContext::sampleLink(const LinkPlace& place, double time, bool withTerms) const {
    const btFluidMultiBody& wet = wetSide(place.multiBody);
    ambient::ArticulatedMotion& motion = wet.motion();
    motion.evaluate(wet.state());
    ambient::ArticulatedDynamics& dynamics = motion.dynamics();
    const std::size_t link = static_cast<std::size_t>(place.link);
    BodySample s;
    s.time = time;
    s.worldFromBody = dynamics.worldFromLinks()[link];
    s.velocity = motion.twistInWorld(place.link);
    const ambient::Twist relative = dynamics.relativeTwist(place.link);
    const ambient::SpatialInertia& inertia = motion.media()[link].inertia;
    s.momentum = rotated(s.worldFromBody.orientation, inertia * relative);
    s.mediumVelocity = motion.media()[link].velocity;
    s.kineticEnergy = inertia.energy(relative);
    const auto& fluid = dynamic_cast<const ambient::IsolatedLinkFluid&>(motion.fluid());
    if (!fluid.immersion(place.link)) { // a dry link
        if (withTerms) s.terms.resize(termNames().size());
        return s;
    }
    const ambient::Immersion& at = *fluid.immersion(place.link);
    s.displacedMass = at.medium.density * at.surface->volume();
    if (!withTerms) return s;
    s.terms.resize(termNames().size());
    if (!m_fluid.getFluidMultiBodies().find(place.multiBody)) return s; // no force laws act on this body
    fluid.interaction(place.link)->termWrenches(at, relative, motion.gravity(), s.terms.data());
    return s;
}

btRigidBody* SceneContext::addStaticBox(const std::string& name, const ambient::Vector3& size,
                                        const ambient::Pose& worldFromBody) {
    const auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeBox(size, 12));
    m_obstacles.push_back({{name, 0.0, mesh, true, nullptr}, worldFromBody});
    auto box = std::make_unique<btBoxShape>(btFluidVector(ambient::Vector3(0.5 * size)));
    return makeRigidBody(std::move(box), 0.0, ambient::Vector3::Zero(), worldFromBody);
}

btRigidBody* SceneContext::addStaticCylinder(const std::string& name, double radius, double height,
                                             const ambient::Pose& worldFromBody) {
    const auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeCylinder(radius, height, 200));
    m_obstacles.push_back({{name, 0.0, mesh, true, nullptr}, worldFromBody});
    return makeRigidBody(cylinderOf(radius, height), 0.0, ambient::Vector3::Zero(), worldFromBody);
}

std::vector<std::string> SceneContext::termNames() const {
    std::vector<std::string> names;
    const ambient::ForceSet& forces = m_choice.action.m_forces;
    for (int term = 0; term < forces.size(); ++term)
        names.push_back(forces.force(term).name());
    if (m_coupling) names.push_back("coupling");
    return names;
}

std::vector<RecordedGauge> SceneContext::gauges() const {
    std::vector<RecordedGauge> named;
    for (const auto& gauge : m_gauges)
        named.push_back({gauge.first, {}});
    return named;
}

void SceneContext::readGauges(std::vector<RecordedGauge>& gauges) const {
    for (std::size_t i = 0; i < m_gauges.size(); ++i)
        gauges[i].values.push_back(m_gauges[i].second());
}

std::vector<RecordedLine> SceneContext::lines() const {
    std::vector<RecordedLine> named;
    for (const auto& line : m_lines)
        named.push_back({line.first, {}});
    return named;
}

void SceneContext::readLines(std::vector<RecordedLine>& lines) const {
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        auto& frames = lines[i].points;
        frames.emplace_back();
        for (const ambient::Vector3& point : m_lines[i].second())
            frames.back().push_back(point.cast<float>());
        if (frames.size() == 2 && frames.front().empty()) frames.front() = frames.back();
    }
}

BodySample SceneContext::sample(int body, double time, bool withTerms) const {
    const LinkPlace& link = m_links[static_cast<std::size_t>(body)];
    if (link.multiBody) return sampleLink(link, time, withTerms);
    const btRigidBody* rigidBody = m_wetBodies[static_cast<std::size_t>(body)];
    const btFluidBody* found = m_fluid.getFluidBody(rigidBody);
    BodySample s;
    s.time = time;
    s.worldFromBody = btFluidPose(rigidBody->getWorldTransform());
    s.velocity.angular = btFluidVector(m_fluid.getAngularVelocity(rigidBody));
    s.velocity.linear = btFluidVector(m_fluid.getLinearVelocity(rigidBody));
    if (!found) { // a dry body
        s.phase = time;
        if (withTerms) s.terms.resize(termNames().size());
        return s;
    }
    const btFluidBody& wet = *found;
    s.momentum = wet.state().momentum;
    if (const btFluidShapeDrive* drive = wet.getDrive()) {
        s.phase = drive->playsSequence() ? drive->clock().phaseAt(wet.state().time) : time;
        if (!drive->playsSequence())
            m_driven[static_cast<std::size_t>(body)].amplitudes->record(time, drive->getAmplitudes());
        s.worldFromBody = wet.state().worldFromBody; // in double precision
    }
    const ambient::KirchhoffMotion& motion = wet.motion();
    const ambient::EvaluationAt at(motion, wet.state());
    s.mediumVelocity = at.medium().velocity;
    s.displacedMass = at.medium().density * at.fluid().surface->volume();
    s.kineticEnergy = kineticEnergy(motion, at, wet.state().momentum);
    if (withTerms) {
        s.terms.resize(termNames().size());
        motion.fluid().termWrenches(at.fluid(), motion.relativeTwist(at, wet.state().momentum), motion.gravity(),
                                    s.terms.data());
        if (m_coupling) s.terms.back() = m_coupling->getCouplingWrench(rigidBody);
    }
    return s;
}

void SceneContext::moveBodies(const BodySample* samples) {
    if (m_choice.multiBodies) throw std::invalid_argument("a run with multi-bodies cannot go on from another one");
    std::vector<btFluidLevelOfDetail> details;
    for (const btRigidBody* rigidBody : m_wetBodies)
        details.push_back(m_fluid.getLevelsOfDetail().get(rigidBody));
    m_fluid.removeAllBodies();
    for (std::size_t body = 0; body < m_wetBodies.size(); ++body) {
        btRigidBody* rigidBody = m_wetBodies[body];
        rigidBody->setCenterOfMassTransform(btFluidTransform(samples[body].worldFromBody));
        rigidBody->setLinearVelocity(btFluidVector(samples[body].velocity.linear));
        rigidBody->setAngularVelocity(btFluidVector(samples[body].velocity.angular));
        if (body < m_driven.size() && m_driven[body].model) {
            btFluidShapeDrive* drive = m_fluid.addBody(rigidBody, m_driven[body].model);
            drive->jumpToAmplitudes(m_driven[body].amplitudes->at(samples[body].phase));
            m_driven[body].start(*drive);
        } else if (m_recordedBodies[body].shape)
            m_fluid.addBody(rigidBody, m_recordedBodies[body].shape)->setPhase(btScalar(samples[body].phase));
        else if (m_recordedBodies[body].model)
            m_fluid.addBody(rigidBody, m_recordedBodies[body].model);
        if (m_recordedBodies[body].model) m_fluid.getLevelsOfDetail().set(rigidBody, details[body]);
    }
}

std::unique_ptr<btCollisionShape> cylinderOf(double radius, double length) {
    return std::make_unique<btCylinderShapeZ>(btFluidVector(ambient::Vector3(radius, radius, 0.5 * length)));
}

std::unique_ptr<btCollisionShape> convexHullOf(const std::vector<ambient::Vector3>& points, double margin) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const ambient::Vector3& point : points)
        hull->addPoint(btFluidVector(point), false);
    hull->recalcLocalAabb();
    hull->setMargin(btScalar(margin));
    return hull;
}

std::unique_ptr<btCollisionShape> compoundOf(const std::vector<std::vector<ambient::Vector3>>& pieces, double margin) {
    auto compound = std::make_unique<OwningCompoundShape>();
    for (const auto& piece : pieces)
        compound->add(convexHullOf(piece, margin));
    return compound;
}

} // namespace samples
