// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/OutputFile.h"
#include "drawing/Framing.h"
#include "drawing/RecordDrawing.h"
#include "graphics/OffscreenRenderer.h"

#include <functional>
#include <optional>

namespace samples {

constexpr int kFilmRate = 60; ///< pictures per second of a film by default

/// A camera close to the bodies, which goes along with their middle.
struct CloseView {
    double azimuth, elevation; ///< of the eye [rad]; from +x towards +y, above the level
    double height;             ///< of the picture at the bodies [m] > 0
};

/// Contents and size of a film of a run.
struct FilmOptions {
    PictureSize size{1280, 720}; ///< even numbers
    ShowOptions show;
    std::optional<double> speed;   ///< simulated time per time of the film > 0; default: usualSpeed()
    int rate = kFilmRate;          ///< pictures per second
    std::optional<CloseView> view; ///< default: a camera as FilmStage chooses it
};

/// A short film of the whole run, for repetition on a page: 4 s, small, without text.
FilmOptions loopOptions(const RunRecord& record, const PlotSpec& spec);

/// The speed at which a film lasts 3 to 20 s: 1 if possible, else the nearest of 2, 4, 5, 10, 20, 50 and so on, or of
/// their inverses.
double usualSpeed(double seconds);

/// How many pictures a film has: the first at time 0, the last at the end, to the nearest picture.
int filmFrameCount(double seconds, double speed, int rate = kFilmRate);

/// "1/4 speed", "10 times as fast"; empty for 1.
std::string speedText(double speed);

/// The pictures of a film one by one, as data, with their cameras. The camera goes along with the bodies if
/// FilmOptions::view is set. Else it follows a body if isWorthFollowing(), or stands still and shows the whole run.
/// Bodies are interpolated between the frames of the record if the times do not match.
class FilmStage {
  public:
    /// \param record outlives this, as does the specification
    FilmStage(const RunRecord& record, const PlotSpec& spec, const FilmOptions& options);

    int frameCount() const { return m_frameCount; }
    /// The next picture. \throws std::logic_error after the last
    Drawing next();
    /// The camera of the last picture of next().
    const Camera& camera() const { return m_camera.camera(); }

  private:
    const RunRecord& m_record;
    FilmOptions m_options;
    RecordDrawing m_drawing;
    double m_speed;
    int m_frameCount, m_nextFrame = 0;
    bool m_follows;
    FollowingCamera m_camera;
};

/// Whether a program called ffmpeg is found on the PATH.
bool isFfmpegInstalled();

/// Draws the film and writes an H.264 file in MP4 by ffmpeg.
/// \param renderer of options.size
/// \param progress called with the finished fraction
/// \throws std::runtime_error if ffmpeg cannot be started or fails, as on a full disk; no file is left then
void writeFilm(const RunRecord& record, const PlotSpec& spec, const FilmOptions& options, OffscreenRenderer& renderer,
               ambient::OutputFile& file, const std::function<void(double fraction)>& progress);

} // namespace samples
