// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"

namespace ambient {

/// Velocities on a grid from a file.
///
/// .csv: a line of numbers for each node, `x, y, z, u, v, w` or `t, x, y, z, u, v, w`, in any order; the nodes fill a
/// grid along the world's axes whose spacing is even along each axis. A first line of names and comments (#) are
/// skipped. .npy (NumPy): an array of shape (z, y, x, 3) or (times, z, y, x, 3), of single or double precision; the
/// description has origin and spacing, and the times if there are several. \param folder of the world's file \throws
/// std::invalid_argument naming the file, and the line of a .csv
FlowGrid flowGridOf(const WorldFlowGrid& description, const std::string& folder);

} // namespace ambient
