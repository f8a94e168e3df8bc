// SPDX-License-Identifier: Zlib
#include "drawing/Framing.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "drawing/LineDrawing.h"
#include "drawing/RecordTimes.h"
#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"
#include "drawing/SliceDrawing.h"
#include "drawing/TankDrawing.h"
#include "interface/Units.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace samples {

using ambient::Vector3;

namespace {

constexpr int kMostFrames = 300;         // of a body's path for the fit
constexpr double kSmallestShare = 0.009; // of a body's radius in the height of the picture
constexpr double kRoomAbout = 1.6;       // of a moment: width of the view over that of the bodies

/// The free part of a picture in shares of its half width and height from the middle.
struct Margins {
    double left = 0.92, right = 0.90, bottom = 0.84, top = 0.68;

    /// One legend at the upper right lies no lower than the titles; several need a column of their own.
    explicit Margins(int legends) {
        if (legends > 1) right = 0.60;
    }
};

/// The farthest vertices in directions all around. Other vertices reach hardly farther; the margins have room for them.
std::vector<Vector3> farthestVertices(const ambient::TriangleMesh& mesh) {
    static const std::vector<Vector3> directions = ambient::makeSphere(1.0, 180).vertices;
    std::set<std::size_t> chosen;
    for (const Vector3& direction : directions) {
        std::size_t farthest = 0;
        for (std::size_t i = 1; i < mesh.vertices.size(); ++i)
            if (mesh.vertices[i].dot(direction) > mesh.vertices[farthest].dot(direction)) farthest = i;
        chosen.insert(farthest);
    }
    std::vector<Vector3> vertices;
    for (const std::size_t i : chosen)
        vertices.push_back(mesh.vertices[i]);
    return vertices;
}

void addBody(std::vector<Vector3>& points, const std::vector<Vector3>& corners, const ambient::Pose& pose,
             double scale) {
    for (const Vector3& corner : corners)
        points.push_back(pose * (scale * corner));
}

void addStillThings(std::vector<Vector3>& points, const RunRecord& record, const PlotSpec& spec) {
    for (const RecordedObstacle& obstacle : record.obstacles)
        addBody(points, farthestVertices(*obstacle.body.mesh), obstacle.worldFromBody, 1.0);
    points.insert(points.end(), spec.marks.begin(), spec.marks.end());
}

/// Bodies that change their shape, as they are drawn.
void addShapes(std::vector<Vector3>& points, const RunRecord& record, const PlotSpec& spec, double enlargement) {
    const auto changes = [](const RecordedBody& body) { return body.changes != nullptr; };
    if (std::none_of(record.bodies.begin(), record.bodies.end(), changes)) return;
    const std::vector<std::vector<SceneExposure>> exposures = sceneExposures(record, spec, enlargement);
    for (std::size_t body = 0; body < record.bodies.size(); ++body)
        for (const SceneExposure& exposure : exposures[body]) {
            if (!changes(record.bodies[body])) continue;
            const BodySample& sample = record.at(exposure.frame, static_cast<int>(body));
            addBody(points, farthestVertices(*shapedAs(record.bodies[body], sample).mesh), sample.worldFromBody,
                    enlargement);
        }
}

/// First and last frame of a body that a picture of the run has in view.
std::pair<int, int> framedFrames(const RunRecord& record, const PlotSpec& spec, int body) {
    const int end = lastShownFrame(record, spec, body);
    if (!spec.framed) return {0, end};
    const auto frameAt = [&](double time) {
        return static_cast<int>(std::lround(std::clamp(time / record.timeStep, 0.0, double(end))));
    };
    return {frameAt((*spec.framed)[0]), frameAt((*spec.framed)[1])};
}

std::vector<Vector3> pointsOf(const RunRecord& record, const PlotSpec& spec, double enlargement) {
    std::vector<Vector3> points;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const std::vector<Vector3> corners = farthestVertices(*record.bodies[static_cast<std::size_t>(body)].mesh);
        const auto add = [&](int frame) {
            addBody(points, corners, record.at(frame, body).worldFromBody, enlargement);
        };
        const auto [first, last] = framedFrames(record, spec, body);
        const int stride = std::max(1, (last - first) / kMostFrames);
        for (int frame = first; frame < last; frame += stride)
            add(frame);
        add(last);
        for (const int frame : exposedFrames(record, spec, body))
            if (frame >= first && frame <= last) add(frame);
    }
    addShapes(points, record, spec, enlargement);
    for (const int frame : lineFrames(record, spec))
        addLinePoints(points, record, record.at(frame).time);
    addStillThings(points, record, spec);
    for (const SliceMoment& moment : record.sliceMoments)
        if (!spec.framed || (moment.time >= (*spec.framed)[0] && moment.time <= (*spec.framed)[1]))
            addGridPoints(points, moment);
    return points;
}

