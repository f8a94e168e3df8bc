// SPDX-License-Identifier: Zlib
#pragma once

#include "SceneContext.h"
#include "drawing/Camera.h"

#include <optional>

namespace samples {

/// A body under the cursor.
struct Pick {
    int body = 0;
    ambient::Vector3 point = ambient::Vector3::Zero(); ///< where the look meets it, world [m]
};

/// The body that a pixel of a picture shows, by Bullet's ray test; nothing for what stands still or is empty. A body
/// so small that it hardly shows is found within a few pixels of its centre.
std::optional<Pick> pickBody(SceneContext& context, const Camera& camera, const Eigen::Vector2d& pixel,
                             const PictureSize& size);

/// A body held by a point of it: Bullet pulls that point towards another one of the world, softly and with a limited
/// force, whatever solver the world has. Let go when this is destroyed.
class BodyDrag {
  public:
    /// \param context outlives this
    /// \param point of the body that is held, world [m]
    BodyDrag(SceneContext& context, int body, const ambient::Vector3& point, double timeStep);
    ~BodyDrag();
    BodyDrag(const BodyDrag&) = delete;
    BodyDrag& operator=(const BodyDrag&) = delete;

    /// Where the held point is to go, world [m].
    void moveTo(const ambient::Vector3& target);
    /// To be called before every step: Bullet lets nothing sleep that is held.
    void keepAwake();

    const ambient::Vector3& target() const { return m_target; }
    /// Where the held point is now, world [m].
    ambient::Vector3 heldPoint() const;

  private:
    SceneContext& m_context;
    btRigidBody* m_rigidBody;
    ambient::Vector3 m_pointInBody, m_target;
    std::unique_ptr<btPoint2PointConstraint> m_spring;
};

} // namespace samples
