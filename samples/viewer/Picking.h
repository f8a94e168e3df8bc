// SPDX-License-Identifier: Zlib
#pragma once

#include "SceneContext.h"
#include "drawing/Camera.h"

#include <optional>

namespace samples {

/// Body under the cursor.
struct Pick {
    int body = 0;
    ambient::Vector3 point = ambient::Vector3::Zero(); ///< intersection of the view ray with the body, world [m]
};

/// Body at a pixel of the picture, by Bullet's ray test; none for static objects and the background.
/// Very small bodies are found within a few pixels of their centre.
std::optional<Pick> pickBody(SceneContext& context, const Camera& camera, const Eigen::Vector2d& pixel,
                             const PictureSize& size);

/// Drags a body by a point towards a target, with a soft constraint of limited force.
/// Works with any solver. The destructor releases the body.
class BodyDrag {
  public:
    /// \param context must outlive this object
    /// \param point held point of the body, world [m]
    BodyDrag(SceneContext& context, int body, const ambient::Vector3& point, double timeStep);
    ~BodyDrag();
    BodyDrag(const BodyDrag&) = delete;
    BodyDrag& operator=(const BodyDrag&) = delete;

    /// Sets the target of the held point, world [m].
    void moveTo(const ambient::Vector3& target);
    /// Keeps the held body from falling asleep. Call before each step.
    void keepAwake();

    const ambient::Vector3& target() const { return m_target; }
    /// Current position of the held point, world [m].
    ambient::Vector3 heldPoint() const;

  private:
    SceneContext& m_context;
    btRigidBody* m_rigidBody;
    ambient::Vector3 m_pointInBody, m_target;
    std::unique_ptr<btPoint2PointConstraint> m_spring;
};

} // namespace samples
