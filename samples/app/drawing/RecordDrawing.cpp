// SPDX-License-Identifier: Zlib
#include "drawing/RecordDrawing.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "drawing/BodyMarks.h"
#include "drawing/ColourMap.h"
#include "drawing/Framing.h"
#include "drawing/LineDrawing.h"
#include "drawing/RecordTimes.h"
#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"
#include "drawing/SliceDrawing.h"
#include "drawing/SurfaceColours.h"
#include "drawing/TankDrawing.h"
#include "drawing/WaterMesh.h"
#include "interface/Parameters.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace samples {

using ambient::Vector3;

namespace {

constexpr double kWaterDensity = 100.0; // from here on a medium is drawn as water [kg/m^3]
const Rgb kIvory(0.93f, 0.90f, 0.82f), kRock(0.60f, 0.55f, 0.47f), kDark(0.12f, 0.12f, 0.12f),
    kFoam(0.85f, 0.93f, 0.95f);

Backdrop backdropOf(const RunRecord& record, const PlotSpec& spec, const View& view) {
    Backdrop backdrop;
    const ambient::DividedMedium* divided = seaOf(record);
    const ambient::FluidMedium* medium = divided ? &divided->below() : record.medium.get();
    const double density = medium ? medium->sample(Vector3::Zero(), 0.0).density : 0.0;
    if (divided) {
        const auto range = divided->heightRange(0.0);
        if (std::isfinite(range[0] + range[1])) backdrop.waterline = 0.5 * (range[0] + range[1]);
    }
    backdrop.medium = density > kWaterDensity ? Backdrop::Medium::Water
                      : density > 0.0         ? Backdrop::Medium::Air
                                              : Backdrop::Medium::Vacuum;
    if (record.hasTank()) { // seen from outside
        backdrop.medium = Backdrop::Medium::Air;
        backdrop.waterline = 0.0;
    }
    if (!spec.ground) return backdrop;
    backdrop.ground = backdrop.medium == Backdrop::Medium::Water ? Backdrop::Ground::SeaFloor : Backdrop::Ground::Land;
    backdrop.groundHeight = *spec.ground;
    const double height = view.camera.pixelWidthAt(view.camera.target, view.size) * view.size.height;
    backdrop.gridSpacing = roundBelow(0.25 * height);
    return backdrop;
}

/// The surface of the water in each region at a time, or the region's outline if there is no surface, and the direction
/// of motion of the medium in its middle, or of the water.
void addRegions(Drawing& drawing, const RunRecord& record, double time) {
    for (const RecordedRegion& region : record.regions) {
        Vector3 middle = 0.5 * (region.low + region.high);
        const ambient::DividedMedium* divided = region.medium->divided();
        if (divided) {
            const auto surface = waterMesh(divided->surface(), WaterSheet::in(region.low, region.high), time);
            middle.z() = 0.5 * (surface->vertices.front().z() + surface->vertices.back().z());
            drawing.waters.push_back({surface});
        } else {
            addBoxEdges(drawing, region.low, region.high, kDark);
        }
        const Vector3 velocity = (divided ? divided->below() : *region.medium).sample(middle, time).velocity;
        if (velocity.isZero()) continue;
        const Vector3 half = 0.1 * (region.high - region.low).norm() * velocity.normalized();
        drawing.arrows.push_back({middle - half, middle + half, divided ? kFoam : kDark});
    }
}

/// The world's surface of water at a time, from the picture's middle to the horizon.
void addSurface(Drawing& drawing, const RunRecord& record, double time, const View& view) {
    const ambient::DividedMedium* divided = seaOf(record);
    if (!divided) return;
    constexpr double fine = 1.6; // in heights of the picture at its middle
    const double height = view.camera.pixelWidthAt(view.camera.target, view.size) * view.size.height;
    drawing.waters.push_back(
        {waterToHorizon(divided->surface(), view.camera.target, fine * height, 0.7 * view.camera.farPlane(), time),
         view.camera.target});
}

/// Foam along the lines in which drawn bodies cut the world's surface of water.
void addFoam(Drawing& drawing, const RunRecord& record, double time) {
    const ambient::DividedMedium* divided = seaOf(record);
    if (!divided) return;
    std::vector<Vector3> ends;
    for (const DrawnBody& body : drawing.bodies)
        if (body.opacity >= 1.0)
            addWaterline(ends, *body.mesh, body.worldFromBody, body.scale, divided->surface(), time);
    for (std::size_t i = 0; i + 1 < ends.size(); i += 2) {
        DrawnLine line;
        line.points = {ends[i], ends[i + 1]};
        line.colours = {kFoam};
        drawing.foam.push_back(std::move(line));
    }
}

/// Whether the body is a ghost or has one: the two are compared at the end of a run.
bool belongsToAPair(const RunRecord& record, int body) {
    return record.bodies[static_cast<std::size_t>(body)].ghostOf >= 0 ||
           std::any_of(record.bodies.begin(), record.bodies.end(),
                       [body](const RecordedBody& other) { return other.ghostOf == body; });
}

/// As a faint body of the colour looks.
Rgb faded(const Rgb& colour) {
    return 0.4f * colour + 0.6f * Rgb::Ones();
}

Rgb textColour(const Backdrop& backdrop) {
    return backdrop.medium == Backdrop::Medium::Vacuum ? Rgb(0.96f, 0.96f, 0.96f) : kDark;
}

const std::shared_ptr<const ambient::TriangleMesh>& unitSphere() {
    static const auto mesh = std::make_shared<const ambient::TriangleMesh>(ambient::makeSphere(1.0, 1280));
    return mesh;
}

std::string enlargementText(double enlargement) {
    return "bodies drawn " + shortNumber(enlargement) + " times as large";
}

} // namespace

