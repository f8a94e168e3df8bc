// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Camera.h"
#include "drawing/Drawing.h"
#include "graphics/GlObjects.h"

#include <vector>

namespace samples {

/// Triangles of arrows, about the eye in world axes: nine floats a vertex, position, normal and linear colour.
class ArrowTriangles {
  public:
    ArrowTriangles(const Camera& camera, const PictureSize& size) : m_camera(camera), m_size(size) {}
    /// An arrow without length, or with a non-finite end, is left out. A short one is all head.
    void add(const DrawnArrow& arrow);
    const std::vector<float>& data() const { return m_data; }

  private:
    void addCone(const ambient::Vector3& from, const ambient::Vector3& to, double fromRadius, double toRadius,
                 const Rgb& colour);
    void addDisc(const ambient::Vector3& centre, const ambient::Vector3& outward, double radius, const Rgb& colour);
    void addVertex(const ambient::Vector3& position, const ambient::Vector3& normal, const Rgb& colour);

    Camera m_camera;
    PictureSize m_size;
    std::vector<float> m_data;
};

/// Draws them with one call. Attributes: 0 position, 1 normal, 2 colour.
class ArrowBatch {
  public:
    ArrowBatch();
    void draw(const ArrowTriangles& triangles);

  private:
    GlVertexArray m_array;
    GlBuffer m_vertices;
};

} // namespace samples
