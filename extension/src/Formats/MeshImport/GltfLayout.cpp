// SPDX-License-Identifier: Zlib
#include "FilePath.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/LayoutTools.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace ambient {
namespace {

using Json = nlohmann::json;

/// The importing library's parser calls itself for each level.
void requireShallow(const std::string& json) {
    constexpr int deepest = 200;
    int depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < json.size(); ++i) {
        const char c = json[i];
        if (inString && c == '\\')
            ++i;
        else if (c == '"')
            inString = !inString;
        else if (!inString && (c == '[' || c == '{') && ++depth > deepest)
            failLayout("its JSON text is nested more than 200 deep");
        else if (!inString && (c == ']' || c == '}'))
            --depth;
    }
}

const Json& arrayNamed(const Json& object, const char* name) {
    static const Json none = Json::array();
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() && found->is_array() ? *found : none;
}

double valueNamed(const Json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

void requireCounts(const Json& document, const char* array, const char* key, std::size_t bytes) {
    const Json& entries = arrayNamed(document, array);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const double count = valueNamed(entries[i], key);
        if (count >= 0.0 && count <= static_cast<double>(bytes)) continue;
        failLayout(std::string(array) + " " + std::to_string(i) + " declares a " + key + " of " +
                   entries[i][key].dump() + ", the file has " + std::to_string(bytes) + " bytes");
    }
}

/// Total size of the buffers' files.
std::size_t bytesOfOtherFiles(const Json& document, const std::string& folder) {
    std::size_t bytes = 0;
    for (const Json& buffer : arrayNamed(document, "buffers")) {
        const auto name = buffer.is_object() ? buffer.find("uri") : buffer.end();
        if (name == buffer.end() || !name->is_string() || name->get_ref<const std::string&>().size() > 1000) continue;
        std::error_code error;
        const std::uintmax_t size = std::filesystem::file_size(pathOfUri(folder, name->get<std::string>()), error);
        if (!error) bytes += size;
    }
    return bytes;
}

/// Limits the depth of nodes, because recursive functions visit them.
void requireShallowNodes(const Json& document) {
    constexpr int deepest = 500;
    const Json& nodes = arrayNamed(document, "nodes");
    std::vector<std::size_t> level;
    std::vector<char> isChild(nodes.size(), 0);
    const auto forEachChild = [&](std::size_t node, auto&& visit) {
        for (const Json& child : arrayNamed(nodes[node], "children"))
            if (child.is_number_unsigned() && child.get<std::size_t>() < nodes.size()) visit(child.get<std::size_t>());
    };
    for (std::size_t n = 0; n < nodes.size(); ++n)
        forEachChild(n, [&](std::size_t child) { isChild[child] = 1; });
    for (std::size_t n = 0; n < nodes.size(); ++n)
        if (!isChild[n]) level.push_back(n);
    std::vector<char> isSeen(nodes.size(), 0);
    for (int depth = 0; !level.empty(); ++depth) {
        if (depth > deepest) failLayout("its nodes hang more than 500 deep below each other");
        std::vector<std::size_t> next;
        for (std::size_t n : level)
            forEachChild(n, [&](std::size_t child) {
                if (!isSeen[child]) next.push_back(child);
                isSeen[child] = 1;
            });
        level = std::move(next);
    }
}

} // namespace

void requireGltfLayout(const std::string& json, std::size_t bytes, const std::string& folder) {
    requireShallow(json);
    const Json document = Json::parse(json, nullptr, false);
    if (document.is_discarded()) failLayout("its JSON text is broken");
    bytes += bytesOfOtherFiles(document, folder);
    requireCounts(document, "accessors", "count", bytes);
    requireCounts(document, "accessors", "byteOffset", bytes);
    requireCounts(document, "bufferViews", "byteLength", bytes);
    requireCounts(document, "bufferViews", "byteOffset", bytes);
    requireCounts(document, "buffers", "byteLength", bytes);
    requireShallowNodes(document);
}

std::string requiredGltfExtensions(const std::string& json) {
    const Json document = Json::parse(json, nullptr, false);
    std::string names;
    if (document.is_discarded()) return names;
    for (const Json& name : arrayNamed(document, "extensionsRequired"))
        if (name.is_string()) names += (names.empty() ? "" : ", ") + name.get<std::string>();
    return names;
}

} // namespace ambient
