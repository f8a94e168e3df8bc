// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshImport.h"

#include "FileBytes.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/PolygonTriangulation.h"
#include "MeshImport/SceneImport.h"
#include "OneLine.h"

#include <assimp/BaseImporter.h>
#include <assimp/Importer.hpp>
#include <assimp/config.h>
#include <assimp/scene.h>

#include <Eigen/Geometry>
#include <Eigen/SVD>

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
    if (kind == "obj") {
        std::optional<std::string> text = plainTextOf(bytes);
        return {repairedObj(text ? *text : bytes).value_or(text.value_or("")), ""};
    }
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
        addMeshes(scene, node, worldFromNode);
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addNode(scene, *node.mChildren[i], worldFromNode);
    }

    /// The meshes of a node without those of its children.
    void addMeshes(const aiScene& scene, const aiNode& node, const aiMatrix4x4& worldFromNode) {
        for (unsigned i = 0; i < node.mNumMeshes; ++i)
            addMesh(*scene.mMeshes[node.mMeshes[i]], worldFromNode);
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

/// Reads a file. \param use called with the scene in the importing library
template <class Use>
void readScene(const std::string& path, Use&& use) {
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
    use(*scene);
}

Eigen::Affine3d transformOf(const aiNode& node) {
    const aiMatrix4x4& m = node.mTransformation;
    Eigen::Matrix4d matrix;
    matrix << m.a1, m.a2, m.a3, m.a4, m.b1, m.b2, m.b3, m.b4, m.c1, m.c2, m.c3, m.c4, m.d1, m.d2, m.d3, m.d4;
    return Eigen::Affine3d(matrix);
}

/// Collects the nodes of a scene.
class NodeCollector {
  public:
    explicit NodeCollector(const std::string& path) : m_path(path) {}

    void addNode(const aiScene& scene, const aiNode& node, const Eigen::Affine3d& sceneFromParent) {
        const Eigen::Affine3d sceneFromNode = sceneFromParent * transformOf(node);
        MeshCollector collector;
        collector.addMeshes(scene, node, aiMatrix4x4());
        TriangleMesh mesh = collector.take();
        if (!mesh.faces.empty()) add(node.mName.C_Str(), sceneFromNode, std::move(mesh));
        for (unsigned i = 0; i < node.mNumChildren; ++i)
            addNode(scene, *node.mChildren[i], sceneFromNode);
    }

    std::vector<SceneNode> take() { return std::move(m_nodes); }

  private:
    void add(const std::string& name, const Eigen::Affine3d& sceneFromNode, TriangleMesh mesh) {
        if (name.empty()) refuse(m_path, "has a node with a mesh and without a name; name it");
        for (const SceneNode& other : m_nodes)
            if (other.name == name) refuse(m_path, "has two nodes '" + name + "'; give them names of their own");
        const Eigen::JacobiSVD<Matrix3> parts(sceneFromNode.linear(), Eigen::ComputeFullU | Eigen::ComputeFullV);
        if (!(parts.singularValues()[2] > 1e-9 * parts.singularValues()[0]))
            refuse(m_path, "the node '" + name + "' has a scale of 0");
        Matrix3 turn = parts.matrixU() * parts.matrixV().transpose(); // the nearest to the transform
        const bool mirrors = turn.determinant() < 0.0;
        if (mirrors) turn = -turn; // the mesh is mirrored through the origin
        const Matrix3 scale = turn.transpose() * sceneFromNode.linear();
        for (Vector3& vertex : mesh.vertices)
            vertex = scale * vertex;
        if (mirrors)
            for (TriangleMesh::Face& face : mesh.faces)
                std::swap(face[1], face[2]);
        m_nodes.push_back({name, {Quaternion(turn).normalized(), sceneFromNode.translation()}, std::move(mesh)});
    }

    const std::string& m_path;
    std::vector<SceneNode> m_nodes;
};

/// Calls a function; what it throws becomes a MeshImportError.
template <class Read>
void readSafely(const std::string& path, Read&& read) {
    requireReadableFile(path);
    try {
        read();
    } catch (const MeshImportError&) {
        throw;
    } catch (const std::bad_alloc&) {
        refuse(path, "cannot be read as a mesh (it needs more memory than there is); export it with fewer faces");
    } catch (const std::exception& e) {
        refuse(path, std::string("cannot be read as a mesh (") + e.what() + ")" + kExportAnew);
    }
}

[[noreturn]] void refuseEmpty(const std::string& path) {
    refuse(path, "has no triangles, at most points and lines; export it with its faces");
}

} // namespace

TriangleMesh importMesh(const std::string& path) {
    TriangleMesh mesh;
    readSafely(path, [&] {
        readScene(path, [&](const aiScene& scene) {
            MeshCollector collector;
            collector.addNode(scene, *scene.mRootNode, aiMatrix4x4());
            mesh = collector.take();
        });
    });
    if (mesh.faces.empty()) refuseEmpty(path);
    return mesh;
}

std::vector<SceneNode> importScene(const std::string& path) {
    std::vector<SceneNode> nodes;
    readSafely(path, [&] {
        const std::string kind = kindOfFile(path);
        if (kind != "glb" && kind != "gltf") refuse(path, "is no scene; a .glb or .gltf file is one");
        readScene(path, [&](const aiScene& scene) {
            NodeCollector collector(path);
            collector.addNode(scene, *scene.mRootNode, Eigen::Affine3d::Identity());
            nodes = collector.take();
        });
    });
    if (nodes.empty()) refuseEmpty(path);
    return nodes;
}

} // namespace ambient
