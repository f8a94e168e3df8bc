// SPDX-License-Identifier: Zlib
#include "SceneContext.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"

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
    : m_choice(choice), m_dispatcher(&m_configuration),
      m_world(&m_dispatcher, &m_broadphase, &m_stockSolver, &m_configuration), m_fluid(&m_world, choice.action),
      m_fluidSolver(m_fluid) {
    m_world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    m_world.addAction(&m_fluid);
    if (choice.fluidSolver) m_world.setConstraintSolver(&m_fluidSolver);
}

SceneContext::~SceneContext() {
    for (const auto& joint : m_joints)
        m_world.removeConstraint(joint.get());
    m_fluid.removeAllBodies();
    m_world.removeAction(&m_fluid);
    for (const auto& body : m_rigidBodies)
        m_world.removeRigidBody(body.get());
    m_world.setConstraintSolver(&m_stockSolver); // outlives the world, which the other one does not
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
    m_fluid.addRegion(std::make_shared<btFluidRegion>(btFluidVector(low), btFluidVector(high), medium));
    m_regions.push_back({low, high, std::move(medium)});
}

std::shared_ptr<const ambient::FluidBodyModel> SceneContext::buildModel(const ambient::TriangleMesh& mesh,
                                                                        ambient::FluidBodyDef def) const {
    def.progress = m_choice.progress;
    if (m_choice.models) return m_choice.models->build(mesh, def);
    return ambient::FluidBodyModel::build(mesh, def);
}

btRigidBody* SceneContext::addBody(BodySpec spec) {
    btRigidBody* body = makeRigidBody(std::move(spec.shape), spec.mass, spec.inertia, spec.worldFromBody);
    body->setFriction(btScalar(spec.friction));
    body->setRollingFriction(btScalar(spec.rollingFriction));
    body->setRestitution(btScalar(spec.restitution));
    body->setAngularVelocity(btFluidVector(spec.velocity.angular));
    body->setLinearVelocity(btFluidVector(spec.velocity.linear));
    m_fluid.addBody(body, spec.model);
    m_wetBodies.push_back(body);
    m_recordedBodies.push_back(
        {spec.name, spec.mass, {spec.model, &spec.model->mesh()}, spec.convex, spec.model, spec.inertia});
    return body;
}

btRigidBody* SceneContext::addFloor(double height) {
    auto plane = std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(height));
    return makeRigidBody(std::move(plane), 0.0, ambient::Vector3::Zero(), {});
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

btTypedConstraint* SceneContext::addJoint(std::unique_ptr<btTypedConstraint> joint) {
    constexpr bool doNotCollide = true;
    m_joints.push_back(std::move(joint));
    m_world.addConstraint(m_joints.back().get(), doNotCollide);
    return m_joints.back().get();
}

std::vector<std::string> SceneContext::termNames() const {
    std::vector<std::string> names;
    const ambient::ForceSet& forces = m_choice.action.m_forces;
    for (int term = 0; term < forces.size(); ++term)
        names.push_back(forces.force(term).name());
    return names;
}

BodySample SceneContext::sample(int body, double time, bool withTerms) const {
    const btRigidBody* rigidBody = m_wetBodies[static_cast<std::size_t>(body)];
    const btFluidBody& wet = *m_fluid.getFluidBody(rigidBody);
    BodySample s;
    s.time = time;
    s.worldFromBody = btFluidPose(rigidBody->getWorldTransform());
    s.velocity.angular = btFluidVector(m_fluid.getAngularVelocity(rigidBody));
    s.velocity.linear = btFluidVector(m_fluid.getLinearVelocity(rigidBody));
    s.momentum = wet.state().momentum;
    const ambient::KirchhoffMotion& motion = wet.motion();
    const ambient::EvaluationAt at(motion, wet.state());
    s.mediumVelocity = at.medium().velocity;
    s.displacedMass = at.medium().density * motion.body().model->volume();
    s.kineticEnergy = kineticEnergy(motion, at, wet.state().momentum);
    if (withTerms) {
        s.terms.resize(static_cast<std::size_t>(m_choice.action.m_forces.size()));
        motion.fluid().termWrenches(at.fluid(), motion.relativeTwist(at, wet.state().momentum), motion.gravity(),
                                    s.terms.data());
    }
    return s;
}

void SceneContext::moveBodies(const BodySample* samples) {
    std::vector<btFluidDetail> details;
    for (const btRigidBody* rigidBody : m_wetBodies)
        details.push_back(m_fluid.getDetail(rigidBody));
    m_fluid.removeAllBodies();
    for (std::size_t body = 0; body < m_wetBodies.size(); ++body) {
        btRigidBody* rigidBody = m_wetBodies[body];
        rigidBody->setCenterOfMassTransform(btFluidTransform(samples[body].worldFromBody));
        rigidBody->setLinearVelocity(btFluidVector(samples[body].velocity.linear));
        rigidBody->setAngularVelocity(btFluidVector(samples[body].velocity.angular));
        m_fluid.addBody(rigidBody, m_recordedBodies[body].model);
        m_fluid.setDetail(rigidBody, details[body]);
    }
}

btRigidBody* SceneContext::makeRigidBody(std::unique_ptr<btCollisionShape> shape, double mass,
                                         const ambient::Vector3& inertia, const ambient::Pose& worldFromBody) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), btFluidVector(inertia));
    info.m_startWorldTransform = btFluidTransform(worldFromBody);
    m_rigidBodies.push_back(std::make_unique<btRigidBody>(info));
    m_shapes.push_back(std::move(shape));
    m_world.addRigidBody(m_rigidBodies.back().get());
    return m_rigidBodies.back().get();
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
