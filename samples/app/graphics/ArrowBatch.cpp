// SPDX-License-Identifier: Zlib
#include "graphics/ArrowBatch.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::Vector3;

namespace {

constexpr int kShaftSides = 16;

/// Two directions across an axis, right-handed with the axis.
std::pair<Vector3, Vector3> acrossOf(const Vector3& axis) {
    const Vector3 a = axis.unitOrthogonal();
    return {a, axis.cross(a)};
}

Vector3 around(const std::pair<Vector3, Vector3>& across, int side) {
    const double angle = 2.0 * ambient::kPi * side / kShaftSides;
    return std::cos(angle) * across.first + std::sin(angle) * across.second;
}

} // namespace

void ArrowTriangles::add(const DrawnArrow& arrow) {
    if (!arrow.from.allFinite() || !arrow.to.allFinite() || !(arrow.width > 0.0)) return;
    const double length = (arrow.to - arrow.from).norm();
    if (!(length > 0.0)) return;
    const Vector3 eye = m_camera.eye(), axis = (arrow.to - arrow.from) / length;
    const double pixel = m_camera.pixelWidthAt(0.5 * (arrow.from + arrow.to), m_size);
    const double wanted = 0.5 * pixel * std::max(arrow.width * m_size.height / 1080.0, 1.5);
    const double headLength = std::min(6.0 * wanted, length);
    const double radius = headLength / 6.0;
    const Vector3 from = arrow.from - eye, to = arrow.to - eye, neck = to - headLength * axis;
    const Rgb colour = linearOf(arrow.colour);
    if (headLength < length) {
        addDisc(from, -axis, radius, colour);
        addCone(from, neck, radius, radius, colour);
    }
    addDisc(neck, -axis, 2.4 * radius, colour);
    addCone(neck, to, 2.4 * radius, 0.0, colour);
}

void ArrowTriangles::addCone(const Vector3& from, const Vector3& to, double fromRadius, double toRadius,
                             const Rgb& colour) {
    const Vector3 along = to - from;
    const auto across = acrossOf(along.normalized());
    const Vector3 slope = (fromRadius - toRadius) / along.squaredNorm() * along;
    for (int side = 0; side < kShaftSides; ++side) {
        const Vector3 a = around(across, side), b = around(across, side + 1);
        const Vector3 na = (a + slope).normalized(), nb = (b + slope).normalized();
        addVertex(from + fromRadius * a, na, colour);
        addVertex(from + fromRadius * b, nb, colour);
        addVertex(to + toRadius * a, na, colour);
        if (toRadius == 0.0) continue;
        addVertex(to + toRadius * a, na, colour);
        addVertex(from + fromRadius * b, nb, colour);
        addVertex(to + toRadius * b, nb, colour);
    }
}

void ArrowTriangles::addDisc(const Vector3& centre, const Vector3& outward, double radius, const Rgb& colour) {
    const auto across = acrossOf(outward);
    for (int side = 0; side < kShaftSides; ++side) {
        addVertex(centre, outward, colour);
        addVertex(centre + radius * around(across, side), outward, colour);
        addVertex(centre + radius * around(across, side + 1), outward, colour);
    }
}

void ArrowTriangles::addVertex(const Vector3& position, const Vector3& normal, const Rgb& colour) {
    for (int i = 0; i < 3; ++i)
        m_data.push_back(float(position[i]));
    for (int i = 0; i < 3; ++i)
        m_data.push_back(float(normal[i]));
    for (int i = 0; i < 3; ++i)
        m_data.push_back(colour[i]);
}

ArrowBatch::ArrowBatch() {
    glBindVertexArray(m_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.id());
    for (GLuint i = 0; i < 3; ++i)
        setFloatAttribute(i, 3, 9, 3 * i);
}

void ArrowBatch::draw(const ArrowTriangles& triangles) {
    const std::vector<float>& data = triangles.data();
    if (data.empty()) return;
    glBindVertexArray(m_array.id());
    glBindBuffer(GL_ARRAY_BUFFER, m_vertices.id());
    glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(data.size() * sizeof(float)), data.data(), GL_STREAM_DRAW);
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(data.size() / 9));
}

} // namespace samples
