// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace fuzz {

/// Consumes the input; returns zero at its end.
class Bytes {
  public:
    Bytes(const std::uint8_t* data, std::size_t size) : m_data(data), m_left(size) {}

    template <class T>
    T take() {
        T value{};
        const std::size_t n = std::min(sizeof value, m_left);
        if (n > 0) std::memcpy(&value, m_data, n);
        m_data += n;
        m_left -= n;
        return value;
    }

    bool empty() const { return m_left == 0; }
    const std::uint8_t* data() const { return m_data; } ///< the rest
    std::size_t size() const { return m_left; }

  private:
    const std::uint8_t* m_data;
    std::size_t m_left;
};

/// A box with corners at small integers, turned inside out or not, and with vertices of its own.
inline void addBox(ambient::TriangleMesh& mesh, Bytes& bytes, double scale) {
    static constexpr int faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                                         {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    const bool isInverted = bytes.take<std::uint8_t>() % 4 == 3;
    ambient::Vector3 low, size;
    for (int k = 0; k < 3; ++k) {
        const int byte = bytes.take<std::uint8_t>();
        low[k] = byte % 16;
        size[k] = byte / 16;
    }
    const int first = mesh.vertexCount();
    for (int corner = 0; corner < 8; ++corner)
        mesh.vertices.push_back(
            scale * (low + ambient::Vector3(corner & 1, corner >> 1 & 1, corner >> 2 & 1).cwiseProduct(size)));
    for (const auto& f : faces)
        mesh.faces.push_back({first + f[0], first + f[isInverted ? 2 : 1], first + f[isInverted ? 1 : 2]});
}

/// Several boxes, possibly touching, crossing, nested or with common vertices. Faces may be missing, doubled, turned or
/// degenerate.
inline ambient::TriangleMesh boxesOf(Bytes& bytes, double scale) {
    ambient::TriangleMesh mesh;
    for (int boxes = 1 + bytes.take<std::uint8_t>() % 4; boxes > 0; --boxes)
        addBox(mesh, bytes, scale);
    if (bytes.take<std::uint8_t>() % 2 == 1) { // as by readers of files
        for (auto& face : mesh.faces)
            for (int& v : face)
                v = static_cast<int>(std::find(mesh.vertices.begin(), mesh.vertices.end(), mesh.vertices[v]) -
                                     mesh.vertices.begin());
    }
    for (int faults = 0; !bytes.empty() && faults < 12; ++faults) {
        const int kind = bytes.take<std::uint8_t>() % 8;
        const int f = bytes.take<std::uint8_t>() % mesh.faceCount(),
                  v = bytes.take<std::uint8_t>() % mesh.vertexCount();
        const ambient::TriangleMesh::Face face = mesh.faces[f]; // a copy: the list grows
        if (kind == 0) std::swap(mesh.faces[f][0], mesh.faces[f][1]);
        if (kind == 1) mesh.faces[f][v % 3] = v;
        if (kind == 2) mesh.faces.push_back({face[0], face[v % 2 + 1], face[2 - v % 2]});
        if (kind == 3) mesh.faces.push_back({face[0], v, face[0]});
        if (kind == 4 && mesh.faceCount() > 4) mesh.faces.erase(mesh.faces.begin() + f);
        if (kind == 5) mesh.vertices[v] = mesh.vertices[face[0]];
        if (kind == 6) { // divides a face, or only one of its edges
            mesh.vertices.push_back(0.5 * (mesh.vertices[face[0]] + mesh.vertices[face[1]]));
            const int middle = mesh.vertexCount() - 1;
            mesh.faces.push_back({middle, face[1], face[2]});
            if (v % 2 == 0) mesh.faces.push_back({face[0], face[1], middle});
            mesh.faces[f][1] = middle;
        }
        if (kind == 7) mesh.vertices[v] *= 1.0 + std::ldexp(1.0, -(v % 50));
    }
    return mesh;
}

/// Bit 0: raw doubles or small integers for positions. Bit 1: raw or small indices. Bits 2-4: scale, for tiny and huge.
/// Bits 5 and 6: boxes with faults instead.
inline ambient::TriangleMesh meshOf(Bytes bytes) {
    const int mode = bytes.take<std::uint8_t>();
    const double scale = std::ldexp(1.0, 80 * (mode >> 2 & 7) - 320);
    if ((mode & 0x60) != 0) return boxesOf(bytes, mode & 0x40 ? 1.0 : scale);
    const int vertexCount = bytes.take<std::uint8_t>() % 64;
    ambient::TriangleMesh mesh;
    for (int v = 0; v < vertexCount; ++v) {
        ambient::Vector3 p;
        for (int k = 0; k < 3; ++k)
            p[k] = mode & 1 ? bytes.take<double>() : scale * bytes.take<std::int8_t>();
        mesh.vertices.push_back(p);
    }
    while (!bytes.empty()) {
        ambient::TriangleMesh::Face face;
        for (int& v : face)
            v = mode & 2 ? bytes.take<std::int32_t>() : bytes.take<std::uint8_t>() % (vertexCount + 1);
        mesh.faces.push_back(face);
    }
    return mesh;
}

} // namespace fuzz
