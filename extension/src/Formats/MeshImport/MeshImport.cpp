// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshImport.h"

#include "FileBytes.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/PolygonTriangulation.h"
#include "OneLine.h"

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <new>
#include <optional>
#include <set>
#include <vector>

namespace ambient {

namespace {

const std::set<std::string> kExtensions = {"obj", "stl", "ply", "gltf", "glb", "dae"};

constexpr const char* kExportAnew = "; the file is damaged: export the mesh anew";

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw MeshImportError(inOneLine(path + ": " + why));
}

void requireReadableFile(const std::string& path) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(pathFromUtf8(path), error);
    if (!std::filesystem::exists(status)) refuse(path, "no such file");
    if (std::filesystem::is_directory(status)) refuse(path, "is a directory, not a mesh file");
    if (!std::filesystem::is_regular_file(status)) refuse(path, "is not a regular file");
    if (kExtensions.count(kindOfFile(path)) == 0) {
        refuse(path, "unsupported kind of file; supported are .obj, .stl, .ply, .gltf, .glb and .dae");
    }
    if (!std::ifstream(pathFromUtf8(path)).good()) refuse(path, "cannot be opened for reading");
    if (std::filesystem::file_size(pathFromUtf8(path), error) == 0) refuse(path, "is empty");
}

std::string bytesOf(const std::string& path) {
    std::optional<std::string> bytes = bytesOfFile(path);
    if (!bytes) refuse(path, "cannot be read");
    return *std::move(bytes);
}

/// Data to be read in place of a file, and the required extensions.
struct Preparation {
    std::string content;            ///< empty: the file as it is
    std::string requiredExtensions; ///< of glTF
};

/// Checks the layout of a file, and mends trifles at which the importing library refuses a file.
Preparation prepare(const std::string& path) {
    const std::string kind = kindOfFile(path);
    if (kind == "dae") return {};
    const std::string bytes = bytesOf(path), folder = folderOfFile(path);
    if (kind == "obj") return {plainTextOf(bytes).value_or(""), ""};
    if (kind == "ply" || kind == "stl") {
        std::optional<std::string> text = plainTextOf(bytes);
        if (kind == "stl") return {repairedStl(text ? *text : bytes).value_or(text.value_or("")), ""};
        requirePlyLayout(text ? *text : bytes);
        return {text.value_or(""), ""};
    }
    if (kind == "gltf") {
        requireGltfLayout(bytes, bytes.size(), folder);
        return {decodedGltfText(bytes, folder), requiredGltfExtensions(bytes)};
    }
    std::string text = gltfTextOf(bytes, folder);
    const std::string required = requiredGltfExtensions(text);
    return {std::move(text), required};
}

/// Removes the readers of some forty other formats: the library would offer them each file refused by its own reader.
void keepOnlySupportedReaders(Assimp::Importer& importer) {
    std::vector<Assimp::BaseImporter*> others;
    for (std::size_t i = 0; i < importer.GetImporterCount(); ++i) {
        Assimp::BaseImporter* reader = importer.GetImporter(i);
        std::set<std::string> extensions;
        reader->GetExtensionList(extensions);
        const bool supported = std::any_of(extensions.begin(), extensions.end(),
                                           [](const std::string& e) { return kExtensions.count(e) > 0; });
        if (!supported) others.push_back(reader);
    }
    for (Assimp::BaseImporter* reader : others) {
        importer.UnregisterLoader(reader);
        delete reader;
    }
}

class MeshCollector {
  public:
    void addNode(const aiScene& scene, const aiNode& node, const aiMatrix4x4& worldFromParent) {
        const aiMatrix4x4 worldFromNode = worldFromParent * node.mTransformation;
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            addMesh(*scene.mMeshes[node.mMeshes[i]], worldFromNode);
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addNode(scene, *node.mChildren[i], worldFromNode);
    }

    TriangleMesh take() { return std::move(m_mesh); }

