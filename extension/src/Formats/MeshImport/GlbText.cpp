// SPDX-License-Identifier: Zlib
#include "Base64.h"
#include "FileBytes.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/GlbParts.h"
#include "MeshImport/LayoutTools.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>

namespace ambient {
namespace {

using Json = nlohmann::json;

constexpr std::uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr std::size_t kHeader = 20; ///< of the file and of its first chunk

/// Start of the chunk after a chunk that ends at `end`.
std::size_t nextChunk(const std::string& bytes, std::size_t end) {
    const auto isBinaryAt = [&](std::size_t place) {
        return place + 8 <= bytes.size() && littleEndian(bytes, place + 4) == kBinaryChunk;
    };
    const std::size_t aligned = (end + 3) / 4 * 4;
    return isBinaryAt(end) && !isBinaryAt(aligned) ? end : aligned;
}

/// Keys of an object, or places in an array: both are how glTF of one version or the other names things.
const Json* entryOf(const Json& document, const char* kind, const Json& name) {
    const auto entries = document.find(kind);
    if (entries == document.end()) return nullptr;
    if (entries->is_array() && name.is_number_unsigned() && name.get<std::size_t>() < entries->size())
        return &(*entries)[name.get<std::size_t>()];
    if (!entries->is_object() || !name.is_string()) return nullptr;
    const auto found = entries->find(name.get<std::string>());
    return found == entries->end() ? nullptr : &*found;
}

std::size_t numberNamed(const Json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return found != object.end() && found->is_number_unsigned() ? found->get<std::size_t>() : 0;
}

/// Whether vertices or faces lie behind the end of the body; pictures may.
void requireWhole(const Json& document, const Json& bodyName, std::size_t size) {
    const auto accessors = document.find("accessors");
    if (accessors == document.end()) return;
    for (const Json& accessor : *accessors) {
        if (!accessor.is_object() || !accessor.contains("bufferView")) continue;
        const Json* view = entryOf(document, "bufferViews", accessor["bufferView"]);
        if (!view || !view->is_object() || !view->contains("buffer") || (*view)["buffer"] != bodyName) continue;
        if (numberNamed(*view, "byteOffset") > size ||
            numberNamed(*view, "byteLength") > size - numberNamed(*view, "byteOffset"))
            failLayout("its binary part is cut off: it has " + std::to_string(size) + " bytes");
    }
}

/// The reader accepts exactly the declared length: padding is removed, and missing bytes of pictures become zeros.
void embed(Json& buffer, std::string content) {
    constexpr std::size_t longest = 1 << 30;
    const std::size_t length = numberNamed(buffer, "byteLength");
    if (length > 0) content.resize(std::min(length, longest));
    buffer["uri"] = "data:application/octet-stream;base64," + base64Of(content);
}

/// Replaces the name of a file by its content.
void embedFile(Json& buffer, const std::string& folder) {
    const std::string uri = buffer["uri"].get<std::string>();
    const std::optional<std::string> content = bytesOfFile(pathOfUri(folder, uri));
    if (!content) failLayout("the file '" + uri + "' that it names is not there, or cannot be read");
    embed(buffer, *content);
}

bool namesFile(const Json& buffer) {
    const auto uri = buffer.is_object() ? buffer.find("uri") : buffer.end();
    return uri != buffer.end() && uri->is_string() && uri->get_ref<const std::string&>().rfind("data:", 0) != 0;
}

} // namespace

GlbParts glbPartsOf(const std::string& bytes) {
    if (bytes.size() < kHeader || bytes.compare(0, 4, "glTF") != 0) failLayout("no header of binary glTF");
    const std::uint32_t version = littleEndian(bytes, 4);
    if (version != 1 && version != 2) failLayout("binary glTF of version " + std::to_string(version) + ", not 1 or 2");
    const std::size_t length = littleEndian(bytes, 12);
    if (version == 2 && littleEndian(bytes, 16) != kJsonChunk) failLayout("its first chunk is not its JSON text");
    if (length > bytes.size() - kHeader)
        failLayout("its JSON text should have " + std::to_string(length) + " bytes, there are " +
                   std::to_string(bytes.size() - kHeader));
    GlbParts parts{bytes.substr(kHeader, length), ""};
    while (!parts.text.empty() && (parts.text.back() == ' ' || parts.text.back() == '\0'))
        parts.text.pop_back();
    if (version == 1) {
        parts.body = bytes.substr(std::min(bytes.size(), (kHeader + length + 3) / 4 * 4));
        return parts;
    }
    for (std::size_t place = nextChunk(bytes, kHeader + length); parts.body.empty() && place + 8 <= bytes.size();) {
        const std::size_t size = std::min<std::size_t>(littleEndian(bytes, place), bytes.size() - place - 8);
        if (littleEndian(bytes, place + 4) == kBinaryChunk) parts.body = bytes.substr(place + 8, size);
        place = nextChunk(bytes, place + 8 + size);
    }
    return parts;
}

std::string gltfTextOf(const std::string& bytes, const std::string& folder) {
    const GlbParts parts = glbPartsOf(bytes);
    requireGltfLayout(parts.text, bytes.size(), folder);
    Json document = Json::parse(parts.text);
    const auto buffers = document.is_object() ? document.find("buffers") : document.end();
    if (buffers == document.end() || !buffers->is_structured()) return parts.text;
    for (auto item = buffers->begin(); item != buffers->end(); ++item) {
        Json& buffer = *item;
        if (!buffer.is_object()) continue;
        const bool isFirst = item == buffers->begin();
        const Json name = buffers->is_object() ? Json(item.key()) : Json(std::size_t(item - buffers->begin()));
        const bool isBody = buffers->is_object() ? name == "binary_glTF" : isFirst && !buffer.contains("uri");
        if (isBody) {
            requireWhole(document, name, parts.body.size());
            embed(buffer, parts.body);
        } else if (namesFile(buffer)) {
            embedFile(buffer, folder);
        }
    }
    if (document["buffers"].is_object()) document.erase("extensionsUsed"); // would declare the file binary
    return document.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string decodedGltfText(const std::string& text, const std::string& folder) {
    Json document = Json::parse(text, nullptr, false);
    const auto buffers = document.is_object() ? document.find("buffers") : document.end();
    if (buffers == document.end() || !buffers->is_structured()) return "";
    bool isChanged = false;
    for (Json& buffer : *buffers) {
        if (!namesFile(buffer) || buffer["uri"].get_ref<const std::string&>().find('%') == std::string::npos) continue;
        embedFile(buffer, folder);
        isChanged = true;
    }
    return isChanged ? document.dump(-1, ' ', false, Json::error_handler_t::replace) : "";
}

} // namespace ambient
