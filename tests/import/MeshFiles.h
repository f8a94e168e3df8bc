// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstdint>
#include <cstring>
#include <sstream>
#include <string>

namespace test {

/// \file
/// A mesh as the bytes of a file of each format.

inline std::string objOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream out;
    out.precision(9);
    for (const ambient::Vector3& p : mesh.vertices)
        out << "v " << p.x() << ' ' << p.y() << ' ' << p.z() << '\n';
    for (const auto& f : mesh.faces)
        out << "f " << f[0] + 1 << ' ' << f[1] + 1 << ' ' << f[2] + 1 << '\n';
    return out.str();
}

inline std::string asciiStlOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream out;
    out.precision(9);
    out << "solid body\n";
    for (int f = 0; f < mesh.faceCount(); ++f) {
        out << "facet normal 0 0 0\n outer loop\n";
        for (int k = 0; k < 3; ++k) {
            out << "  vertex " << mesh.corner(f, k).x() << ' ' << mesh.corner(f, k).y() << ' ' << mesh.corner(f, k).z()
                << '\n';
        }
        out << " endloop\nendfacet\n";
    }
    out << "endsolid body\n";
    return out.str();
}

template <class T>
void append(std::string& bytes, T value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes.append(raw, sizeof value);
}

inline std::string binaryStlOf(const ambient::TriangleMesh& mesh) {
    std::string bytes(80, ' ');
    append(bytes, static_cast<std::uint32_t>(mesh.faceCount()));
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; k < 3; ++k)
            append(bytes, 0.0f);
        for (int k = 0; k < 3; ++k) {
            for (int c = 0; c < 3; ++c)
                append(bytes, static_cast<float>(mesh.corner(f, k)[c]));
        }
        append(bytes, std::uint16_t{0});
    }
    return bytes;
}

inline std::string plyOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream out;
    out.precision(9);
    out << "ply\nformat ascii 1.0\nelement vertex " << mesh.vertexCount()
        << "\nproperty float x\nproperty float y\nproperty float z\nelement face " << mesh.faceCount()
        << "\nproperty list uchar int vertex_indices\nend_header\n";
    for (const ambient::Vector3& p : mesh.vertices)
        out << p.x() << ' ' << p.y() << ' ' << p.z() << '\n';
    for (const auto& f : mesh.faces)
        out << "3 " << f[0] << ' ' << f[1] << ' ' << f[2] << '\n';
    return out.str();
}

inline std::string base64Of(const std::string& bytes) {
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) {
            group = group << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
        }
        for (std::size_t k = 0; k < 4; ++k)
            text += i + k > bytes.size() ? '=' : digits[group >> (18 - 6 * k) & 63];
    }
    return text;
}

/// One mesh under one node with the given scale, its buffer embedded.
inline std::string gltfOf(const ambient::TriangleMesh& mesh, const std::string& nodeScale) {
    std::string bytes;
    ambient::Vector3 low = mesh.vertices[0], high = low;
    for (const ambient::Vector3& p : mesh.vertices) {
        low = low.cwiseMin(p);
        high = high.cwiseMax(p);
        for (int c = 0; c < 3; ++c)
            append(bytes, static_cast<float>(p[c]));
    }
    const std::size_t indexStart = bytes.size();
    for (const auto& f : mesh.faces) {
        for (int v : f)
            append(bytes, static_cast<std::uint16_t>(v));
    }
    std::ostringstream out;
    const auto vector = [](const ambient::Vector3& p) {
        return "[" + std::to_string(p.x()) + "," + std::to_string(p.y()) + "," + std::to_string(p.z()) + "]";
    };
    out << R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":)" << nodeScale
        << R"(,"translation":[5,6,7]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],)"
        << R"("accessors":[{"bufferView":0,"componentType":5126,"count":)" << mesh.vertexCount()
        << R"(,"type":"VEC3","min":)" << vector(low) << R"(,"max":)" << vector(high)
        << R"(},{"bufferView":1,"componentType":5123,"count":)" << 3 * mesh.faceCount()
        << R"(,"type":"SCALAR"}],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":)" << indexStart
        << R"(},{"buffer":0,"byteOffset":)" << indexStart << R"(,"byteLength":)" << bytes.size() - indexStart
        << R"(}],"buffers":[{"byteLength":)" << bytes.size() << R"(,"uri":"data:application/octet-stream;base64,)"
        << base64Of(bytes) << R"("}]})";
    return out.str();
}

/// Vertices and faces in binary, with any declared numbers.
inline std::string binaryPlyOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream out;
    out << "ply\nformat binary_little_endian 1.0\nelement vertex " << mesh.vertexCount()
        << "\nproperty float x\nproperty float y\nproperty float z\nelement face " << mesh.faceCount()
        << "\nproperty list uchar int vertex_indices\nend_header\n";
    std::string bytes = out.str();
    for (const ambient::Vector3& p : mesh.vertices)
        for (int c = 0; c < 3; ++c)
            append(bytes, static_cast<float>(p[c]));
    for (const auto& f : mesh.faces) {
        append(bytes, std::uint8_t{3});
        for (int v : f)
            append(bytes, v);
    }
    return bytes;
}

/// How a binary glTF file is put together.
struct GlbLayout {
    bool isPadded = true; ///< the text, to 4 bytes
    bool hasBody = true;  ///< buffers in a chunk of their own, not in the text
    int tail = 0;         ///< bytes after the end
    int wrongLength = 0;  ///< added to the length in the header
};

inline std::string glbOf(const ambient::TriangleMesh& mesh, const GlbLayout& layout = {}) {
    std::string text = gltfOf(mesh, "[1,1,1]"), body;
    if (layout.hasBody) {
        for (const ambient::Vector3& p : mesh.vertices)
            for (int c = 0; c < 3; ++c)
                append(body, static_cast<float>(p[c]));
        for (const auto& f : mesh.faces)
            for (int v : f)
                append(body, static_cast<std::uint16_t>(v));
        const std::size_t uri = text.find(",\"uri\"");
        text.erase(uri, text.find('}', uri) - uri);
    }
    if (layout.isPadded)
        text.resize((text.size() + 3) / 4 * 4, ' ');
    else if (text.size() % 4 == 0)
        text += ' ';
    std::string bytes = "glTF";
    append(bytes, std::uint32_t{2});
    append(bytes, static_cast<std::uint32_t>(20 + text.size() + (layout.hasBody ? 8 + body.size() : 0)) +
                      static_cast<std::uint32_t>(layout.wrongLength));
    append(bytes, static_cast<std::uint32_t>(text.size()));
    bytes += "JSON" + text;
    if (layout.hasBody) {
        body.resize((body.size() + 3) / 4 * 4 + 4); // a chunk may be longer than its buffer
        append(bytes, static_cast<std::uint32_t>(body.size()));
        bytes += std::string("BIN\0", 4) + body;
    }
    return bytes + std::string(static_cast<std::size_t>(layout.tail), '\0');
}

} // namespace test
