// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "interface/PlotSpec.h"

#include <vector>

namespace samples {

/// How a picture is taken.
struct Shot {
    Camera camera;
    double enlargement = 1.0; ///< of the bodies, to be visible; noted in pictures
};

/// The camera in the direction of `toward` with all points in view, as large as possible: they touch the edges of the
/// part of the picture left free by titles and legends.
/// \param points at least one [m]
/// \param legends how many the picture has
Camera fitted(const std::vector<ambient::Vector3>& points, const Camera& toward, const PictureSize& size,
              int legends = 1);

/// Direction and opening of a camera for a picture of this specification.
Camera viewOf(const PlotSpec& spec);

/// A specification that frames the whole run: for files and films, which show every time.
PlotSpec ofAllTimes(PlotSpec spec);

/// The whole run: every shown body in every frame, and still objects. Bodies too small to see are enlarged by a round
/// number, at least by spec.enlargement.
Shot frameRun(const RunRecord& record, const PlotSpec& spec, const PictureSize& size, int legends = 1);

/// All bodies at one time [s], with some room about them; not enlarged.
Camera frameMoment(const RunRecord& record, const PlotSpec& spec, double time, const PictureSize& size,
                   int legends = 1);

/// Adds the corners of slices and of the tank [m].
void addGridPoints(std::vector<ambient::Vector3>& points, const SliceMoment& moment);

/// Whether a film shows more with a following camera: one body with a path of 8 to 80 diameters.
bool isWorthFollowing(const RunRecord& record, const PlotSpec& spec);

/// Subject of a camera: the middle of all bodies.
struct Subject {
    ambient::Vector3 position = ambient::Vector3::Zero(); ///< [m]
    ambient::Vector3 velocity = ambient::Vector3::Zero(); ///< [m/s]
};
Subject subjectAt(const RunRecord& record, double time);

/// A camera that follows its subject like a mass on a critically damped spring, and keeps the subject in the middle of
/// the picture. Deterministic: the calls determine its path.
class FollowingCamera {
  public:
    /// \param start looks at the subject
    FollowingCamera(const Camera& start, const Subject& subject);

    /// Moves on. \param subject after these seconds \param seconds since the last call >= 0
    const Camera& follow(const Subject& subject, double seconds);

    const Camera& camera() const { return m_camera; }
    /// Sets another direction, distance or opening; following continues.
    void setCamera(const Camera& camera) { m_camera = camera; }

  private:
    Camera m_camera;
    ambient::Vector3 m_velocity;
};

/// The largest of 1, 2, 5 times a power of ten not above `value`.
double roundBelow(double value);

} // namespace samples
