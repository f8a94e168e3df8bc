// SPDX-License-Identifier: Zlib
#include "FilePath.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/FrameReaders.h"
#include "MeshImport/PolygonTriangulation.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace ambient {
namespace {

namespace fs = std::filesystem;

/// frame9 before frame10: runs of digits count by their value.
bool comesBefore(const std::string& a, const std::string& b) {
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (!isDigit(a[i]) || !isDigit(b[j])) {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
            continue;
        }
        const auto runOf = [&](const std::string& text, std::size_t& at) {
            std::string run;
            for (; at < text.size() && isDigit(text[at]); ++at)
                if (!run.empty() || text[at] != '0') run += text[at];
            return run;
        };
        const std::string left = runOf(a, i), right = runOf(b, j);
        if (left.size() != right.size()) return left.size() < right.size();
        if (left != right) return left < right;
    }
    if ((i == a.size()) != (j == b.size())) return i == a.size();
    return a < b; // 07 and 7
}

/// Index of a corner of OBJ's `f` and `l`, "7", "7/1" or "-1//2", counted from 0.
int objIndex(const std::string& path, int line, const std::string& word, std::size_t vertices) {
    char* end = nullptr;
    const long index = std::strtol(word.c_str(), &end, 10);
    const long place = index > 0 ? index - 1 : index + static_cast<long>(vertices);
    if (end == word.c_str() || (*end != '\0' && *end != '/') || index == 0 || place < 0)
        refuseFrames(path + ":" + std::to_string(line), "'" + word + "' is no vertex");
    return static_cast<int>(place);
}

std::vector<std::string> frameFilesIn(const std::string& path) {
    std::vector<std::string> files;
    std::string kind;
    for (const fs::directory_entry& entry : fs::directory_iterator(pathFromUtf8(path))) {
        const std::string extension = kindOfFile(utf8Of(entry.path()));
        if (extension != "obj" && extension != "ply") continue;
        if (!kind.empty() && extension != kind) refuseFrames(path, "holds both OBJ and PLY files");
        kind = extension;
        files.push_back(utf8Of(entry.path().filename()));
    }
    if (files.size() < 2)
        refuseFrames(path, "holds " + std::to_string(files.size()) + " OBJ or PLY files; a motion needs two or more");
    std::sort(files.begin(), files.end(), comesBefore);
    return files;
}

} // namespace

FrameMesh readObjFrame(const std::string& path, const std::string& bytes) {
    FrameMesh mesh;
    std::istringstream text(plainTextOf(bytes).value_or(bytes));
    std::string line, word;
    for (int number = 1; std::getline(text, line); ++number) {
        std::istringstream words(line);
        if (!(words >> word)) continue;
        if (word == "v") {
            Vector3 vertex;
            for (int k = 0; k < 3; ++k) {
                char* end = nullptr;
                if (words >> word) vertex[k] = std::strtod(word.c_str(), &end);
                if (!end || end == word.c_str())
                    refuseFrames(path + ":" + std::to_string(number), "is no vertex of three numbers");
            }
            mesh.vertices.push_back(vertex);
        } else if (word == "f" || word == "l") {
            const bool isFace = word == "f";
            std::vector<int> corners;
            while (words >> word)
                corners.push_back(objIndex(path, number, word, mesh.vertices.size()));
            if (isFace) mesh.polygons.push_back(corners);
            for (std::size_t k = 0; !isFace && k + 1 < corners.size(); ++k)
                mesh.edges.push_back({corners[k], corners[k + 1]});
        }
    }
    return mesh;
}

ShapeTopology topologyOf(const std::string& path, const FrameMesh& mesh) {
    ShapeTopology topology;
    topology.edges = mesh.edges;
    const int count = static_cast<int>(mesh.vertices.size());
    for (const std::vector<int>& polygon : mesh.polygons) {
        for (const int corner : polygon)
            if (corner < 0 || corner >= count)
                refuseFrames(path, "a face names vertex " + std::to_string(corner) + ", and there are " +
                                       std::to_string(count));
        if (polygon.size() < 3) refuseFrames(path, "a face has " + std::to_string(polygon.size()) + " corners");
        for (const auto& face : triangulatePolygon(mesh.vertices, polygon))
            topology.faces.push_back(face);
    }
    return topology;
}

FrameFile readFrameFolder(const std::string& path) {
    FrameFile file;
    FrameMesh first;
    std::string firstName;
    for (const std::string& name : frameFilesIn(path)) {
        const std::string place = utf8Of(pathIn(path, name));
        const bool isObj = kindOfFile(name) == "obj";
        const std::string bytes = frameFileBytes(place);
        FrameMesh mesh = isObj ? readObjFrame(place, bytes) : readPlyFrame(place, bytes);
        if (mesh.vertices.empty()) refuseFrames(place, "has no vertices");
        file.frames.emplace_back(Eigen::Map<const PointColumns>(mesh.vertices.front().data(), 3,
                                                                static_cast<Eigen::Index>(mesh.vertices.size())));
        if (firstName.empty()) {
            file.topology = topologyOf(place, mesh);
            first = std::move(mesh);
            firstName = name;
            continue;
        }
        if (mesh.vertices.size() != first.vertices.size())
            refuseFrames(place, "has " + std::to_string(mesh.vertices.size()) + " vertices, " + firstName + " has " +
                                    std::to_string(first.vertices.size()));
        if (mesh.polygons != first.polygons || mesh.edges != first.edges)
            refuseFrames(place, "has other faces or edges than " + firstName);
    }
    return file;
}

} // namespace ambient
