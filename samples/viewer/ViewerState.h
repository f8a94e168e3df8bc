// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/RecordDrawing.h"
#include "viewer/CameraControl.h"
#include "viewer/LiveRun.h"
#include "viewer/PlotData.h"
#include "viewer/ViewerSettings.h"

#include <memory>
#include <string>

namespace samples {

/// The tabs of the panels at the left and right; None: as the user left them.
enum class Tab { None, Scenes, Parameters, Show, Numbers };

/// All that the window shows and its panels change. Knows nothing of OpenGL and ImGui.
class ViewerState {
  public:
    explicit ViewerState(ViewerSettings remembered) : settings(std::move(remembered)) {}

    LiveRun run;
    ViewerSettings settings;
    CameraControl camera;
    PictureSize viewSize; ///< of the world's picture [px]
    LiveSetup edited;     ///< what the parameter panel shows; load it to make it happen
    std::string search;   ///< in the list of scenes
    int selectedBody = 0; ///< that numbers are about
    bool showsHelp = false;
    bool wantsScreenshot = false, wantsQuit = false;
    Tab wantedTab = Tab::None; ///< to be brought to the front
    PlotData plots;

    /// \name What buttons and keys do
    /// @{

    /// Loads a scene as it is by default, and plays it. \throws std::invalid_argument for an unknown name
    void open(const std::string& scene);
    /// Loads a scene as it is told, and plays it.
    void open(const LiveSetup& setup);
    /// Runs the scene anew with the values of `edited`.
    void applyEdited();
    void togglePlay();
    /// Next slower (-1) or faster (+1) speed by a factor 2.
    void changeSpeed(int direction);
    /// Shows the next model's ghost, or none.
    void nextGhost();
    /// Looks at the bodies as they are and follows them; or at their whole way.
    void frameBodies();
    void framePath();
    void selectBody(int body);
    /// Says something for some seconds.
    void say(const std::string& text);
    /// What was said, empty once it is old. \param isLong whether there is more to wait for
    const std::string& message() const { return m_message; }
    /// @}

    /// Plays on and takes what was prepared. \returns whether the picture changes by itself
    bool update(double wallSeconds);
    /// The picture of the world now. Only when a run is there.
    Drawing draw() const;
    const PlotSpec& spec() const { return m_spec; }

  private:
    void takeNewRun();
    int legendCount() const;
    bool followBodies(double wallSeconds);
    void addGhost(Drawing& drawing) const;

    PlotSpec m_spec;
    std::unique_ptr<RecordDrawing> m_drawing, m_ghostDrawing;
    std::string m_shownScene, m_shownError;
    int m_generation = 0;
    bool m_hadGhost = false;
    std::string m_message;
    double m_messageLeft = 0.0; ///< [s]
};

} // namespace samples
