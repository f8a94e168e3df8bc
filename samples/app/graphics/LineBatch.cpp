// SPDX-License-Identifier: Zlib
#include "graphics/LineBatch.h"

#include <algorithm>
#include <cmath>

namespace samples {

using Eigen::Vector2d;
using Eigen::Vector4d;

namespace {

/// Lines lie on surfaces: they are drawn this share of their distance nearer to the eye.
constexpr double kLift = 0.002;
/// Points nearer than this to the one before them add nothing [px].
constexpr double kLeastStep = 0.75;
/// A bend of more than 60 degrees gets two round ends in place of a mitre.
constexpr double kSharpestMitre = 0.5;

Vector2d leftOf(const Vector2d& direction) {
    return {-direction.y(), direction.x()};
}

} // namespace

LineRibbons::LineRibbons(const Camera& camera, const PictureSize& size)
    : m_eyeFromWorld(camera.eyeFromWorld()), m_clipFromEye(camera.clipFromEye(size.aspect())),
      m_near(1.01 * camera.nearPlane()), m_size(size) {}

LineRibbons::Point LineRibbons::projected(const Vector4d& eyePoint, const Rgb& colour) const {
    const Vector4d clip = m_clipFromEye * eyePoint;
    Vector4d lifted = eyePoint;
    lifted.head<3>() *= 1.0 - kLift;
    const Vector4d liftedClip = m_clipFromEye * lifted;
    return {{0.5 * (1.0 + clip.x() / clip.w()) * m_size.width, 0.5 * (1.0 + clip.y() / clip.w()) * m_size.height},
            liftedClip.z() / liftedClip.w(),
            colour};
}

void LineRibbons::add(const DrawnLine& line) {
    if (line.points.size() < 2 || line.colours.empty() || !(line.width > 0.0)) return;
    for (const ambient::Vector3& point : line.points)
        if (!point.allFinite()) return;
    const double halfWidth = 0.5 * std::max(line.width * m_size.height / 1080.0, 1.0);
    const auto colourAt = [&](std::size_t i) { return line.colours[std::min(i, line.colours.size() - 1)]; };
    std::vector<Point> run;
    Vector4d before = Vector4d::Zero();
    for (std::size_t i = 0; i < line.points.size(); ++i) {
        const Vector4d now = m_eyeFromWorld * line.points[i].homogeneous();
        const bool seen = -now.z() > m_near, wasSeen = i > 0 && -before.z() > m_near;
        if (i > 0 && seen != wasSeen) {
            const double share = (m_near + before.z()) / (before.z() - now.z());
            run.push_back(projected(before + share * (now - before), colourAt(i)));
        }
        if (seen) run.push_back(projected(now, colourAt(i)));
        if (!seen && wasSeen) {
            addRun(run, halfWidth);
            run.clear();
        }
        before = now;
    }
    addRun(run, halfWidth);
}

void LineRibbons::addRun(const std::vector<Point>& points, double halfWidth) {
    std::vector<Point> smooth;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool isLast = i + 1 == points.size();
        if (!smooth.empty() && (points[i].pixel - smooth.back().pixel).norm() < kLeastStep) {
            if (isLast && smooth.size() > 1) smooth.back() = points[i];
            continue;
        }
        if (smooth.size() > 1) {
            const Vector2d a = smooth.back().pixel - smooth[smooth.size() - 2].pixel;
            const Vector2d b = points[i].pixel - smooth.back().pixel;
            if (a.dot(b) < kSharpestMitre * a.norm() * b.norm()) {
                addSmoothRun(smooth, halfWidth);
                smooth = {smooth.back()};
            }
        }
        smooth.push_back(points[i]);
    }
    addSmoothRun(smooth, halfWidth);
}

void LineRibbons::addSmoothRun(const std::vector<Point>& points, double halfWidth) {
    if (points.size() < 2) return;
    const double reach = halfWidth + 1.0; // one pixel for the soft edge
    const auto direction = [&](std::size_t i) { return (points[i + 1].pixel - points[i].pixel).normalized(); };
    for (std::size_t i = 0; i < points.size(); ++i) {
        const bool isFirst = i == 0, isLast = i + 1 == points.size();
        const Vector2d in = direction(isFirst ? 0 : i - 1), out = direction(isLast ? i - 1 : i);
        const Vector2d mitre = leftOf(in + out).normalized();
        const Vector2d across = reach / mitre.dot(leftOf(out)) * mitre;
        if (isFirst) addPair(points[i], points[i].pixel - reach * out, across, -reach, halfWidth, false);
        addPair(points[i], points[i].pixel, across, 0.0, halfWidth, true);
        if (isLast) addPair(points[i], points[i].pixel + reach * out, across, reach, halfWidth, true);
    }
}

void LineRibbons::addPair(const Point& point, const Vector2d& middle, const Vector2d& across, double beyond,
                          double halfWidth, bool joined) {
    const unsigned first = static_cast<unsigned>(m_vertices.size());
    for (const double side : {1.0, -1.0}) {
        const Vector2d pixel = middle + side * across;
        m_vertices.push_back({{float(2.0 * pixel.x() / m_size.width - 1.0),
                               float(2.0 * pixel.y() / m_size.height - 1.0), float(point.depth)},
                              {point.colour.x(), point.colour.y(), point.colour.z()},
                              {float(beyond), float(side * (halfWidth + 1.0)), float(halfWidth)}});
    }
    if (!joined) return;
    m_indices.insert(m_indices.end(), {first - 2, first - 1, first, first, first - 1, first + 1});
}

LineBatch::LineBatch() {
    glBindVertexArray(m_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.id());
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, m_indices.id());
    for (GLuint i = 0; i < 3; ++i)
        setFloatAttribute(i, 3, 9, 3 * i);
}

void LineBatch::draw(const LineRibbons& ribbons) {
    if (ribbons.indices().empty()) return;
    glBindVertexArray(m_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(ribbons.vertices().size() * sizeof(LineRibbons::Vertex)),
                 ribbons.vertices().data(), GL_STREAM_DRAW);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, static_cast<GLsizeiptr>(ribbons.indices().size() * sizeof(unsigned)),
                 ribbons.indices().data(), GL_STREAM_DRAW);
    glDrawElements(GL_TRIANGLES, static_cast<GLsizei>(ribbons.indices().size()), GL_UNSIGNED_INT, nullptr);
}

} // namespace samples
