// SPDX-License-Identifier: Zlib
#include "viewer/CameraControl.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::Vector3;

void CameraControl::reset(const Camera& camera) {
    m_camera = camera;
    m_knowsTarget = false;
}

void CameraControl::orbit(const Eigen::Vector2d& pixels, const PictureSize& size) {
    const double turn = ambient::kPi / size.height, steepest = 0.5 * ambient::kPi - 0.01;
    m_camera.azimuth = std::remainder(m_camera.azimuth - turn * pixels.x(), 2.0 * ambient::kPi);
    m_camera.elevation = std::clamp(m_camera.elevation + turn * pixels.y(), -steepest, steepest);
}

void CameraControl::pan(const Eigen::Vector2d& pixels, const PictureSize& size) {
    const double pixel = m_camera.pixelWidthAt(m_camera.target, size);
    m_camera.target += pixel * (pixels.y() * m_camera.up() - pixels.x() * m_camera.right());
}

void CameraControl::zoom(double notches) {
    m_camera.distance = std::clamp(m_camera.distance * std::pow(0.9, notches), 1e-3, 1e4);
}

bool CameraControl::follow(const Vector3& target, double distance, double wallSeconds) {
    constexpr double catchUpTime = 0.15; // [s]
    if (!m_knowsTarget || !m_isFollowing) {
        m_followedTarget = target;
        m_followedDistance = distance;
    }
    m_knowsTarget = true;
    if (!m_isFollowing) return false;
    const double share = 1.0 - std::exp(-wallSeconds / catchUpTime);
    // A fast body must not get out of the picture.
    const double farthest = 0.3 * m_camera.distance * std::tan(0.5 * m_camera.fieldOfView);
    Vector3 move = share * (target - m_followedTarget);
    const Vector3 rest = target - m_followedTarget - move;
    if (rest.norm() > farthest) move += (1.0 - farthest / rest.norm()) * rest;
    m_followedTarget += move;
    m_camera.target += move;
    const double growth = 1.0 + share * (distance / m_followedDistance - 1.0);
    m_followedDistance *= growth;
    m_camera.distance *= growth;
    return (target - m_followedTarget).norm() > 1e-3 * m_camera.distance ||
           std::abs(distance / m_followedDistance - 1.0) > 1e-3;
}

} // namespace samples
