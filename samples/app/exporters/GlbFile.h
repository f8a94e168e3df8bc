// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

#include <string>
#include <vector>

namespace samples {

/// Content of a .glb besides the run itself.
struct GlbOptions {
    std::string description;           ///< of the scene, one line
    std::string figure;                ///< reproduced by the scene, or empty
    std::vector<Parameter> parameters; ///< of the scene, with the values of this run
    bool trails = true;                ///< the bodies' paths as tubes, coloured by time
    /// Also how the colours change over time: about this many colour morph targets per body, for three.js (Blender
    /// ignores them); fewer for large meshes, none for more than 12 bodies or for 0.
    int colourKeys = 32;
};

/// A run as an animated binary glTF 2.0 file: one node per body, the meshes coloured by the largest slip speed of the
/// run, trails, ropes and chains, ground and obstacles, the slice through water on a grid, a camera, and in `extras`
/// its description. Equal arguments give equal bytes.
///
/// Units are metres and seconds. The node "world" turns z up into glTF's y up; below this node all coordinates are
/// those of the record. Keys are poses of the record in single precision, so many that linear interpolation stays
/// within 1 % of a body's size and one degree. Bodies are drawn `spec.enlargement` times as large, as noted in the
/// extras.
/// \param record at least one body and one frame
std::string glbOf(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options = {});

} // namespace samples