double largestRadius(const RunRecord& record) {
    double radius = 0.0;
    for (const RecordedBody& body : record.bodies)
        radius = std::max(radius, radiusOf(body));
    return radius;
}

double heightOfView(const Camera& camera) {
    return 2.0 * camera.distance * std::tan(0.5 * camera.fieldOfView);
}

/// For a number above 1 the smallest of 1, 2, 5 times a power of ten not below the number; else 1.
double roundEnlargement(double value) {
    return value > 1.0 ? roundStep(value) : 1.0;
}

} // namespace

void addGridPoints(std::vector<Vector3>& points, const SliceMoment& moment) {
    for (const RecordedSlice& slice : moment.slices)
        for (const Vector3& corner : sliceCorners(slice))
            points.push_back(corner);
    if (!moment.tank.water) return;
    for (const Vector3& corner : boxCorners(moment.tank.low, moment.tank.high))
        points.push_back(corner);
}

double roundBelow(double value) {
    const double above = roundStep(value);
    if (above <= value * (1.0 + 1e-9)) return above;
    const double decade = std::pow(10.0, std::floor(std::log10(above * (1.0 + 1e-9))));
    return above > 4.5 * decade ? 2.0 * decade : above > 1.5 * decade ? decade : 0.5 * decade;
}

Camera fitted(const std::vector<Vector3>& points, const Camera& toward, const PictureSize& size, int legends) {
    const Margins margins(legends);
    const Vector3 right = toward.right(), up = toward.up(), forward = toward.forward();
    const double vertical = std::tan(0.5 * toward.fieldOfView), horizontal = vertical * size.aspect();
    const double toLeft = margins.left * horizontal, toRight = margins.right * horizontal;
    const double toBottom = margins.bottom * vertical, toTop = margins.top * vertical;
    // An eye at (x, y, z) sees a point at (X, Y, Z) within the right margin when X - x <= toRight (Z - z), and so on:
    // each edge bounds the eye by the point farthest out.
    double r = -1e300, l = 1e300, t = -1e300, b = 1e300, nearest = 1e300, farthest = -1e300;
    for (const Vector3& point : points) {
        const double X = point.dot(right), Y = point.dot(up), Z = point.dot(forward);
        r = std::max(r, X - toRight * Z);
        l = std::min(l, X + toLeft * Z);
        t = std::max(t, Y - toTop * Z);
        b = std::min(b, Y + toBottom * Z);
        nearest = std::min(nearest, Z);
        farthest = std::max(farthest, Z);
    }
    const double z = std::min((l - r) / (toLeft + toRight), (b - t) / (toBottom + toTop));
    const double x = 0.5 * (r + toRight * z + l - toLeft * z);
    const double y = 0.5 * (t + toTop * z + b - toBottom * z);
    Camera camera = toward;
    camera.distance = std::max(0.5 * (nearest + farthest) - z, 1e-6);
    camera.target = x * right + y * up + (z + camera.distance) * forward;
    return camera;
}

