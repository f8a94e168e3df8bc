// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/ViewerSettings.h"

namespace samples {

/// Rectangle in the window, in ImGui's units from the upper left corner.
struct PanelRect {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

    bool isEmpty() const { return width <= 0.0 || height <= 0.0; }
    bool contains(double px, double py) const { return px >= x && py >= y && px < x + width && py < y + height; }
};

/// Layout of the window: world in the middle, panels left and right, diagrams and control bar below.
/// The rectangles never overlap; hidden ones are empty.
struct PanelLayout {
    PanelRect left, right, plots, bar, view;
};

/// Movable edges between panels.
enum class PanelEdge { None, Left, Right, Plots };

/// Computes the layout.
/// \param width,height size of the window
/// \param scale factor on fonts and panels
PanelLayout layoutOf(const ViewerSettings& settings, double width, double height, double scale);

/// Edge at a position; None if there is no edge.
PanelEdge edgeAt(const PanelLayout& layout, double x, double y);

/// Moves an edge to the mouse position, within limits with room for the other panels.
void moveEdge(PanelEdge edge, double x, double y, double width, double height, double scale, ViewerSettings& settings);

} // namespace samples
