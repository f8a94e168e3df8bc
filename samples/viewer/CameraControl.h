// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"

namespace samples {

/// A camera that is turned, moved and zoomed by hand, and may follow something.
class CameraControl {
  public:
    /// Starts from here, as it is, following on.
    void reset(const Camera& camera);
    const Camera& camera() const { return m_camera; }

    /// Turns the eye about the target by a drag over so many pixels; half a picture's height is a right angle.
    void orbit(const Eigen::Vector2d& pixels, const PictureSize& size);
    /// Moves the world under the cursor by so many pixels at the target's distance.
    void pan(const Eigen::Vector2d& pixels, const PictureSize& size);
    /// Nearer by a tenth a notch of the wheel, or further away.
    void zoom(double notches);

    void setFollowing(bool following) { m_isFollowing = following; }
    /// While following, moves along with a target, and back as its distance grows, gently: what jumps is caught up with
    /// in a moment. What a hand did stays. At the first call after reset() the camera stays where it is.
    /// \param target,distance of a camera that shows all that is followed [m]
    /// \returns whether the camera still is on its way
    bool follow(const ambient::Vector3& target, double distance, double wallSeconds);

  private:
    Camera m_camera;
    ambient::Vector3 m_followedTarget = ambient::Vector3::Zero(); ///< as far as it was caught up with
    double m_followedDistance = 1.0;                              ///< likewise
    bool m_isFollowing = true, m_knowsTarget = false;
};

} // namespace samples
