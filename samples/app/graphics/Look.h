// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"

namespace samples {

/// Light and colours of a backdrop, linear, and how far one sees.
struct Look {
    Rgb zenith, horizon, nadir; ///< of the background, by the elevation of the view
    Rgb sun, sky, bounce;       ///< light from the sun, from above and from below, on a white surface
    Rgb ground, grid;
    Rgb water;              ///< of a surface of water
    double fogStart = 0.0;  ///< distance from the eye at which things begin to pale [m]
    double fogLength = 1.0; ///< further distance over which they lose all but 1/e of their colour [m]
};

Look lookOf(const Backdrop& backdrop, const Camera& camera);

/// Direction to the sun, of length 1, world axes: over the left shoulder of one who looks along +y.
ambient::Vector3 towardsSun();

/// Whether texts on this backdrop must be light.
bool isDark(const Backdrop& backdrop);

} // namespace samples
