// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <cmath>
#include <vector>

namespace bench {

/// Drag as a user without a library would write it: face after face, pressure on the windward side and friction by a
/// power of the Reynolds number, given to Bullet as a force. No added mass, no substeps.
class NaiveAction : public btActionInterface {
  public:
    explicit NaiveAction(const ambient::TriangleMesh& mesh) {
        for (int f = 0; f < mesh.faceCount(); ++f) {
            const ambient::Vector3 area = mesh.areaVector(f);
            m_faces.push_back({btFluidVector(mesh.faceCentroid(f)), btFluidVector(ambient::Vector3(area.normalized())),
                               btScalar(area.norm())});
            m_length += btScalar(area.norm());
        }
        m_length = btSqrt(m_length);
    }

    void add(btRigidBody* body) { m_bodies.push_back(body); }

    void updateAction(btCollisionWorld*, btScalar) override {
        for (btRigidBody* body : m_bodies)
            push(*body);
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    struct Face {
        btVector3 m_center, m_normal;
        btScalar m_area;
    };

    void push(btRigidBody& body) const {
        const btScalar density = btScalar(1.2), viscosity = btScalar(1.8e-5);
        const btMatrix3x3& worldFromBody = body.getCenterOfMassTransform().getBasis();
        const btVector3 v = worldFromBody.transpose() * body.getLinearVelocity();
        const btVector3 w = worldFromBody.transpose() * body.getAngularVelocity();
        btVector3 force(0, 0, 0), torque(0, 0, 0);
        for (const Face& face : m_faces) {
            const btVector3 u = v + w.cross(face.m_center);
            const btScalar un = face.m_normal.dot(u);
            const btVector3 along = u - un * face.m_normal;
            const btScalar speed = along.length();
            btVector3 f(0, 0, 0);
            if (un > 0) f -= btScalar(0.5) * density * face.m_area * un * un * face.m_normal;
            if (speed > 0) {
                const btScalar reynolds = density * speed * m_length / viscosity;
                const btScalar friction = btScalar(0.0576) * std::pow(reynolds, btScalar(-0.2));
                f -= btScalar(0.5) * density * face.m_area * friction * speed * along;
            }
            force += f;
            torque += face.m_center.cross(f);
        }
        body.applyCentralForce(worldFromBody * force);
        body.applyTorque(worldFromBody * torque);
    }

    std::vector<Face> m_faces;
    std::vector<btRigidBody*> m_bodies;
    btScalar m_length = 0;
};

} // namespace bench
