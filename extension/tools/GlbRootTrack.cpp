// SPDX-License-Identifier: Zlib
#include "GlbRootTrack.h"

#include "MeshImport/GlbParts.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace ambient {
namespace {

using GltfJson = nlohmann::ordered_json;

constexpr const char* kRootName = "way of the body";
constexpr int kFloat = 5126; // glTF's componentType

void appendInteger(std::string& bytes, std::uint32_t value) {
    for (int k = 0; k < 4; ++k)
        bytes += static_cast<char>(value >> (8 * k) & 255U);
}

void appendFloat(std::string& bytes, double value) {
    const float number = static_cast<float>(value);
    std::uint32_t bits;
    std::memcpy(&bits, &number, sizeof bits);
    appendInteger(bytes, bits);
}

void pad(std::string& bytes, char with) {
    bytes.append((4 - bytes.size() % 4) % 4, with);
}

/// The list of that name at the top level. \throws std::runtime_error if it is absent or empty
GltfJson& listOf(GltfJson& document, const char* name) {
    const auto list = document.find(name);
    if (list == document.end() || !list->is_array() || list->empty())
        throw std::runtime_error(std::string("it has no ") + name);
    return *list;
}

/// Adds numbers to the binary part. \returns the index of their accessor
std::size_t addNumbers(GltfJson& document, std::string& body, const std::vector<double>& numbers, const char* type,
                       std::size_t components) {
    pad(body, '\0');
    GltfJson& views = document["bufferViews"];
    views.push_back({{"buffer", 0}, {"byteOffset", body.size()}, {"byteLength", 4 * numbers.size()}});
    for (const double number : numbers)
        appendFloat(body, number);
    GltfJson& accessors = document["accessors"];
    accessors.push_back({{"bufferView", views.size() - 1},
                         {"componentType", kFloat},
                         {"count", numbers.size() / components},
                         {"type", type}});
    return accessors.size() - 1;
}

/// Puts a new node above the nodes of the shown scene. \returns its index
std::size_t addRoot(GltfJson& document, const Pose& first) {
    GltfJson& scenes = listOf(document, "scenes");
    const auto shown = document.value("scene", std::size_t{0});
    if (shown >= scenes.size()) throw std::runtime_error("the scene that it names is not there");
    GltfJson& nodes = listOf(document, "nodes");
    const GltfJson children = listOf(scenes[shown], "nodes");
    const std::size_t root = nodes.size();
    const Vector3& p = first.position;
    const Quaternion& q = first.orientation;
    nodes.push_back({{"name", kRootName},
                     {"children", children},
                     {"translation", {p.x(), p.y(), p.z()}},
                     {"rotation", {q.x(), q.y(), q.z(), q.w()}}});
    // A node with a parent may not be the root of another scene.
    for (GltfJson& scene : scenes) {
        GltfJson kept = GltfJson::array();
        bool shows = false;
        for (const GltfJson& node : scene.value("nodes", GltfJson::array())) {
            const bool isBelow = std::find(children.begin(), children.end(), node) != children.end();
            if (!isBelow) kept.push_back(node);
            shows = shows || isBelow;
        }
        if (!shows) continue;
        kept.push_back(root);
        scene["nodes"] = kept;
    }
    return root;
}

void addChannel(GltfJson& animation, std::size_t times, std::size_t values, std::size_t node, const char* path) {
    GltfJson& samplers = animation["samplers"];
    samplers.push_back({{"input", times}, {"interpolation", "LINEAR"}, {"output", values}});
    animation["channels"].push_back({{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
}

std::string glbOf(const GltfJson& document, std::string body) {
    std::string text = document.dump(-1, ' ', false, GltfJson::error_handler_t::replace);
    pad(text, ' ');
    pad(body, '\0');
    std::string file = "glTF";
    appendInteger(file, 2);
    appendInteger(file, static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + body.size()));
    appendInteger(file, static_cast<std::uint32_t>(text.size()));
    file += "JSON" + text;
    appendInteger(file, static_cast<std::uint32_t>(body.size()));
    file += std::string("BIN\0", 4) + body;
    return file;
}

} // namespace

std::string glbWithRootTrack(const std::string& bytes, const std::vector<double>& times,
                             const std::vector<Pose>& poses) {
    GlbParts parts = glbPartsOf(bytes);
    GltfJson document = GltfJson::parse(parts.text, nullptr, false);
    if (!document.is_object()) throw std::runtime_error("its JSON text cannot be read");
    try {
        GltfJson& buffer = listOf(document, "buffers")[0];
        if (buffer.contains("uri")) throw std::runtime_error("its data are not in its binary part");
        std::string& body = parts.body;
        body.resize(std::min(body.size(), buffer.value("byteLength", body.size())));
        std::vector<double> positions, rotations;
        Quaternion last = poses.front().orientation;
        for (const Pose& pose : poses) {
            Quaternion q = pose.orientation; // q and -q are one rotation; keys in between take the shorter path
            if (q.dot(last) < 0.0) q.coeffs() *= -1.0;
            positions.insert(positions.end(), pose.position.data(), pose.position.data() + 3);
            rotations.insert(rotations.end(), {q.x(), q.y(), q.z(), q.w()});
            last = q;
        }
        const std::size_t root = addRoot(document, poses.front());
        const std::size_t keys = addNumbers(document, body, times, "SCALAR", 1);
        document["accessors"][keys]["min"] = {static_cast<float>(times.front())};
        document["accessors"][keys]["max"] = {static_cast<float>(times.back())};
        const std::size_t moves = addNumbers(document, body, positions, "VEC3", 3);
        const std::size_t turns = addNumbers(document, body, rotations, "VEC4", 4);
        GltfJson& animation = listOf(document, "animations")[0];
        addChannel(animation, keys, moves, root, "translation");
        addChannel(animation, keys, turns, root, "rotation");
        buffer["byteLength"] = body.size();
    } catch (const GltfJson::exception& error) { // a list of another type, an index given as text
        throw std::runtime_error(std::string("its JSON text is not glTF: ") + error.what());
    }
    return glbOf(document, std::move(parts.body));
}

} // namespace ambient
