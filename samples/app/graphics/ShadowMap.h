// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "graphics/GlObjects.h"

#include <optional>
#include <vector>

namespace samples {

/// A bounding sphere, relative to the eye, world axes [m].
struct BoundingBall {
    ambient::Vector3 centre;
    double radius = 0.0;
};

/// View of the sun on a picture: parallel rays onto a square.
struct SunView {
    Eigen::Matrix4d clipFromRelative = Eigen::Matrix4d::Identity(); ///< from world axes about the eye
    double width = 1.0;                                             ///< of the square [m]
};

/// The square around the casters near `region`. Nothing if none is near.
/// \param towardsSun of length 1
std::optional<SunView> sunViewOf(const std::vector<BoundingBall>& casters, const BoundingBall& region,
                                 const ambient::Vector3& towardsSun);

/// Depths as seen from the sun.
class ShadowMap {
  public:
    ShadowMap();

    /// Makes the map this wide [texels], clears the map and binds its framebuffer for the drawing of the casters.
    void begin(int size);
    GLuint texture() const { return m_texture.id(); }

  private:
    GlTexture m_texture;
    GlFramebuffer m_framebuffer;
    int m_size = 0;
};

} // namespace samples
