// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>
#include <vector>

namespace samples {

/// A section between two chains of points in the plane (x, z) [m], of equal length, at least 2. Chains with a common
/// first or last point close the section there; else the line between their ends closes the section.
struct StripSection {
    std::vector<Eigen::Vector2d> first, second;
};

/// The prism over a section along y, symmetric about y = 0, closed, finer towards its ends.
/// \param length along y [m] \param layers intervals along y \param across intervals between the two chains
ambient::TriangleMesh makeSectionPrism(const StripSection& section, double length, int layers, int across);

/// A rectangular wing over a section with chord 1 m and its middle at x = 0; the quarter chord lies on the y axis.
/// \param chord, span [m] \param layers along the span, at least 4
ambient::TriangleMesh makeRectangularWing(const StripSection& section, double chord, double span, int layers);

/// The prism along y over a section of cells, for sections with re-entrant corners.
/// \param x, z ascending lines of the cells [m] \param isSolid of the cell behind line i of x and line j of z
ambient::TriangleMesh makeCellPrism(const std::vector<double>& x, const std::vector<double>& z,
                                    const std::function<bool(int i, int j)>& isSolid, double length, int layers);

/// A rectangle across x: one station of makeLoftedBox(), the edges of its sides [m].
struct BoxStation {
    double x, yLow, yHigh, zLow, zHigh;
};

/// The closed surface through rectangles at ascending x.
/// \param ny, nz intervals along the sides of the rectangles
ambient::TriangleMesh makeLoftedBox(const std::vector<BoxStation>& stations, int ny, int nz);

} // namespace samples
