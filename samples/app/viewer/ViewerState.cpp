// SPDX-License-Identifier: Zlib
#include "viewer/ViewerState.h"

#include "Output/OutputFile.h"
#include "drawing/Framing.h"
#include "drawing/RecordTimes.h"
#include "drawing/Silhouette.h"
#include "drawing/SliceDrawing.h"
#include "interface/SampleEntries.h"
#include "interface/SavedScene.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace samples {

using ambient::Vector3;

void ViewerState::open(const std::string& scene) {
    LiveSetup setup = defaultSetup(scene);
    if (run.hasRun()) {
        setup.model = run.setup().model;
        setup.solver = run.setup().solver;
        setup.ghostModel = run.setup().ghostModel;
    }
    open(setup);
}

void ViewerState::open(const LiveSetup& setup) {
    edited = setup;
    gallery.isOpen = false;
    settings.scene = setup.scene;
    run.load(setup);
    run.play();
}

void ViewerState::applyEdited() {
    LiveSetup setup = edited;
    if (run.hasRun() && run.setup().scene == setup.scene) {
        setup.model = run.setup().model;
        setup.solver = run.setup().solver;
        setup.ghostModel = run.setup().ghostModel;
        setup.duration = run.setup().duration;
    }
    if (run.hasRun() && run.isOver()) run.play();
    run.load(setup);
}

void ViewerState::togglePlay() {
    if (run.isPlaying())
        run.pause();
    else if (run.hasRun() && run.isOver() && run.isLive())
        run.restart(), run.play();
    else
        run.play();
}

void ViewerState::changeSpeed(int direction) {
    const double exponent = std::round(std::log2(run.speed())) + direction;
    run.setSpeed(std::pow(2.0, exponent));
}

void ViewerState::nextGhost() {
    if (!run.hasRun()) return;
    std::vector<std::string> choices = {""};
    for (const std::string& model : knownModels())
        if (model != run.setup().model) choices.push_back(model);
    const auto now = std::find(choices.begin(), choices.end(), run.setup().ghostModel);
    const bool isLast = now == choices.end() || now + 1 == choices.end();
    run.setGhost(isLast ? "" : *(now + 1));
}

int ViewerState::legendCount() const {
    return m_drawing ? m_drawing->legendCount(settings.show) + (run.ghostRecord() ? 1 : 0) : 1;
}

void ViewerState::frameBodies() {
    if (!run.hasRun() || run.record().bodyCount() == 0) return;
    settings.following = true;
    camera.reset(frameMoment(run.record(), m_spec, run.shownTime(), viewSize, legendCount()));
}

void ViewerState::framePath() {
    if (!run.hasRun() || run.record().bodyCount() == 0) return;
    settings.following = false;
    camera.reset(frameRun(run.record(), m_spec, viewSize, legendCount()).camera);
}

void ViewerState::selectBody(int body) {
    if (selectedBody == body) return;
    selectedBody = body;
    m_generation = -1; // the diagrams are about another body
}

void ViewerState::say(const std::string& text) {
    m_message = text;
    m_messageLeft = 4.0;
}

void ViewerState::saveFilm() {
    if (!run.hasRun() || exported.isBusy()) return;
    const std::string file = freeFileName(settings.scene, ".mp4");
    exported.startFilm(run.record(), m_spec, settings.show, file);
    say("filming the run to " + file);
}

void ViewerState::saveGlb() {
    if (!run.hasRun() || exported.isBusy()) return;
    const SampleEntry& entry = findSample(run.setup().scene);
    GlbOptions options;
    options.description = entry.description;
    options.figure = entry.figure;
    options.parameters = run.setup().values.all();
    exported.startGlb(run.record(), m_spec, options, freeFileName(settings.scene, ".glb"));
}

void ViewerState::saveWorld() {
    if (!run.hasRun()) {
        say(run.isPreparing() ? "the world is still being prepared" : "there is no world yet: choose a scene");
        return;
    }
    if (!run.isLive()) {
        say("the world is saved as it is now: go back to live first (End), or go on here");
        return;
    }
    const LiveSetup& setup = run.setup();
    RunOptions options;
    options.duration = setup.duration;
    options.timeStep = setup.timeStep;
    options.model = setup.model;
    options.solver = setup.solver;
    const std::string file = freeFileName(settings.scene, ".json");
    try {
        const std::string text =
            savedScene(run.context(), options, m_spec.title, std::filesystem::current_path().string()).dump(1);
        ambient::OutputFile output(file);
        output.write(text + "\n");
        output.commit();
        say("saved " + file);
    } catch (const std::exception& error) {
        say(std::string("the world was not saved: ") + error.what());
    }
}

void ViewerState::openGallery() {
    run.pause();
    gallery.open(settings.scene);
}

void ViewerState::closeGallery() {
    if (run.hasRun()) gallery.isOpen = false;
}

void ViewerState::openChosen() {
    if (const std::string scene = gallery.chosen(); !scene.empty()) open(scene);
}

