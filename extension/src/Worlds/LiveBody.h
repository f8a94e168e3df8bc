// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/LiveWorld.h"

namespace ambient {

/// A body of a LiveWorld as callers of other languages read and change it. World axes, SI units. The world outlives it.
/// Between two steps a change holds at once; a force acts in the next step. Every change wakes the body.
class LiveBody {
  public:
    /// \param index in the list of the file \throws std::out_of_range
    LiveBody(LiveWorld& world, int index);

    const WorldBody& description() const;
    btRigidBody& body() const { return *m_body; }
    /// Row in FileWorld::moving(); -1: a static body.
    int row() const;
    /// \throws std::invalid_argument naming the body if it is static
    const FileWorld::Moving& moving() const;
    /// Motion of the centre of mass and of the axes of the shape; of a static body: of its frame.
    FileWorld::Motion motion() const;

    /// \name Changes
    /// \throws std::invalid_argument, with nothing changed, if the body is static, or if Bullet's numbers cannot hold
    /// an argument or the change of velocity that the argument gives to the dry body
    /// @{
    /// \param worldFromShown as of motion(); the velocity stays
    void setPose(const Pose& worldFromShown) const;
    void setAngularVelocity(const Vector3& velocity) const; ///< [rad/s]
    void setLinearVelocity(const Vector3& velocity) const;  ///< of the centre of mass [m/s]
    /// \param force [N] \param point of attack [m]; null: the centre of mass
    void applyForce(const Vector3& force, const Vector3* point = nullptr) const;
    void applyTorque(const Vector3& torque) const; ///< [N m]
    /// An impulse on the dry mass, now; body and fluid keep that velocity. \param impulse [N s] \param point as above
    void applyImpulse(const Vector3& impulse, const Vector3* point = nullptr) const;
    /// @}
    void wake() const;

  private:
    btVector3 armOf(const Vector3* point) const;
    void requireSpin(const Vector3& torque, const char* name) const;
    void requireMoment(const Vector3& load, const Vector3* point, const char* name) const;

    LiveWorld& m_world;
    std::size_t m_index;
    btRigidBody* m_body;
};

} // namespace ambient
