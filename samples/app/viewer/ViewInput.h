// SPDX-License-Identifier: Zlib
#pragma once

#include "viewer/PanelLayout.h"
#include "viewer/ViewerState.h"

#include <optional>

namespace samples {

/// State of the mouse in one frame, in ImGui's units.
struct MouseInput {
    Eigen::Vector2d position = Eigen::Vector2d::Zero(); ///< from the upper left corner of the window
    Eigen::Vector2d moved = Eigen::Vector2d::Zero();    ///< since the last frame
    bool isLeftDown = false, isRightDown = false, isMiddleDown = false;
    double wheel = 0.0;     ///< notches
    bool isOnPanel = false; ///< the mouse is over a panel, captured by ImGui
};

/// Applies mouse and keys to the view, the run and the panel edges.
/// Independent of GLFW and ImGui.
class ViewInput {
  public:
    /// Handles the mouse. Call once per frame. \param windowWidth,windowHeight,scale as in layoutOf()
    void takeMouse(const MouseInput& mouse, const PanelLayout& layout, double windowWidth, double windowHeight,
                   double scale, ViewerState& state);
    /// Panel edge under the mouse or dragged by the mouse.
    PanelEdge edge() const { return m_edge; }
    /// True while a mouse drag is in progress.
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

/// Handles a typed character: space, letters, digits and signs.
/// \returns true if the character is a command
bool takeCharacter(unsigned character, ViewerState& state);

/// Keys without a character.
enum class NamedKey { Backspace, Home, End, Left, Right, Up, Down, Enter, Help, Screenshot, Escape };
/// Handles a key without a character. \param isFast true if Shift is down
void takeNamedKey(NamedKey key, bool isFast, ViewerState& state);

} // namespace samples
