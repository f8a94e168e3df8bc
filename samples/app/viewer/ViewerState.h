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
    std::vector<Eigen::Vector2d> drawnPath; ///< of a loop drawn with the mouse
    int selectedBody = 0;                   ///< body shown in the number panel
    bool showsHelp = false;
    SceneGallery gallery; ///< of scenes, over the whole window
    bool wantsScreenshot = false, wantsQuit = false;
    Tab wantedTab = Tab::None; ///< tab to bring to the front
    PlotData plots;
    RunExport exported;

    /// \name Actions of buttons and keys
    /// @{

    /// Loads and plays a scene with default values. \throws std::invalid_argument if the name is unknown
    void open(const std::string& scene);
    /// Loads and plays a scene with the given setup.
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
    /// Film the present run, or write the run as an animated .glb, to the current folder.
    void saveFilm();
    void saveGlb();
    /// Writes the present world as a world file (docs/worlds.md) to the current folder, or shows the reason of a
    /// failure.
    void saveWorld();
    /// Shows the scenes to choose from, the present one in front; the run waits.
    void openGallery();
    /// Goes back to the run, if there is one.
    void closeGallery();
    /// Loads and plays the chosen scene of the gallery.
    void openChosen();
    /// Shows a message for some seconds.
    void say(const std::string& text);
    /// Current message; empty after its time.
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
