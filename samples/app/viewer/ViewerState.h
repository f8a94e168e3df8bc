// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/RecordDrawing.h"
#include "viewer/CameraControl.h"
#include "viewer/LiveRun.h"
#include "viewer/PlotData.h"
#include "viewer/RunExport.h"
#include "viewer/SceneGallery.h"
#include "viewer/ViewerSettings.h"

#include <memory>
#include <string>

namespace samples {

/// Tabs of the left and right panels; None: the user's choice.
enum class Tab { None, Scenes, Parameters, Show, Numbers };

/// State shown and changed by the window and its panels.
/// Independent of OpenGL and ImGui.
class ViewerState {
  public:
    explicit ViewerState(ViewerSettings remembered) : settings(std::move(remembered)) {}

    LiveRun run;
    ViewerSettings settings;
    CameraControl camera;
    PictureSize viewSize;                   ///< size of the world picture [px]
    LiveSetup edited;                       ///< setup shown in the parameter panel; takes effect with applyEdited()
    std::string search;                     ///< search text of the scene list
    std::vector<Eigen::Vector2d> drawnPath; ///< of a loop that the mouse is drawing
    int selectedBody = 0;                   ///< body shown in the number panel
    bool showsHelp = false;
    SceneGallery gallery; ///< of scenes, over all of the window
    bool wantsScreenshot = false, wantsQuit = false;
    Tab wantedTab = Tab::None; ///< tab to bring to the front
    PlotData plots;
    RunExport exported;

    /// \name Actions of buttons and keys
    /// @{

    /// Loads a scene with default values and plays it. \throws std::invalid_argument if the name is unknown
    void open(const std::string& scene);
    /// Loads a scene with the given setup and plays it.
    void open(const LiveSetup& setup);
    /// Restarts the scene with the values of `edited`.
    void applyEdited();
    void togglePlay();
    /// Halves (-1) or doubles (+1) the speed.
    void changeSpeed(int direction);
    /// Selects the next model for the ghost, or no ghost.
    void nextGhost();
    /// Frames the bodies and follows them, or frames their whole path.
    void frameBodies();
    void framePath();
    void selectBody(int body);
    /// Film the run as it is now, or write it as an animated .glb, to the current folder.
    void saveFilm();
    void saveGlb();
    /// Writes the world as it is now as a world file (docs/worlds.md) to the current folder, or says why not.
    void saveWorld();
    /// Shows the scenes to choose from, the present one in front; the run waits.
    void openGallery();
    /// Goes back to the run, if there is one.
    void closeGallery();
    /// Loads the chosen scene of the gallery and plays it.
    void openChosen();
    /// Shows a message for some seconds.
    void say(const std::string& text);
    /// Current message; empty after it has expired.
    const std::string& message() const { return m_message; }
    /// @}

    /// Advances the run and takes over prepared runs. \returns true if the picture changes without input
    bool update(double wallSeconds);
    /// Drawing of the current world. Requires a run.
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