bool ViewerState::update(double wallSeconds) {
    run.update(wallSeconds);
    if (const std::string result = exported.takeResult(); !result.empty()) say(result);
    if (run.error() != m_shownError) {
        m_shownError = run.error();
        if (!m_shownError.empty()) say(m_shownError);
    }
    const bool isAllThereIs = !run.hasRun() && !m_shownError.empty();
    m_messageLeft -= wallSeconds;
    if (m_messageLeft <= 0.0) m_message = isAllThereIs ? m_shownError : "";
    if (!run.hasRun()) return run.isPreparing();
    if (m_generation != run.generation() || m_hadGhost != (run.ghostRecord() != nullptr)) takeNewRun();
    plots.update(run.record(), run.ghostRecord());
    return followBodies(wallSeconds) || run.isPlaying() || run.isPreparing() || exported.isBusy();
}

bool ViewerState::followBodies(double wallSeconds) {
    camera.setFollowing(settings.following);
    const RunRecord& record = run.record();
    // A following camera would run away with the body at the mouse.
    if (record.bodyCount() == 0 || run.drag()) return false;
    std::vector<Vector3> points;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const Vector3 centre = sampleAt(record, body, run.shownTime()).worldFromBody.position;
        const double radius = radiusOf(record.bodies[static_cast<std::size_t>(body)]);
        for (int axis = 0; axis < 3; ++axis)
            for (const double reach : {-radius, radius})
                points.push_back(centre + reach * Vector3::Unit(axis));
    }
    if (const SliceMoment* moment = sliceMomentAt(record, run.shownTime())) addGridPoints(points, *moment);
    const Camera wanted = fitted(points, camera.camera(), viewSize, legendCount());
    return camera.follow(wanted.target, wanted.distance, wallSeconds);
}

void ViewerState::takeNewRun() {
    const RunRecord& record = run.record();
    const bool isNewScene = m_shownScene != record.scene;
    const bool isNewRun = m_generation != run.generation();
    m_spec = run.scene().plot(run.setup().values);
    m_spec.title = m_spec.title.substr(0, m_spec.title.find(':')); // the rest is about multi-exposures
    m_spec.subtitle = modelCaption(record.model) + ", " + solverCaption(record.solver);
    m_drawing = std::make_unique<RecordDrawing>(record, m_spec, run.setup().duration);
    m_ghostDrawing.reset();
    if (run.ghostRecord())
        m_ghostDrawing = std::make_unique<RecordDrawing>(*run.ghostRecord(), m_spec, run.setup().duration);
    if (isNewScene || selectedBody >= record.bodyCount()) selectedBody = 0;
    if (isNewScene) frameBodies();
    if (isNewRun) edited = run.setup();
    m_shownScene = record.scene;
    m_generation = run.generation();
    m_hadGhost = run.ghostRecord() != nullptr;
    std::vector<Rgb> colours;
    for (int body = 0; body < record.bodyCount(); ++body)
        colours.push_back(m_drawing->bodyColour(body));
    plots.reset(m_spec, record, run.ghostRecord(), selectedBody, colours);
}

void ViewerState::addGhost(Drawing& drawing) const {
    constexpr double ghostOpacity = 0.4;
    if (!m_ghostDrawing || !run.ghostRecord()) return; // switched off since the last update
    ShowOptions show;
    show.trails = settings.show.trails;
    show.labels = show.ruler = show.slices = false;
    Drawing ghost = m_ghostDrawing->moment(run.shownTime(), show, {camera.camera(), viewSize});
    const std::size_t bodies = static_cast<std::size_t>(run.record().bodyCount());
    const std::size_t obstacles = ghost.bodies.size() - std::min(ghost.bodies.size(), bodies);
    for (std::size_t i = obstacles; i < ghost.bodies.size(); ++i) {
        ghost.bodies[i].opacity = ghostOpacity;
        drawing.bodies.push_back(ghost.bodies[i]);
    }
    for (DrawnLine& line : ghost.lines) {
        line.width *= 0.5;
        drawing.lines.push_back(std::move(line));
    }
    const std::string name = run.ghostRecord()->model;
    DrawnLegend legend;
    legend.title = "models";
    if (bodies == 1)
        legend.swatches = {{m_drawing->bodyColour(0), run.record().model},
                           {Rgb(0.5f * (m_drawing->bodyColour(0) + Rgb(0.6f, 0.75f, 0.85f))), name + " (ghost)"}};
    else
        legend.title = run.record().model + "; faint: " + name;
    drawing.legends.push_back(legend);
}

Drawing ViewerState::draw() const {
    ShowOptions show = settings.show;
    show.water = settings.waterline;
    Drawing drawing = m_drawing->moment(run.shownTime(), show, {camera.camera(), viewSize});
    addGhost(drawing);
    if (const BodyDrag* drag = run.drag()) {
        DrawnLine line;
        line.points = {drag->heldPoint(), drag->target()};
        line.colours = {categoryColour(5)};
        line.hidden = false;
        drawing.lines.push_back(line);
    }
    return drawing;
}

} // namespace samples