  private:
    void addMesh(const aiMesh& part, const aiMatrix4x4& worldFromPart) {
        std::vector<int> indices;
        for (unsigned v = 0; v < part.mNumVertices; ++v)
            indices.push_back(weld(worldFromPart * part.mVertices[v]));
        const bool mirrors = worldFromPart.Determinant() < 0.0f;
        for (unsigned f = 0; f < part.mNumFaces; ++f)
            addPolygon(part.mFaces[f], indices, mirrors);
    }

    void addPolygon(const aiFace& face, const std::vector<int>& indices, bool mirrors) {
        std::vector<int> polygon;
        for (unsigned k = 0; k < face.mNumIndices; ++k) {
            // An index without a vertex stays out of range: checkMesh names it.
            polygon.push_back(face.mIndices[k] < indices.size() ? indices[face.mIndices[k]] : -1);
        }
        if (polygon.size() < 3) return;
        if (mirrors) std::reverse(polygon.begin(), polygon.end());
        if (std::count(polygon.begin(), polygon.end(), -1) > 0) {
            m_mesh.faces.push_back({polygon[0], polygon[1], -1});
            return;
        }
        for (const TriangleMesh::Face& f : triangulatePolygon(m_mesh.vertices, polygon))
            m_mesh.faces.push_back(f);
    }

    int weld(const aiVector3D& position) {
        std::array<std::uint32_t, 3> bits;
        for (unsigned k = 0; k < 3; ++k) {
            const float coordinate = position[k] == 0.0f ? 0.0f : position[k];
            std::memcpy(&bits[k], &coordinate, sizeof coordinate);
        }
        const auto [entry, isNew] = m_indexAt.try_emplace(bits, m_mesh.vertexCount());
        if (isNew) m_mesh.vertices.emplace_back(position.x, position.y, position.z);
        return entry->second;
    }

    TriangleMesh m_mesh;
    std::map<std::array<std::uint32_t, 3>, int> m_indexAt;
};

void refuseExtensions(const std::string& path, const std::string& required) {
    if (required.empty()) return;
    refuse(path, "cannot be read as a mesh (it requires " + required + "; export it without compression)");
}

TriangleMesh readTriangles(const std::string& path) {
    // No DefaultLogger is created, so assimp logs nothing. No post-processing: its steps abort the process on some
    // broken files, and its joining of vertices has an absolute tolerance.
    const Preparation preparation = prepare(path);
    const std::string kind = kindOfFile(path);
    // The importing library would read packed bytes as if they were positions.
    if (preparation.requiredExtensions.find("EXT_meshopt_compression") != std::string::npos)
        refuseExtensions(path, preparation.requiredExtensions);
    Assimp::Importer importer;
    keepOnlySupportedReaders(importer);
    // Robots' files mean the axes of the file, whatever it says is up.
    importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
    const aiScene* scene = preparation.content.empty()
                               ? importer.ReadFile(path, 0)
                               : importer.ReadFileFromMemory(preparation.content.data(), preparation.content.size(), 0,
                                                             kind == "glb" ? "gltf" : kind.c_str());
    if (!scene || !scene->mRootNode) {
        refuseExtensions(path, preparation.requiredExtensions);
        const std::string reason = importer.GetErrorString();
        refuse(path, "cannot be read as a mesh" + (reason.empty() ? "" : " (" + reason + ")") + kExportAnew);
    }
    MeshCollector collector;
    collector.addNode(*scene, *scene->mRootNode, aiMatrix4x4());
    return collector.take();
}

} // namespace

TriangleMesh importMesh(const std::string& path) {
    requireReadableFile(path);
    TriangleMesh mesh;
    try {
        mesh = readTriangles(path);
    } catch (const MeshImportError&) {
        throw;
    } catch (const std::bad_alloc&) {
        refuse(path, "cannot be read as a mesh (it needs more memory than there is); export it with fewer faces");
    } catch (const std::exception& e) {
        refuse(path, std::string("cannot be read as a mesh (") + e.what() + ")" + kExportAnew);
    }
    if (mesh.faces.empty()) refuse(path, "has no triangles, at most points and lines; export it with its faces");
    return mesh;
}

} // namespace ambient
