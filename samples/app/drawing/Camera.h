// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <Eigen/Core>

#include <optional>

namespace samples {

/// Size of a picture in pixels.
struct PictureSize {
    int width = 1280;
    int height = 720;

    double aspect() const { return double(width) / double(height); }
};

/// The viewpoint of a drawing: perspective, world z up on the picture.
struct Camera {
    ambient::Vector3 target = ambient::Vector3::Zero(); ///< in the middle of the picture [m]
    double azimuth =
        -ambient::kPi / 2;    ///< of the eye about the target, from +x towards +y [rad]; default: looks along +y
    double elevation = 0.2;   ///< of the eye above the target's level, within +-pi/2 [rad]
    double distance = 1.0;    ///< of the eye from the target [m] > 0
    double fieldOfView = 0.5; ///< vertical angle of the picture [rad]

    ambient::Vector3 eye() const;
    /// Unit vectors of the picture in the world.
    ambient::Vector3 forward() const;
    ambient::Vector3 right() const;
    ambient::Vector3 up() const;

    /// World to eye coordinates (x right, y up, looking along -z), and to OpenGL's clip space.
    Eigen::Matrix4d eyeFromWorld() const;
    Eigen::Matrix4d clipFromEye(double aspect) const;
    /// Distances of the planes between which things are drawn [m]: shares of `distance`.
    double nearPlane() const { return 0.01 * distance; }
    double farPlane() const { return 200.0 * distance; }

    /// Place of a point of the world on a picture: pixels from the upper left corner. Nothing for a point behind the
    /// eye.
    std::optional<Eigen::Vector2d> pixelOf(const ambient::Vector3& point, const PictureSize& size) const;
    /// Direction, of length 1, in which a pixel looks, world axes.
    ambient::Vector3 rayThrough(const Eigen::Vector2d& pixel, const PictureSize& size) const;
    /// Width of a pixel at this point [m].
    double pixelWidthAt(const ambient::Vector3& point, const PictureSize& size) const;
};

} // namespace samples
