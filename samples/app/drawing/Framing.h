// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "interface/PlotSpec.h"

#include <vector>

namespace samples {

/// How a picture is taken.
struct Shot {
    Camera camera;
    double enlargement = 1.0; ///< of the bodies, so that they are seen; pictures say so
};

/// The camera that looks in the same direction as `toward` and holds all points, as large as they get: they touch the
/// edges of the part of the picture that titles and legends leave free.
/// \param points at least one [m]
/// \param legends how many the picture has
Camera fitted(const std::vector<ambient::Vector3>& points, const Camera& toward, const PictureSize& size,
              int legends = 1);

/// Direction and opening of a camera for a picture of this specification.
Camera viewOf(const PlotSpec& spec);

/// The whole run: every shown body in every frame, and still objects. Bodies that would be hardly seen are enlarged
/// by a round number, at least by spec.enlargement.
Shot frameRun(const RunRecord& record, const PlotSpec& spec, const PictureSize& size, int legends = 1);

/// All bodies as they are at one time [s], with some room about them; not enlarged.
Camera frameMoment(const RunRecord& record, const PlotSpec& spec, double time, const PictureSize& size,
                   int legends = 1);

/// Whether a film shows more with a camera that follows: one body, whose path is long compared with itself but not so
/// long that only the path matters.
bool isWorthFollowing(const RunRecord& record, const PlotSpec& spec);

/// Subject of a camera: the middle of all bodies.
struct Subject {
    ambient::Vector3 position = ambient::Vector3::Zero(); ///< [m]
    ambient::Vector3 velocity = ambient::Vector3::Zero(); ///< [m/s]
};
Subject subjectAt(const RunRecord& record, double time);

/// A camera that goes along with its object as a heavy one on a spring would, critically damped, and never lets it
/// out of the middle of the picture. Deterministic: its way follows from the calls.
class FollowingCamera {
  public:
    /// \param start looks at the subject
    FollowingCamera(const Camera& start, const Subject& subject);

    /// Moves on. \param seconds since the last call >= 0; the subject is as it is after them
    const Camera& follow(const Subject& subject, double seconds);

    const Camera& camera() const { return m_camera; }
    /// Takes on another direction, distance or opening; goes on following.
    void setCamera(const Camera& camera) { m_camera = camera; }

  private:
    Camera m_camera;
    ambient::Vector3 m_velocity;
};

/// The largest of 1, 2, 5 times a power of ten that is not above `value`.
double roundBelow(double value);

} // namespace samples