RecordDrawing::RecordDrawing(const RunRecord& record, const PlotSpec& spec, double duration)
    : m_record(record), m_spec(spec), m_duration(duration) {}

double RecordDrawing::endOfTime() const {
    return m_duration > 0.0 ? m_duration : std::max(lastShownTime(m_record, m_spec), m_record.timeStep);
}

const RecordDrawing::Scales& RecordDrawing::scales() const {
    constexpr double longestArrow = 3.0; // in diameters of the largest body
    const int frames = m_record.frameCount();
    if (frames >= m_scales.frames && 4 * frames <= 5 * m_scales.frames) return m_scales;
    double fastest = 0.0, radius = 0.0;
    for (int frame = 0; frame < frames; ++frame)
        fastest = std::max(fastest, largestSpeed(m_record, frame));
    for (const RecordedBody& body : m_record.bodies)
        radius = std::max(radius, radiusOf(body));
    m_scales.frames = frames;
    m_scales.slip = slipScale(m_record);
    m_scales.force = forceScale(m_record);
    m_scales.flow = flowSeconds(m_record);
    m_scales.slices.clear();
    for (std::size_t i = 0; !m_record.sliceMoments.empty() && i < m_record.sliceMoments.front().slices.size(); ++i)
        m_scales.slices.push_back(sliceScale(m_record, i));
    m_scales.velocityArrow = fastest > 0.0 ? roundBelow(2.0 * longestArrow * radius / fastest) : 0.0;
    return m_scales;
}

Rgb RecordDrawing::bodyColour(int body) const {
    const int twin = m_record.bodies[static_cast<std::size_t>(body)].ghostOf;
    if (twin >= 0) return bodyColour(twin);
    if (m_spec.colours == PlotColours::Bodies) return ColourMap::time().at((body + 0.5) / m_record.bodyCount());
    if (m_record.bodyCount() == 1) return kIvory;
    if (m_spec.colours == PlotColours::Curves)
        return colourOf(kCurveColours[static_cast<std::size_t>(nameNumber(m_record, body)) % kCurveColours.size()]);
    return categoryColour(body);
}

