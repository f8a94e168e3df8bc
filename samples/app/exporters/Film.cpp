// SPDX-License-Identifier: Zlib
#include "exporters/Film.h"

#include "Output/Gnuplot.h"
#include "Output/SystemCalls.h"
#include "drawing/RecordTimes.h"
#include "interface/Parameters.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace samples {
namespace {

constexpr double kShortestFilm = 3.0, kLongestFilm = 20.0; // [s]

/// The command for an .mp4 file of raw pictures.
std::vector<std::string> ffmpegWords(const PictureSize& size, int rate, const std::string& path) {
    const std::string pixels = std::to_string(size.width) + "x" + std::to_string(size.height);
    return {"ffmpeg",
            "-nostdin",
            "-y",
            "-loglevel",
            "error",
            "-f",
            "rawvideo",
            "-pix_fmt",
            "rgb24",
            "-s",
            pixels,
            "-r",
            std::to_string(rate),
            "-i",
            "-",
            "-c:v",
            "libx264",
            "-crf",
            "20",
            "-pix_fmt",
            "yuv420p",
            "-movflags",
            "+faststart",
            "-bitexact",
            "-f",
            "mp4",
            "file:" + path};
}

/// Looks at the only body from some distance, so that its path is visible too.
Camera followingCamera(const RunRecord& record, const PlotSpec& spec, const PictureSize& size) {
    constexpr double viewInBodies = 2.5; // width of the view, in widths of a close-up
    Camera camera = frameMoment(record, spec, 0.0, size);
    camera.target = subjectAt(record, 0.0).position;
    camera.distance *= viewInBodies;
    return camera;
}

Camera closeCamera(const RunRecord& record, const CloseView& view) {
    Camera camera;
    camera.fieldOfView = 0.35;
    camera.azimuth = view.azimuth;
    camera.elevation = view.elevation;
    camera.distance = 0.5 * view.height / std::tan(0.5 * camera.fieldOfView);
    camera.target = subjectAt(record, 0.0).position;
    return camera;
}

} // namespace

double usualSpeed(double seconds) {
    if (seconds >= kShortestFilm && seconds <= kLongestFilm) return 1.0;
    const double factor = seconds < kShortestFilm ? kShortestFilm / seconds : seconds / kLongestFilm;
    double round = 1.0;
    for (double decade = 1.0; round < factor * (1.0 - 1e-9); decade *= 10.0)
        for (const double step : {2.0, 4.0, 5.0, 10.0})
            if (round < factor * (1.0 - 1e-9)) round = step * decade;
    return seconds < kShortestFilm ? 1.0 / round : round;
}

FilmOptions loopOptions(const RunRecord& record, const PlotSpec& spec) {
    constexpr double length = 4.0; // [s]
    FilmOptions options;
    options.size = {480, 270};
    options.rate = 15;
    options.show.labels = options.show.ruler = options.show.captions = false;
    options.speed = std::max(lastShownTime(record, spec), record.timeStep) / length;
    return options;
}

int filmFrameCount(double seconds, double speed, int rate) {
    return static_cast<int>(std::lround(seconds / speed * rate)) + 1;
}

std::string speedText(double speed) {
    if (speed == 1.0) return "";
    const double inverse = 1.0 / speed;
    if (speed < 1.0 && std::fabs(inverse - std::round(inverse)) < 1e-6)
        return "1/" + shortNumber(std::round(inverse)) + " speed";
    return shortNumber(speed) + (speed < 1.0 ? " of the speed" : " times as fast");
}

FilmStage::FilmStage(const RunRecord& record, const PlotSpec& spec, const FilmOptions& options)
    : m_record(record), m_options(options), m_drawing(record, spec),
      m_speed(options.speed.value_or(usualSpeed(lastShownTime(record, spec)))),
      m_frameCount(filmFrameCount(lastShownTime(record, spec), m_speed, options.rate)),
      m_follows(options.view || isWorthFollowing(record, spec)),
      m_camera(options.view ? closeCamera(record, *options.view) : followingCamera(record, spec, options.size),
               subjectAt(record, 0.0)) {
    if (m_follows) return;
    const Shot shot = frameRun(record, ofAllTimes(spec), options.size, m_drawing.legendCount(options.show));
    m_camera.setCamera(shot.camera);
    m_options.show.enlargement = shot.enlargement;
}

Drawing FilmStage::next() {
    if (m_nextFrame >= m_frameCount) throw std::logic_error("the film has no more pictures");
    const double step = m_speed / m_options.rate, time = m_nextFrame * step;
    if (m_follows && m_nextFrame > 0) m_camera.follow(subjectAt(m_record, time), step);
    ++m_nextFrame;
    Drawing drawing = m_drawing.moment(time, m_options.show, {camera(), m_options.size});
    const std::string speed = speedText(m_speed);
    if (!speed.empty() && m_options.show.captions) drawing.note += ",  " + speed;
    return drawing;
}

bool isFfmpegInstalled() {
    return ambient::isOnPath("ffmpeg");
}

void writeFilm(const RunRecord& record, const PlotSpec& spec, const FilmOptions& options, OffscreenRenderer& renderer,
               ambient::OutputFile& file, const std::function<void(double fraction)>& progress) {
    FilmStage stage(record, spec, options);
    ambient::ProgramPipe ffmpeg(ffmpegWords(options.size, options.rate, file.handOver()));
    bool whole = true;
    for (int frame = 0; frame < stage.frameCount() && whole; ++frame) {
        const Drawing drawing = stage.next();
        const Image image = renderer.draw(drawing, stage.camera());
        whole = ffmpeg.write(image.rgb.data(), image.rgb.size());
        progress(double(frame + 1) / stage.frameCount());
    }
    if (!ffmpeg.close()) throw std::runtime_error(file.path() + ": the film could not be written completely");
    file.commit();
}

} // namespace samples
