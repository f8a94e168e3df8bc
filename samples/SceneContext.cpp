// SPDX-License-Identifier: Zlib
#include "SceneContext.h"

namespace samples {
SceneContext::SceneContext(const FluidChoice& choice)
    : m_choice(choice), m_dispatcher(&m_configuration),
      m_world(&m_dispatcher, &m_broadphase, &m_solver, &m_configuration), m_fluid(&m_world, choice.action) {
    m_world.setGravity(btVector3(0, 0, btScalar(-9.81)));
    m_world.addAction(&m_fluid);
}

SceneContext::~SceneContext() {
    m_fluid.removeAllBodies();
    m_world.removeAction(&m_fluid);
    for (const auto& body : m_rigidBodies)
        m_world.removeRigidBody(body.get());
}

void SceneContext::setMedium(const ambient::UniformMedium& medium) {
    if (!m_choice.vacuum) m_fluid.setMedium(medium);
}

void SceneContext::addBody(BodySpec spec) {
    spec.fluid.progress = m_choice.progress;
    const auto model = ambient::FluidBodyModel::build(spec.mesh, spec.fluid);
    btRigidBody* body = makeRigidBody(std::move(spec.shape), spec.mass, spec.inertia);
    body->setWorldTransform(btFluidTransform(spec.worldFromBody));
    body->setInterpolationWorldTransform(body->getWorldTransform());
    body->setAngularVelocity(btFluidVector(spec.velocity.angular));
    body->setLinearVelocity(btFluidVector(spec.velocity.linear));
    m_fluid.addBody(body, model);
    m_wetBodies.push_back(body);
    m_recordedBodies.push_back({spec.name, spec.semiAxes});
}

void SceneContext::addFloor(double height) {
    auto plane = std::make_unique<btStaticPlaneShape>(btVector3(0, 0, 1), btScalar(height));
    makeRigidBody(std::move(plane), 0.0, ambient::Vector3::Zero());
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
    BodySample s;
    s.time = time;
    s.worldFromBody = btFluidPose(rigidBody->getWorldTransform());
    s.velocity.angular = btFluidVector(m_fluid.getAngularVelocity(rigidBody));
    s.velocity.linear = btFluidVector(m_fluid.getLinearVelocity(rigidBody));
    if (withTerms) {
        s.terms.resize(static_cast<std::size_t>(m_choice.action.m_forces.size()));
        const btFluidBody& wet = *m_fluid.getFluidBody(rigidBody);
        wet.equations().termWrenches(wet.state(), s.terms.data());
    }
    return s;
}

btRigidBody* SceneContext::makeRigidBody(std::unique_ptr<btCollisionShape> shape, double mass,
                                         const ambient::Vector3& inertia) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.get(), btFluidVector(inertia));
    m_rigidBodies.push_back(std::make_unique<btRigidBody>(info));
    m_shapes.push_back(std::move(shape));
    m_world.addRigidBody(m_rigidBodies.back().get());
    return m_rigidBodies.back().get();
}

std::unique_ptr<btCollisionShape> convexHullOf(const ambient::TriangleMesh& mesh, double margin) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const ambient::Vector3& v : mesh.vertices)
        hull->addPoint(btFluidVector(v), false);
    hull->recalcLocalAabb();
    hull->setMargin(btScalar(margin));
    return hull;
}

} // namespace samples