void RecordDrawing::addBody(Drawing& drawing, int body, const BodySample& sample, const Rgb& colour,
                            const ShowOptions& show) const {
    const RecordedBody& recorded = m_record.bodies[static_cast<std::size_t>(body)];
    DrawnBody drawn;
    drawn.mesh = shapedAs(recorded, sample).mesh;
    drawn.worldFromBody = sample.worldFromBody;
    drawn.scale = show.enlargement;
    // Enlarged bodies stand on the ground, not in it.
    if (m_spec.ground && show.enlargement > 1.0) {
        double lowest = *m_spec.ground;
        for (const Vector3& vertex : drawn.mesh->vertices)
            lowest = std::min(lowest, (drawn.worldFromBody * (drawn.scale * vertex)).z());
        drawn.worldFromBody.position.z() += *m_spec.ground - lowest;
    }
    drawn.colour = colour;
    if (recorded.ghostOf >= 0) drawn.opacity = kGhostOpacity;
    if (show.slip && scales().slip > 0.0 && !recorded.changes)
        drawn.vertexColours = slipColours(slipSpeeds(m_record, body, sample), scales().slip);
    if (show.addedMass && recorded.model && m_record.medium) {
        const auto [entry, isNew] = m_ellipsoids.try_emplace(recorded.model.get());
        if (isNew) entry->second = addedMassEllipsoid(*recorded.model);
        DrawnBody ellipsoid = drawn;
        ellipsoid.mesh = entry->second;
        ellipsoid.vertexColours.clear();
        ellipsoid.colour = categoryColour(1);
        ellipsoid.opacity = 0.35;
        if (ellipsoid.mesh) drawing.bodies.push_back(ellipsoid);
    }
    drawing.bodies.push_back(std::move(drawn));
    if (show.separation) addSeparationLine(drawing, m_record, body, sample, show.enlargement);
    if (show.forces) addForces(drawing, m_record, body, sample, show, scales().force);
    if (show.wings) addWings(drawing, m_record, body, sample, show.enlargement, scales().force);
    if (show.velocity) addVelocity(drawing, sample, show.enlargement * scales().velocityArrow);
}

void RecordDrawing::addSlice(Drawing& drawing, double time, const ShowOptions& show) const {
    if (show.particles) addParticles(drawing, m_record, time);
    const SliceMoment* moment = show.slices ? sliceMomentAt(m_record, time) : nullptr;
    if (!moment || moment->slices.empty()) return;
    const std::size_t number = shownSlice(show);
    if (number >= scales().slices.size()) return; // of a record still without slices
    const RecordedSlice& slice = moment->slices[number];
    const int count = 2 * slice.columns * slice.rows;
    if (!m_sheet || m_sheet->vertexCount() != count || m_sheetNumber != number) {
        m_sheet = std::make_shared<const ambient::TriangleMesh>(sliceSheet(slice));
        m_sheetNumber = number;
    }
    drawing.bodies.push_back(drawnSlice(slice, m_sheet, scales().slices[number]));
    addFlow(drawing, slice, scales().flow);
}

std::size_t RecordDrawing::shownSlice(const ShowOptions& show) const {
    const std::size_t count = m_record.sliceMoments.front().slices.size();
    return std::min(static_cast<std::size_t>(std::max(show.slice, 0)), count - 1);
}

void RecordDrawing::addTrail(Drawing& drawing, int body, double untilTime, const View& view) const {
    constexpr double finest = 2.5; // between two points [px]
    DrawnLine line;
    const int last = lastShownFrame(m_record, m_spec, body);
    const double end = endOfTime();
    const auto add = [&](const BodySample& s) {
        line.points.push_back(s.worldFromBody.position);
        if (m_spec.colours == PlotColours::Time) line.colours.push_back(ColourMap::time().at(s.time / end));
    };
    const double spacing = finest * view.camera.pixelWidthAt(view.camera.target, view.size);
    for (int frame = 0; frame <= last && m_record.at(frame, body).time < untilTime; ++frame) {
        const BodySample& s = m_record.at(frame, body);
        if (line.points.empty() || (s.worldFromBody.position - line.points.back()).norm() >= spacing) add(s);
    }
    add(sampleAt(m_record, body, std::min(untilTime, m_record.at(last, body).time)));
    if (line.points.size() < 2) return;
    if (line.colours.empty()) line.colours = {bodyColour(body)};
    if (m_record.bodies[static_cast<std::size_t>(body)].ghostOf >= 0)
        for (Rgb& colour : line.colours)
            colour = faded(colour);
    drawing.lines.push_back(std::move(line));
}

