// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace ambient {

/// Puts together a binary glTF 2.0 file: its JSON is filled in by the caller, its data by the add...() functions, which
/// return the index of the new accessor. All numbers are little-endian single precision.
class GltfWriter {
  public:
    /// \param generator for `asset.generator`
    explicit GltfWriter(const std::string& generator);

    /// \name Data
    /// \throws std::runtime_error for non-finite numbers, std::invalid_argument for no numbers at all
    /// @{
    /// One vector per vertex, with bounds if they are positions.
    int addVertexData(const std::vector<Eigen::Vector3f>& vectors, bool withBounds = false);
    int addVertexNumbers(const std::vector<float>& numbers);
    int addTriangles(const std::vector<std::array<std::uint32_t, 3>>& triangles);
    /// Times of keys, rising [s].
    int addKeyTimes(const std::vector<float>& times);
    int addKeys(const std::vector<float>& values);
    int addKeys(const std::vector<Eigen::Vector3f>& values);
    int addKeys(const std::vector<Eigen::Vector4f>& values);
    /// @}

    /// Appends to a list of the top level such as "nodes". \returns the index in the list
    int add(const std::string& list, nlohmann::ordered_json object);
    /// Names an extension used in the file; once is enough.
    void useExtension(const std::string& name);

    nlohmann::ordered_json& json() { return m_json; }
    /// The whole file.
    std::string glb() const;

  private:
    int addAccessor(const std::vector<float>& numbers, int components, int target, bool withBounds);

    nlohmann::ordered_json m_json;
    std::string m_data;
};

} // namespace ambient
