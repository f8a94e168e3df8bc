// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"

#include <string>
#include <vector>

namespace samples {

/// Parts of a drawing of a run besides the bodies.
struct ShowOptions {
    bool slip = false;       ///< the bodies' colours show the slip speed
    bool separation = false; ///< the lines of flow separation on the surface
    bool forces = false;    ///< an arrow per force term, of the weight and of the sum of all; needs a record with terms
    bool addedMass = false; ///< an ellipsoid with the principal axes and proportions of the added mass of translation
    bool velocity = false;  ///< an arrow
    bool wings = false;     ///< lift, suction and lee of lifting surfaces, arrows from their cells
    bool trails = true;     ///< the paths so far
    bool labels = true;     ///< names of bodies if there are several
    bool particles = false; ///< carried by water on a grid, if there are any
    bool slices = true;     ///< a slice through water on a grid and the arrows of the flow in the slice, if there is
                            ///< one
    int slice = 0;          ///< number of the slice, if there are several; too large a number means the last
    bool water = true;      ///< the surface of the water, if there is one
    bool captions = true;   ///< title, note and legends
    bool ruler = true;      ///< a bar of round length at the lower right
    std::vector<std::string> terms; ///< the force terms to show; empty: all
    double enlargement = 1.0;       ///< of the bodies; noted in the drawing
};

/// A list such as "slip,forces" of parts to show: slip, separation, forces, added-mass, velocity, wings, trails,
/// labels, slices and particles; parts not named are left out. \throws std::invalid_argument, one line with the known
/// names, for another name
ShowOptions showOptionsOf(const std::string& list);

/// The viewpoint of a drawing: determines the fineness of the drawing and the place of its ruler.
struct View {
    Camera camera;
    PictureSize size;
};

} // namespace samples