void RecordDrawing::addName(Drawing& drawing, int body, const BodySample& sample, double enlargement) const {
    const RecordedBody& recorded = m_record.bodies[static_cast<std::size_t>(body)];
    double top = 0.0;
    for (const Vector3& vertex : shapedAs(recorded, sample).mesh->vertices)
        top = std::max(top, (sample.worldFromBody.orientation * vertex).z());
    DrawnLabel label;
    label.at = sample.worldFromBody.position + Vector3(0.0, 0.0, enlargement * top);
    label.text = recorded.name;
    label.side = DrawnLabel::Side::Above;
    label.colour = textColour(drawing.backdrop);
    drawing.labels.push_back(label);
}

std::vector<DrawnLegend> RecordDrawing::legends(const ShowOptions& show) const {
    std::vector<DrawnLegend> all;
    if (!show.captions) return all;
    const auto addMap = [&all](const char* title, const ColourMap& map, double maximum) {
        all.emplace_back();
        all.back().title = title;
        all.back().map = &map;
        all.back().maximum = maximum;
    };
    if (show.slices && !m_record.sliceMoments.empty() && !scales().slices.empty()) {
        const std::size_t number = shownSlice(show);
        const RecordedSlice& slice = m_record.sliceMoments.front().slices[number];
        addMap(slice.quantity.c_str(), sliceColours(slice), scales().slices[number]);
        if (slice.isSigned) all.back().minimum = -all.back().maximum;
    }
    if (show.slip && scales().slip > 0.0) addMap(kSlipTitle, ColourMap::sequential(), scales().slip);
    if (show.trails && m_spec.colours == PlotColours::Time && !tracedBodies(m_record, m_spec).empty())
        addMap("time [s]", ColourMap::time(), endOfTime());
    const bool named = m_spec.nameBodies && show.labels;
    if (m_spec.colours == PlotColours::Curves && m_record.bodyCount() > 1 && !named) {
        all.emplace_back();
        for (int body = 0, listed = 0; body < m_record.bodyCount(); ++body)
            if (nameNumber(m_record, body) == listed) {
                const RecordedBody& recorded = m_record.bodies[static_cast<std::size_t>(body)];
                const Rgb colour = bodyColour(body);
                all.back().swatches.push_back({recorded.ghostOf >= 0 ? faded(colour) : colour, recorded.name});
                ++listed;
            }
    }
    if (show.forces) all.push_back(forceLegend(m_record, show, scales().force));
    if (show.wings) all.push_back(wingLegend());
    if (show.velocity && scales().velocityArrow > 0.0) {
        all.emplace_back();
        all.back().swatches = {{categoryColour(3), "velocity (way in " + shortNumber(scales().velocityArrow) + " s)"}};
    }
    return all;
}

int RecordDrawing::legendCount(const ShowOptions& show) const {
    return static_cast<int>(legends(show).size());
}

Drawing RecordDrawing::scenery(const ShowOptions& show, const View& view) const {
    Drawing drawing;
    drawing.backdrop = backdropOf(m_record, m_spec, view);
    if (!show.water) drawing.backdrop.waterline.reset();
    if (show.captions) {
        drawing.title = m_spec.title;
        drawing.subtitle = m_spec.subtitle;
    }
    for (const RecordedObstacle& obstacle : m_record.obstacles) {
        DrawnBody body;
        body.mesh = obstacle.body.mesh;
        body.worldFromBody = obstacle.worldFromBody;
        body.colour = kRock;
        drawing.bodies.push_back(body);
    }
    for (const Vector3& mark : m_spec.marks) {
        DrawnBody body;
        body.mesh = unitSphere();
        body.worldFromBody.position = mark;
        body.scale = 0.006 * view.size.height * view.camera.pixelWidthAt(mark, view.size);
        body.colour = kDark;
        drawing.bodies.push_back(body);
    }
    drawing.legends = legends(show);
    if (show.ruler) addRuler(drawing, view);
    return drawing;
}

