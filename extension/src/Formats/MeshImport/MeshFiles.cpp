// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshFiles.h"

#include "FileBytes.h"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace ambient {
namespace {

/// The JSON text of a .gltf or .glb file; empty: none.
std::string gltfText(const std::string& path) {
    constexpr std::size_t lengthAt = 12, textAt = 20; // of both versions of .glb
    const std::string bytes = bytesOfFile(path).value_or("");
    if (kindOfFile(path) == "gltf") return bytes;
    if (bytes.size() < textAt) return "";
    std::size_t length = 0;
    for (std::size_t i = 4; i-- > 0;)
        length = 256 * length + static_cast<unsigned char>(bytes[lengthAt + i]);
    return bytes.substr(textAt, length);
}

} // namespace

std::vector<std::string> filesOfMesh(const std::string& path) {
    std::vector<std::string> files = {path};
    std::error_code error;
    const std::string kind = kindOfFile(path);
    if ((kind != "gltf" && kind != "glb") || !std::filesystem::is_regular_file(pathFromUtf8(path), error)) return files;
    const nlohmann::json document = nlohmann::json::parse(gltfText(path), nullptr, false);
    if (!document.is_object() || !document.contains("buffers")) return files;
    for (const auto& buffer : document["buffers"]) {
        if (!buffer.is_object() || !buffer.contains("uri") || !buffer["uri"].is_string()) continue;
        const std::string uri = buffer["uri"].get<std::string>();
        if (uri.rfind("data:", 0) == 0) continue;
        files.push_back(utf8Of(pathIn(folderOfFile(path), uri)));
        files.push_back(utf8Of(pathIn(folderOfFile(path), decodedUri(uri))));
    }
    return files;
}

} // namespace ambient
