// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btAmbientFluidCommon.h"
#include "RunRecord.h"

#include <btBulletDynamicsCommon.h>

#include <functional>
#include <memory>

namespace samples {

/// How the bodies of a run feel the medium.
struct FluidChoice {
    bool vacuum = false; ///< true: plain rigid bodies (`--model rbd`)
    btFluidAction::btFluidActionConstructionInfo action;
    /// Called with a fraction in [0, 1] while added masses are computed; default: nobody listens.
    std::function<void(double fraction)> progress;
};

/// One wet body of a scene. Its mesh frame is its body frame: the mesh must be centred on its centre of mass.
struct BodySpec {
    std::string name;
    ambient::TriangleMesh mesh;
    ambient::FluidBodyDef fluid;
    std::unique_ptr<btCollisionShape> shape;
    double mass = 0.0;                                    ///< [kg]
    ambient::Vector3 inertia = ambient::Vector3::Zero();  ///< principal moments along the mesh axes [kg m^2]
    ambient::Pose worldFromBody;                          ///< at release
    ambient::Twist velocity;                              ///< at release, about the centre of mass, world axes
    ambient::Vector3 semiAxes = ambient::Vector3::Zero(); ///< see RecordedBody
};

/// An ordinary Bullet world (sequential impulses, dynamic bounding-volume tree, gravity 9.81 m/s^2 along -z) with a
/// btFluidAction in it. Scenes fill it; it owns everything in it.
class SceneContext {
  public:
    explicit SceneContext(const FluidChoice& choice);
    ~SceneContext();
    SceneContext(const SceneContext&) = delete;
    SceneContext& operator=(const SceneContext&) = delete;

    /// The medium of all bodies; a vacuum run does without.
    void setMedium(const ambient::UniformMedium& medium);
    /// \throws ambient::MeshError or std::invalid_argument as FluidBodyModel::build and btFluidAction::addBody do
    void addBody(BodySpec spec);
    /// A static horizontal plane at this height [m].
    void addFloor(double height);

    btDiscreteDynamicsWorld& world() { return m_world; }
    const std::vector<RecordedBody>& bodies() const { return m_recordedBodies; }
    /// Names of the force terms in the order of BodySample::terms.
    std::vector<std::string> termNames() const;
    /// Where a body is now. \param withTerms also evaluate the force terms
    BodySample sample(int body, double time, bool withTerms) const;

  private:
    btRigidBody* makeRigidBody(std::unique_ptr<btCollisionShape> shape, double mass, const ambient::Vector3& inertia);

    FluidChoice m_choice;
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_solver;
    btDiscreteDynamicsWorld m_world;
    std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
    std::vector<std::unique_ptr<btRigidBody>> m_rigidBodies;
    btFluidAction m_fluid;
    std::vector<btRigidBody*> m_wetBodies;
    std::vector<RecordedBody> m_recordedBodies;
};

/// The convex hull of a mesh as a collision shape with a margin that does not show [m].
std::unique_ptr<btCollisionShape> convexHullOf(const ambient::TriangleMesh& mesh, double margin);

} // namespace samples