Drawing RecordDrawing::moment(double time, const ShowOptions& show, const View& view) const {
    Drawing drawing = scenery(show, view);
    if (show.water) addSurface(drawing, m_record, time, view);
    if (show.water) addRegions(drawing, m_record, time);
    addTank(drawing, m_record, time, show.water);
    if (show.ruler && !m_spec.ground) addHeights(drawing, view);
    for (int body = 0; body < m_record.bodyCount(); ++body) {
        const BodySample sample = sampleAt(m_record, body, time);
        addBody(drawing, body, sample, bodyColour(body), show);
        if (show.labels && m_spec.nameBodies) addName(drawing, body, sample, show.enlargement);
    }
    addLines(drawing, m_record, time);
    addSlice(drawing, time, show);
    if (show.water) addFoam(drawing, m_record, time);
    if (show.trails)
        for (const int body : tracedBodies(m_record, m_spec))
            addTrail(drawing, body, time, view);
    if (show.labels)
        addNotes(drawing, m_record, m_spec,
                 std::clamp(static_cast<int>(std::lround(time / m_record.timeStep)), 0, m_record.frameCount() - 1),
                 textColour(drawing.backdrop));
    if (!show.captions) return drawing;
    char note[40];
    std::snprintf(note, sizeof note, "%.2f s", time);
    drawing.note = note;
    if (show.enlargement != 1.0) drawing.note += ",  " + enlargementText(show.enlargement);
    return drawing;
}

Drawing RecordDrawing::exposures(const ShowOptions& show, const View& view) const {
    constexpr double startOpacity = 0.2, earlierOpacity = 0.3;
    Drawing drawing = scenery(show, view);
    if (show.water) addSurface(drawing, m_record, endOfTime(), view);
    if (show.water) addRegions(drawing, m_record, endOfTime());
    addTank(drawing, m_record, endOfTime(), show.water);
    const double end = endOfTime();
    const std::vector<std::vector<SceneExposure>> shown = sceneExposures(m_record, m_spec, show.enlargement);
    for (int body = 0; body < m_record.bodyCount(); ++body) {
        const bool isAtTheEndOnly = belongsToAPair(m_record, body);
        for (const auto& [frame, isFaint] : shown[static_cast<std::size_t>(body)]) {
            if (isAtTheEndOnly && frame != shown[static_cast<std::size_t>(body)].back().frame) continue;
            const BodySample& sample = m_record.at(frame, body);
            const bool byTime = m_spec.colours == PlotColours::Time;
            addBody(drawing, body, sample, byTime ? ColourMap::time().at(sample.time / end) : bodyColour(body), show);
            if (!isFaint) continue;
            drawing.bodies.back().opacity = earlierOpacity;
            drawing.note = "faint: earlier";
        }
        if (m_spec.startOutlines) {
            addBody(drawing, body, m_record.at(0, body), bodyColour(body), show);
            drawing.bodies.back().opacity = startOpacity;
        }
        if (show.labels && m_spec.nameBodies) addName(drawing, body, m_record.at(0, body), show.enlargement);
    }
    for (const int frame : lineFrames(m_record, m_spec))
        addLines(drawing, m_record, m_record.at(frame).time);
    addSlice(drawing, endOfTime(), show);
    if (show.water) addFoam(drawing, m_record, endOfTime());
    if (show.trails)
        for (const int body : tracedBodies(m_record, m_spec))
            addTrail(drawing, body, std::numeric_limits<double>::infinity(), view);
    if (show.labels) addNotes(drawing, m_record, m_spec, m_record.frameCount() - 1, textColour(drawing.backdrop));
    if (m_spec.startOutlines) drawing.note = "faint: where they start";
    if (show.enlargement != 1.0)
        drawing.note += (drawing.note.empty() ? "" : ",  ") + enlargementText(show.enlargement);
    return drawing;
}

} // namespace samples
