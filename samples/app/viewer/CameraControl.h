// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"

namespace samples {

/// Camera with manual orbit, pan and zoom, and an option to follow a target.
class CameraControl {
  public:
    /// Sets the camera; the follow mode does not change.
    void reset(const Camera& camera);
    const Camera& camera() const { return m_camera; }

    /// Orbits the eye about the target; half the picture height is a right angle.
    /// \param pixels drag of the mouse
    void orbit(const Eigen::Vector2d& pixels, const PictureSize& size);
    /// Moves the world with the cursor, at the distance of the target. \param pixels drag of the mouse
    void pan(const Eigen::Vector2d& pixels, const PictureSize& size);
    /// Moves the eye a tenth nearer per notch of the wheel, or further away for negative notches.
    void zoom(double notches);

    void setFollowing(bool following) { m_isFollowing = following; }
    /// In follow mode, moves smoothly with the target and scales the distance with `distance`.
    /// The camera catches up with jumps within a moment. Manual changes persist. The first call after reset() does not
    /// move the camera.
    /// \param target,distance target and distance of a camera with all followed bodies in view [m]
    /// \returns true while the camera is still moving
    bool follow(const ambient::Vector3& target, double distance, double wallSeconds);

  private:
    Camera m_camera;
    ambient::Vector3 m_followedTarget = ambient::Vector3::Zero(); ///< smoothed target [m]
    double m_followedDistance = 1.0;                              ///< smoothed distance [m]
    bool m_isFollowing = true, m_knowsTarget = false;
};

} // namespace samples
