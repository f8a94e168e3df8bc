// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"
#include "graphics/GlObjects.h"

#include <array>
#include <vector>

namespace samples {

/// Lines as ribbons towards the eye, laid out in pixels on the processor: joints are mitred, sharp corners and ends are
/// round, and parts behind the eye are cut off.
class LineRibbons {
  public:
    /// Vertex attributes: position in OpenGL's clip space, screen colour, and shape: pixels beyond
    /// the end and across from the middle line, and half the width.
    struct Vertex {
        std::array<float, 3> position, colour, shape;
    };

    LineRibbons(const Camera& camera, const PictureSize& size);
    /// A line with a non-finite point is left out.
    void add(const DrawnLine& line);

    const std::vector<Vertex>& vertices() const { return m_vertices; }
    const std::vector<unsigned>& indices() const { return m_indices; }

  private:
    struct Point {
        Eigen::Vector2d pixel;
        double depth = 0.0; ///< in clip space, -1 to 1
        Rgb colour;
    };

    void addRun(const std::vector<Point>& points, double halfWidth);
    void addSmoothRun(const std::vector<Point>& points, double halfWidth);
    void addPair(const Point& point, const Eigen::Vector2d& middle, const Eigen::Vector2d& across, double beyond,
                 double halfWidth, bool joined);
    Point projected(const Eigen::Vector4d& eyePoint, const Rgb& colour) const;

    Eigen::Matrix4d m_eyeFromWorld, m_clipFromEye;
    double m_near;
    PictureSize m_size;
    std::vector<Vertex> m_vertices;
    std::vector<unsigned> m_indices;
};

/// Draws ribbons with one call. Attributes: 0 position, 1 colour, 2 shape.
class LineBatch {
  public:
    LineBatch();
    void draw(const LineRibbons& ribbons);

  private:
    GlVertexArray m_array;
    GlBuffer m_vertices, m_indices;
};

} // namespace samples
