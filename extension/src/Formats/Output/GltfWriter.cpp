// SPDX-License-Identifier: Zlib
#include "Output/GltfWriter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

constexpr int kNoTarget = 0, kVertices = 34962, kTriangles = 34963;
constexpr int kUnsignedInt = 5125, kFloat = 5126;

void appendUint(std::string& bytes, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>((value >> shift) & 0xffu);
}

void appendFloat(std::string& bytes, float value) {
    static_assert(sizeof(float) == sizeof(std::uint32_t));
    std::uint32_t bits;
    std::copy_n(reinterpret_cast<const char*>(&value), sizeof bits, reinterpret_cast<char*>(&bits));
    appendUint(bytes, bits);
}

void appendChunk(std::string& file, const std::string& type, std::string content, char padding) {
    content.resize((content.size() + 3) / 4 * 4, padding);
    appendUint(file, static_cast<std::uint32_t>(content.size()));
    file += type + content;
}

template <class Vector>
std::vector<float> flat(const std::vector<Vector>& vectors) {
    std::vector<float> numbers;
    for (const Vector& v : vectors)
        numbers.insert(numbers.end(), v.data(), v.data() + v.size());
    return numbers;
}

} // namespace

GltfWriter::GltfWriter(const std::string& generator) {
    m_json["asset"] = {{"version", "2.0"}, {"generator", generator}};
}

int GltfWriter::add(const std::string& list, nlohmann::ordered_json object) {
    m_json[list].push_back(std::move(object));
    return static_cast<int>(m_json[list].size()) - 1;
}

void GltfWriter::useExtension(const std::string& name) {
    auto& used = m_json["extensionsUsed"];
    if (std::find(used.begin(), used.end(), name) == used.end()) used.push_back(name);
}

int GltfWriter::addAccessor(const std::vector<float>& numbers, int components, int target, bool withBounds) {
    static const std::array<const char*, 4> types = {"SCALAR", "VEC2", "VEC3", "VEC4"};
    if (numbers.empty()) throw std::invalid_argument("glTF: a list of numbers is empty");
    nlohmann::ordered_json view = {{"buffer", 0}, {"byteOffset", m_data.size()}, {"byteLength", 4 * numbers.size()}};
    if (target != kNoTarget) view["target"] = target;
    for (const float number : numbers) {
        if (!std::isfinite(number)) throw std::runtime_error("glTF: a number is not finite");
        appendFloat(m_data, number);
    }
    const auto step = static_cast<std::size_t>(components);
    nlohmann::ordered_json accessor = {{"bufferView", add("bufferViews", view)},
                                       {"componentType", kFloat},
                                       {"count", numbers.size() / step},
                                       {"type", types[step - 1]}};
    if (withBounds) {
        std::vector<float> low(numbers.begin(), numbers.begin() + components), high = low;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            low[i % step] = std::min(low[i % step], numbers[i]);
            high[i % step] = std::max(high[i % step], numbers[i]);
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }
    return add("accessors", accessor);
}

int GltfWriter::addVertexData(const std::vector<Eigen::Vector3f>& vectors, bool withBounds) {
    return addAccessor(flat(vectors), 3, kVertices, withBounds);
}

int GltfWriter::addVertexNumbers(const std::vector<float>& numbers) {
    return addAccessor(numbers, 1, kVertices, false);
}

int GltfWriter::addTriangles(const std::vector<std::array<std::uint32_t, 3>>& triangles) {
    if (triangles.empty()) throw std::invalid_argument("glTF: a mesh has no triangles");
    const std::size_t count = 3 * triangles.size();
    const int view =
        add("bufferViews",
            {{"buffer", 0}, {"byteOffset", m_data.size()}, {"byteLength", 4 * count}, {"target", kTriangles}});
    for (const auto& triangle : triangles)
        for (const std::uint32_t vertex : triangle)
            appendUint(m_data, vertex);
    return add("accessors",
               {{"bufferView", view}, {"componentType", kUnsignedInt}, {"count", count}, {"type", "SCALAR"}});
}

int GltfWriter::addKeyTimes(const std::vector<float>& times) {
    return addAccessor(times, 1, kNoTarget, true);
}

int GltfWriter::addKeys(const std::vector<float>& values) {
    return addAccessor(values, 1, kNoTarget, false);
}

int GltfWriter::addKeys(const std::vector<Eigen::Vector3f>& values) {
    return addAccessor(flat(values), 3, kNoTarget, false);
}

int GltfWriter::addKeys(const std::vector<Eigen::Vector4f>& values) {
    return addAccessor(flat(values), 4, kNoTarget, false);
}

std::string GltfWriter::glb() const {
    nlohmann::ordered_json json = m_json;
    if (!m_data.empty()) json["buffers"] = {{{"byteLength", m_data.size()}}};
    std::string chunks;
    // Names may come from files: bytes other than UTF-8 become U+FFFD.
    appendChunk(chunks, "JSON", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), ' ');
    if (!m_data.empty()) appendChunk(chunks, std::string("BIN\0", 4), m_data, '\0');
    std::string file = "glTF";
    appendUint(file, 2);
    appendUint(file, static_cast<std::uint32_t>(12 + chunks.size()));
    return file + chunks;
}

} // namespace ambient
