// SPDX-License-Identifier: Zlib
#include "drawing/Camera.h"

#include <cmath>

namespace samples {

using ambient::Vector3;

Vector3 Camera::forward() const {
    const double level = std::cos(elevation);
    return {-level * std::cos(azimuth), -level * std::sin(azimuth), -std::sin(elevation)};
}

Vector3 Camera::eye() const {
    return target - distance * forward();
}

Vector3 Camera::right() const {
    // From the azimuth alone, which is valid at the poles too.
    return {-std::sin(azimuth), std::cos(azimuth), 0.0};
}

Vector3 Camera::up() const {
    return right().cross(forward());
}

Eigen::Matrix4d Camera::eyeFromWorld() const {
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
    matrix.block<1, 3>(0, 0) = right().transpose();
    matrix.block<1, 3>(1, 0) = up().transpose();
    matrix.block<1, 3>(2, 0) = -forward().transpose();
    matrix.block<3, 1>(0, 3) = -matrix.topLeftCorner<3, 3>() * eye();
    return matrix;
}

Eigen::Matrix4d Camera::clipFromEye(double aspect) const {
    const double f = 1.0 / std::tan(0.5 * fieldOfView), near = nearPlane(), far = farPlane();
    Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();
    matrix(0, 0) = f / aspect;
    matrix(1, 1) = f;
    matrix(2, 2) = -(far + near) / (far - near);
    matrix(2, 3) = -2.0 * far * near / (far - near);
    matrix(3, 2) = -1.0;
    return matrix;
}

std::optional<Eigen::Vector2d> Camera::pixelOf(const Vector3& point, const PictureSize& size) const {
    const Eigen::Vector4d clip = clipFromEye(size.aspect()) * eyeFromWorld() * point.homogeneous();
    if (!(clip.w() > 0.0)) return std::nullopt;
    return Eigen::Vector2d(0.5 * (1.0 + clip.x() / clip.w()) * size.width,
                           0.5 * (1.0 - clip.y() / clip.w()) * size.height);
}

Vector3 Camera::rayThrough(const Eigen::Vector2d& pixel, const PictureSize& size) const {
    const double half = std::tan(0.5 * fieldOfView);
    const double x = (2.0 * pixel.x() / size.width - 1.0) * half * size.aspect();
    const double y = (1.0 - 2.0 * pixel.y() / size.height) * half;
    return (forward() + x * right() + y * up()).normalized();
}

double Camera::pixelWidthAt(const Vector3& point, const PictureSize& size) const {
    const double depth = (point - eye()).dot(forward());
    return 2.0 * std::tan(0.5 * fieldOfView) * std::max(depth, nearPlane()) / size.height;
}

} // namespace samples
