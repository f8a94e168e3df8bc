// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/GltfWriter.h"
#include "drawing/ColourMap.h"
#include "drawing/Framing.h"
#include "exporters/GlbFile.h"

#include <Eigen/Geometry>

#include <map>
#include <memory>

namespace samples {

/// A .glb under construction, and the shared data of its parts.
struct GlbParts {
    /// \param record at least one body and one frame
    GlbParts(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options);

    const RunRecord& record;
    const PlotSpec& spec;
    const GlbOptions& options;
    Shot shot;                  ///< camera, and enlargement of the bodies
    double slipScale;           ///< speed at the upper end of the colour map [m/s]; 0: no slip colours
    Eigen::AlignedBox3d extent; ///< of all bodies as long as they are shown [m]
    ambient::GltfWriter gltf;
    nlohmann::ordered_json children = nlohmann::ordered_json::array(); ///< nodes below "world"
    nlohmann::ordered_json samplers = nlohmann::ordered_json::array(); ///< of the animation "run"
    nlohmann::ordered_json channels = nlohmann::ordered_json::array(); ///< of the animation "run"

    /// The shown part of a body's record: up to this frame.
    int lastFrame(int body) const;
    /// Largest distance of its surface from its centre of mass, as drawn [m].
    double drawnRadius(int body) const;
    /// A material of one colour, made once per name. \param colour of the screen \param opacity below 1: seen through
    int material(const std::string& name, const Rgb& colour, double roughness, double opacity = 1.0);
    /// A node below "world", marked in its extras as of a kind such as "trail". \returns its index
    int addNode(nlohmann::ordered_json node, const std::string& kind);
    /// A mesh of one material. \returns its index
    int addMesh(const std::string& name, const ambient::TriangleMesh& mesh, int materialIndex);
    /// A node below "world" with a mesh of one material.
    void addPlainMesh(const std::string& name, const ambient::TriangleMesh& mesh, const ambient::Pose& worldFromMesh,
                      int materialIndex, const std::string& kind);
    /// A channel of the animation "run". \param times and `values`: accessors \param interpolation between the keys, of
    /// glTF: straight lines, or STEP
    void animate(int node, const std::string& path, int times, int values, const char* interpolation = "LINEAR");
    /// A channel that gives each morph target of a node, in turn, the whole weight at the time of its frame.
    void animateMorphs(int node, const std::vector<int>& frames);
    /// The accessor of the times of frames.
    int keyTimes(const std::vector<int>& frames);

  private:
    std::map<std::string, int> m_materials;
    std::map<std::vector<int>, int> m_keyTimes; ///< accessors, by their frames
};

/// \name Conversion to glTF's numbers
/// @{
std::vector<Eigen::Vector3f> singlePrecision(const std::vector<ambient::Vector3>& vectors);
/// (x, y, z, w), of length 1.
Eigen::Vector4f coefficientsOf(const ambient::Quaternion& q);
nlohmann::ordered_json jsonOf(const ambient::Vector3& v);
nlohmann::ordered_json jsonOf(const ambient::Quaternion& q);
/// @}

/// The bodies, with colours, and their channels of the animation "run".
void addBodies(GlbParts& parts);
/// Tubes along the bodies' paths; a vertex has the time at which the body was there in `_TIME` [s].
void addTrails(GlbParts& parts);
/// Ropes, cables and chains as tubes that move.
void addLines(GlbParts& parts);
/// Ground, obstacles and marks.
void addScenery(GlbParts& parts);
/// The surface of the water, of the world and of regions; waves move. See GlbWater.cpp.
void addWater(GlbParts& parts);
/// The first slice of the record as a coloured sheet, at several times of the run.
void addSlices(GlbParts& parts);
/// A camera with the whole run in view.
void addCamera(GlbParts& parts);

} // namespace samples
