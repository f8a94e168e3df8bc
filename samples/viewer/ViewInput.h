// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/PanelLayout.h"
#include "viewer/ViewerState.h"

#include <optional>

namespace samples {

/// What the mouse does in one picture, in ImGui's units.
struct MouseInput {
    Eigen::Vector2d position = Eigen::Vector2d::Zero(); ///< from the window's upper left corner
    Eigen::Vector2d moved = Eigen::Vector2d::Zero();    ///< since the last picture
    bool isLeftDown = false, isRightDown = false, isMiddleDown = false;
    double wheel = 0.0;     ///< notches
    bool isOnPanel = false; ///< ImGui wants it
};

/// What mouse and keys do to the view, the run and the panels' edges. Knows nothing of GLFW and ImGui.
class ViewInput {
  public:
    /// To be called once a picture. \param windowWidth,windowHeight,scale as layoutOf() takes them
    void takeMouse(const MouseInput& mouse, const PanelLayout& layout, double windowWidth, double windowHeight,
                   double scale, ViewerState& state);
    /// The edge between panels that is under the mouse or moved by it.
    PanelEdge edge() const { return m_edge; }
    /// Whether the mouse holds something of the view.
    bool isBusy() const { return m_grip != Grip::None; }

  private:
    enum class Grip { None, Orbit, Pan, Pressed, Body, Edge, Elsewhere };

    void press(const MouseInput& mouse, const PanelRect& view, ViewerState& state);
    void hold(const MouseInput& mouse, const PanelRect& view, ViewerState& state);
    void release(ViewerState& state);
    void beginDrag(ViewerState& state);

    Grip m_grip = Grip::None;
    PanelEdge m_edge = PanelEdge::None;
    std::optional<Pick> m_pick;
    Eigen::Vector2d m_pressedAt = Eigen::Vector2d::Zero();
    bool m_pausesAfterwards = false;
};

/// A character that was typed: space, letters, digits and signs. \returns whether it means anything
bool takeCharacter(unsigned character, ViewerState& state);

/// What a key does that types nothing.
enum class NamedKey { Backspace, Home, End, Left, Right, Help, Screenshot, Escape };
/// \param isFast with Shift
void takeNamedKey(NamedKey key, bool isFast, ViewerState& state);

} // namespace samples
