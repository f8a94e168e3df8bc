// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Reverses the faces that disagree in winding with the majority of their patch; at a draw those whose reversal leaves
/// the patch's volume positive. A patch is connected across edges of exactly two faces; one-sided patches (a Moebius
/// strip) are left. Any mesh with indices in range is accepted. Returns how many faces were reversed.
int alignWindings(TriangleMesh& mesh);

/// Turns patches without open edges inside out if their volume about their own centroid is negative. Windings must be
/// aligned. Returns how many faces were reversed.
int turnInvertedPatches(TriangleMesh& mesh);

} // namespace ambient
