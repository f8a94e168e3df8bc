// SPDX-License-Identifier: Zlib
#include "MeshImport/PlainMeshes.h"

#include "FilePath.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/FrameReaders.h"
#include "MeshImport/LayoutTools.h"
#include "MeshImport/MeshImport.h"
#include "NumberText.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>

namespace ambient {
namespace {

[[noreturn]] void refusePlain(const std::string& path, const std::string& why) {
    throw MeshImportError(path + ": " + why);
}

/// Joins vertices at equal positions.
class Welder {
  public:
    int indexOf(const Vector3& position) {
        const std::array<double, 3> key{position.x() + 0.0, position.y() + 0.0, position.z() + 0.0};
        // A NaN is equal to no number.
        if (!position.allFinite()) return add(position);
        const auto [entry, isNew] = m_indexAt.try_emplace(key, static_cast<int>(m_vertices.size()));
        return isNew ? add(position) : entry->second;
    }
    std::vector<Vector3> take() { return std::move(m_vertices); }

  private:
    int add(const Vector3& position) {
        m_vertices.push_back(position);
        return static_cast<int>(m_vertices.size()) - 1;
    }

    std::vector<Vector3> m_vertices;
    std::map<std::array<double, 3>, int> m_indexAt;
};

/// Three corners per triangle.
TriangleMesh weldedMesh(const std::vector<Vector3>& corners) {
    Welder welder;
    TriangleMesh mesh;
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        mesh.faces.push_back(
            {welder.indexOf(corners[i]), welder.indexOf(corners[i + 1]), welder.indexOf(corners[i + 2])});
    mesh.vertices = welder.take();
    return mesh;
}

/// \param keepsAll vertices in the order of the file, like the importing library for PLY; else in the order of the
/// faces
TriangleMesh meshOfFrame(const std::string& path, FrameMesh frame, bool keepsAll) {
    Welder welder;
    std::vector<int> welded(frame.vertices.size(), -1);
    const auto weld = [&](std::size_t vertex) {
        if (welded[vertex] < 0) welded[vertex] = welder.indexOf(frame.vertices[vertex]);
        return welded[vertex];
    };
    for (std::size_t vertex = 0; keepsAll && vertex < welded.size(); ++vertex)
        weld(vertex);
    for (std::vector<int>& polygon : frame.polygons)
        for (int& corner : polygon)
            if (corner >= 0 && corner < static_cast<int>(welded.size()))
                corner = weld(static_cast<std::size_t>(corner));
    frame.vertices = welder.take();
    TriangleMesh mesh;
    for (const auto& face : topologyOf(path, frame).faces)
        mesh.faces.push_back({face[0], face[1], face[2]});
    mesh.vertices = std::move(frame.vertices);
    return mesh;
}

TriangleMesh readBinaryStl(const std::string& bytes) {
    constexpr std::size_t header = 84, face = 50, normal = 12;
    std::vector<Vector3> corners;
    for (std::size_t at = header; at + face <= bytes.size(); at += face) {
        float numbers[9];
        for (std::size_t k = 0; k < 9; ++k) {
            const std::uint32_t bits = littleEndian(bytes, at + normal + 4 * k);
            std::memcpy(&numbers[k], &bits, sizeof bits);
        }
        for (int k = 0; k < 9; k += 3)
            corners.emplace_back(numbers[k], numbers[k + 1], numbers[k + 2]);
    }
    return weldedMesh(corners);
}

TriangleMesh readStlText(const std::string& path, const std::string& text) {
    std::istringstream lines(text);
    std::string line, word;
    std::vector<Vector3> corners;
    for (int number = 1; std::getline(lines, line); ++number) {
        std::istringstream words(line);
        if (!(words >> word) || word != "vertex") continue;
        Vector3 corner;
        for (int k = 0; k < 3; ++k) {
            const bool isThere = static_cast<bool>(words >> word);
            const char *first = word.data(), *last = first + word.size();
            if (isThere && word[0] == '+') ++first;
            if (!isThere || numberFromText(first, last, corner[k]).ptr != last)
                refusePlain(path + ":" + std::to_string(number), "is no vertex of three numbers");
        }
        corners.push_back(corner);
    }
    if (corners.size() % 3 != 0) refusePlain(path, "its last triangle has fewer than three vertices");
    return weldedMesh(corners);
}

TriangleMesh readStl(const std::string& path, const std::string& bytes) {
    const std::optional<std::string> text = plainTextOf(bytes);
    const std::string whole = repairedStl(text ? *text : bytes).value_or(text.value_or(bytes));
    const std::size_t start = std::min(whole.find_first_not_of(" \t\r\n"), whole.size());
    const bool isText = whole.compare(start, 5, "solid") == 0 && whole.find('\0') == std::string::npos;
    return isText ? readStlText(path, whole) : readBinaryStl(whole);
}

TriangleMesh readPlainTriangles(const std::string& path) {
    const std::string kind = kindOfFile(path);
    if (kind != "obj" && kind != "stl" && kind != "ply")
        refusePlain(path, "unsupported kind of file; supported here are .obj, .stl and .ply");
    const std::string bytes = frameFileBytes(path);
    if (bytes.empty()) refusePlain(path, "is empty");
    if (kind == "stl") return readStl(path, bytes);
    if (kind == "obj") return meshOfFrame(path, readObjFrame(path, bytes), false);
    return meshOfFrame(path, readPlyFrame(path, plainTextOf(bytes).value_or(bytes)), true);
}

} // namespace

TriangleMesh importPlainMesh(const std::string& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(pathFromUtf8(path), ignored)) refusePlain(path, "no such file");
    if (std::filesystem::is_directory(pathFromUtf8(path), ignored))
        refusePlain(path, "is a directory, not a mesh file");
    TriangleMesh mesh;
    try {
        mesh = readPlainTriangles(path);
    } catch (const MeshImportError&) {
        throw;
    } catch (const FrameImportError& error) {
        throw MeshImportError(error.what());
    } catch (const std::exception& error) {
        refusePlain(path, std::string("cannot be read as a mesh (") + error.what() + ")");
    }
    if (mesh.faces.empty()) refusePlain(path, "has no triangles, at most points and lines; export it with its faces");
    return mesh;
}

} // namespace ambient
