// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Geometry>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

/// A binary glTF file, taken apart by the book.
struct GlbReader {
    explicit GlbReader(const std::string& file) : bytes(file) {
        json = nlohmann::json::parse(bytes.substr(20, uintAt(12)));
        dataStart = 20 + uintAt(12) + 8;
    }

    std::uint32_t uintAt(std::size_t offset) const {
        std::uint32_t value;
        std::memcpy(&value, bytes.data() + offset, sizeof value);
        return value;
    }

    static int componentsOf(const nlohmann::json& accessor) {
        const std::string type = accessor["type"];
        return type == "SCALAR" ? 1 : type[3] - '0';
    }

    /// The numbers of an accessor, one element per column.
    Eigen::MatrixXf numbers(int index) const {
        const nlohmann::json& accessor = json["accessors"][static_cast<std::size_t>(index)];
        if (accessor["componentType"] != 5126) throw std::runtime_error("no floats");
        Eigen::MatrixXf result(componentsOf(accessor), accessor["count"].get<int>());
        std::memcpy(result.data(), bytes.data() + startOf(accessor), sizeof(float) * std::size_t(result.size()));
        return result;
    }

    std::vector<std::uint32_t> indices(int index) const {
        const nlohmann::json& accessor = json["accessors"][static_cast<std::size_t>(index)];
        if (accessor["componentType"] != 5125) throw std::runtime_error("no unsigned integers");
        std::vector<std::uint32_t> result(accessor["count"].get<std::size_t>());
        std::memcpy(result.data(), bytes.data() + startOf(accessor), sizeof(std::uint32_t) * result.size());
        return result;
    }

    std::size_t startOf(const nlohmann::json& accessor) const {
        return dataStart +
               json["bufferViews"][accessor["bufferView"].get<std::size_t>()]["byteOffset"].get<std::size_t>();
    }

    /// The nodes of one kind ("body", "trail", ...), as named in their extras.
    std::vector<int> nodesOfKind(const std::string& kind) const {
        std::vector<int> found;
        for (std::size_t i = 0; i < json["nodes"].size(); ++i)
            if (json["nodes"][i].value("extras", nlohmann::json::object()).value("kind", "") == kind)
                found.push_back(static_cast<int>(i));
        return found;
    }

    const nlohmann::json& node(int index) const { return json["nodes"][static_cast<std::size_t>(index)]; }
    const nlohmann::json& primitiveOf(int nodeIndex) const {
        return json["meshes"][node(nodeIndex)["mesh"].get<std::size_t>()]["primitives"][0];
    }
    const nlohmann::json& extras() const { return json["scenes"][0]["extras"]; }

    /// Times and values of the keys of a node's channel, one key per column.
    struct Keys {
        Eigen::VectorXf times;
        Eigen::MatrixXf values;
    };
    Keys keysOf(int nodeIndex, const std::string& path) const {
        const nlohmann::json& animation = json["animations"][0];
        for (const auto& channel : animation["channels"])
            if (channel["target"]["node"] == nodeIndex && channel["target"]["path"] == path) {
                const auto& sampler = animation["samplers"][channel["sampler"].get<std::size_t>()];
                return {numbers(sampler["input"]).row(0), numbers(sampler["output"])};
            }
        throw std::runtime_error("no channel " + path);
    }

    std::string bytes;
    nlohmann::json json;
    std::size_t dataStart;
};

/// The volume within triangles, positive if they face outward.
inline double signedVolume(const Eigen::MatrixXf& positions, const std::vector<std::uint32_t>& triangles) {
    double sum = 0.0;
    const auto at = [&](std::size_t i) { return Eigen::Vector3d(positions.col(int(triangles[i])).cast<double>()); };
    for (std::size_t i = 0; i < triangles.size(); i += 3)
        sum += at(i).dot(at(i + 1).cross(at(i + 2)));
    return sum / 6.0;
}