Camera viewOf(const PlotSpec& spec) {
    double azimuth = spec.wide ? -125.0 : -108.0, elevation = spec.wide ? 8.0 : 11.0; // from the side
    if (spec.view == PlotView::Top) azimuth = -115.0, elevation = 35.0;
    if (spec.view == PlotView::Front) azimuth = 18.0;
    Camera camera;
    camera.fieldOfView = 0.35;
    camera.azimuth = spec.azimuth.value_or(azimuth) * kRadiansPerDegree;
    camera.elevation = spec.elevation.value_or(elevation) * kRadiansPerDegree;
    return camera;
}

PlotSpec ofAllTimes(PlotSpec spec) {
    spec.framed.reset();
    return spec;
}

Shot frameRun(const RunRecord& record, const PlotSpec& spec, const PictureSize& size, int legends) {
    Shot shot;
    shot.camera = fitted(pointsOf(record, spec, spec.enlargement), viewOf(spec), size, legends);
    const double seen = largestRadius(record) / heightOfView(shot.camera);
    shot.enlargement = std::max(spec.enlargement, roundEnlargement(kSmallestShare / seen));
    if (shot.enlargement > spec.enlargement)
        shot.camera = fitted(pointsOf(record, spec, shot.enlargement), viewOf(spec), size, legends);
    return shot;
}

Camera frameMoment(const RunRecord& record, const PlotSpec& spec, double time, const PictureSize& size, int legends) {
    std::vector<Vector3> points;
    for (int body = 0; body < record.bodyCount(); ++body) {
        // A sphere about each body: the camera does not come nearer if a plate turns its edge to the camera.
        const double reach = radiusOf(record.bodies[static_cast<std::size_t>(body)]);
        const ambient::Pose pose{ambient::Quaternion::Identity(), sampleAt(record, body, time).worldFromBody.position};
        for (int i = 0; i < 3; ++i)
            for (const double side : {-reach, reach})
                points.push_back(pose * (kRoomAbout * side * Vector3::Unit(i)));
    }
    if (const SliceMoment* moment = sliceMomentAt(record, time)) addGridPoints(points, *moment);
    return fitted(points, viewOf(spec), size, legends);
}

bool isWorthFollowing(const RunRecord& record, const PlotSpec& spec) {
    constexpr double shortest = 8.0, longest = 80.0; // of the path in diameters of the body
    if (record.bodyCount() != 1 || !record.sliceMoments.empty()) return false;
    Eigen::AlignedBox3d box;
    const int last = lastShownFrame(record, spec, 0);
    for (int frame = 0; frame <= last; ++frame)
        box.extend(record.at(frame).worldFromBody.position);
    const double diameters = box.sizes().maxCoeff() / (2.0 * largestRadius(record));
    return diameters > shortest && diameters < longest;
}

Subject subjectAt(const RunRecord& record, double time) {
    Subject middle;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const BodySample s = sampleAt(record, body, time);
        middle.position += s.worldFromBody.position / record.bodyCount();
        middle.velocity += s.velocity.linear / record.bodyCount();
    }
    return middle;
}

FollowingCamera::FollowingCamera(const Camera& start, const Subject& subject)
    : m_camera(start), m_velocity(subject.velocity) {}

const Camera& FollowingCamera::follow(const Subject& subject, double seconds) {
    constexpr double rate = 3.0;      // of the spring [1/s]
    constexpr double farthest = 0.15; // of the subject from the target, in heights of the picture
    // The distance from a subject in uniform motion falls as with a critically damped spring.
    const Vector3 lag = m_camera.target + seconds * subject.velocity - subject.position;
    const Vector3 drift = m_velocity - subject.velocity;
    const double decay = std::exp(-rate * seconds);
    const Vector3 slope = drift + rate * lag;
    Vector3 left = decay * (lag + seconds * slope);
    m_velocity = subject.velocity + decay * (drift - rate * seconds * slope);
    const double allowed = farthest * heightOfView(m_camera);
    if (left.norm() > allowed) left *= allowed / left.norm();
    m_camera.target = subject.position + left;
    return m_camera;
}

} // namespace samples
