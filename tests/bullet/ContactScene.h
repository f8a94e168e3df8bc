// SPDX-License-Identifier: Zlib
#pragma once

#include "SolverBench.h"

namespace test {

/// The kinds of the two touching bodies, dry or wet.
struct Pairing {
    bool secondWet;
    bool secondStatic;
    bool swapped; ///< the first body is side B of the contact
};

/// Wet against static, dry and wet, on either side.
inline constexpr Pairing pairings[] = {{false, true, false}, {false, true, true},  {false, false, false},
                                       {false, false, true}, {true, false, false}, {true, false, true}};

/// A wet body of random inertia touches another one in a point, at 1.5 m/s, while forces and torques act on both.
struct ContactScene {
    static constexpr double approachSpeed = 1.5; ///< along the normal, before the forces act [m/s]

    SolverBench bench;
    btRigidBody *first, *second; ///< first is wet
    btManifoldPoint* contact;

    ContactScene(unsigned seed, const Pairing& pairing, double friction, double restitution, double distance = 0.0) {
        Random random(seed);
        first = &bench.addRandomBody(random);
        second = pairing.secondStatic ? &bench.addStatic() : &bench.addRandomBody(random);
        load(random, *first);
        bench.wet.add(*first, randomInertia(random, *first, std::exp(random.uniform(-1.5, 3.0))));
        if (pairing.secondWet) {
            bench.wet.add(*second, randomInertia(random, *second, 1.0));
            load(random, *second);
        } else if (!pairing.secondStatic)
            second->applyCentralForce(btFluidVector(random.vector(20.0))); // no torque: ignored by Bullet's friction
        const btVector3 point = btFluidVector(random.vector(1.0)), normal = btFluidVector(random.direction());
        btRigidBody &a = pairing.swapped ? *second : *first, &b = pairing.swapped ? *first : *second;
        contact = &bench.addContact(a, b, point, normal, friction, restitution, distance);
        const double correction = -approachSpeed - relativeSpeed(normal);
        first->setLinearVelocity(first->getLinearVelocity() +
                                 btScalar(first == &a ? correction : -correction) * normal);
    }

    btRigidBody& a() const { return *bench.bodyOfContact(0); }
    btRigidBody& b() const { return *bench.bodyOfContact(1); }

    /// Relative speed of the two touching points along `direction`, positive if A moves ahead [m/s].
    double relativeSpeed(const btVector3& direction) const {
        const btVector3 va = a().getVelocityInLocalPoint(contact->m_positionWorldOnA - a().getCenterOfMassPosition());
        const btVector3 vb = b().getVelocityInLocalPoint(contact->m_positionWorldOnB - b().getCenterOfMassPosition());
        return double(direction.dot(va - vb));
    }

    void addDense(DenseSystem& dense, const btVector3& direction, double velocity, double low = -DenseSystem::infinity,
                  double high = DenseSystem::infinity) const {
        dense.addRow(bench.indexOf(a()), pointJacobian(a(), contact->m_positionWorldOnA, direction), bench.indexOf(b()),
                     -pointJacobian(b(), contact->m_positionWorldOnB, direction), velocity, low, high);
    }

    /// The row of a relative rotation about `axis`.
    void addDenseTurn(DenseSystem& dense, const btVector3& axis, double low, double high) const {
        const ambient::Vector6 j = spatial(axis, btVector3(0, 0, 0));
        dense.addRow(bench.indexOf(a()), j, bench.indexOf(b()), -j, 0.0, low, high);
    }

  private:
    static void load(Random& random, btRigidBody& body) {
        body.applyCentralForce(btFluidVector(random.vector(20.0)));
        body.applyTorque(btFluidVector(random.vector(20.0)));
    }
};

} // namespace test
