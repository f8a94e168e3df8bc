// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/ViewerSettings.h"

namespace samples {

/// A rectangle of the window, in ImGui's units, from its upper left corner.
struct PanelRect {
    double x = 0.0, y = 0.0, width = 0.0, height = 0.0;

    bool isEmpty() const { return width <= 0.0 || height <= 0.0; }
    bool contains(double px, double py) const { return px >= x && py >= y && px < x + width && py < y + height; }
};

/// Where everything is: the world in the middle, panels at the left and right, diagrams and the bar with time and
/// models below. They never overlap; what is hidden is empty.
struct PanelLayout {
    PanelRect left, right, plots, bar, view;
};

/// The edges between panels that a mouse can move.
enum class PanelEdge { None, Left, Right, Plots };

/// \param width,height of the window \param scale of letters and panels
PanelLayout layoutOf(const ViewerSettings& settings, double width, double height, double scale);

/// The edge at this place.
PanelEdge edgeAt(const PanelLayout& layout, double x, double y);

/// Moves an edge to the mouse: changes a size, within what leaves room for the rest.
void moveEdge(PanelEdge edge, double x, double y, double width, double height, double scale, ViewerSettings& settings);

} // namespace samples
