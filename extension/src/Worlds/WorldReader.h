// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldFile.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ambient {

/// \file
/// Common parts of the reader.

/// A value of the file and its place.
struct WorldValue {
    const nlohmann::json& value;
    std::string path;

    /// \throws WorldFileError `path: why`
    [[noreturn]] void refuse(const std::string& why) const;
    double number() const;         ///< finite, at most 1e9 in size
    std::string text() const;      ///< not empty
    Vector3 vector() const;        ///< three numbers
    Vector3 direction() const;     ///< three numbers, made unit
    Quaternion quaternion() const; ///< x, y, z, w; of length 1 to 1e-3, made unit
    std::vector<double> numbers(std::size_t least, std::size_t most) const;
    bool isText() const { return value.is_string(); }
    /// The elements of an array.
    std::vector<WorldValue> elements() const;
};

/// An object of the file: its keys are known, and the required keys are present.
class WorldObject {
  public:
    /// \param object name of its keys in worldKeys()
    /// \throws WorldFileError naming an unknown key with the nearest known one, or a missing key
    WorldObject(const WorldValue& value, const std::string& object);

    const std::string& path() const { return m_value.path; }
    bool has(const std::string& key) const { return m_value.value.contains(key); }
    /// The value of an existing key.
    WorldValue at(const std::string& key) const;
    [[noreturn]] void refuse(const std::string& why) const { m_value.refuse(why); }

    /// \name Values with defaults
    /// @{
    double number(const std::string& key, double otherwise) const;
    double positive(const std::string& key, double otherwise) const;    ///< above 0
    double notNegative(const std::string& key, double otherwise) const; ///< 0 or more
    double within(const std::string& key, double least, double most, double otherwise) const;
    int whole(const std::string& key, int least, int most, int otherwise) const;
    bool flag(const std::string& key, bool otherwise) const;
    std::string text(const std::string& key, const std::string& otherwise) const;
    std::string choice(const std::string& key, const std::vector<std::string>& choices,
                       const std::string& otherwise) const;
    Vector3 vector(const std::string& key, const Vector3& otherwise) const;
    Vector3 direction(const std::string& key, const Vector3& otherwise) const;
    Pose pose() const; ///< `position` and `orientation`
    /// The elements of an array; none if the key is missing.
    std::vector<WorldValue> list(const std::string& key) const;
    /// @}

  private:
    WorldValue m_value;
};

/// Distinct names.
class WorldNames {
  public:
    /// \throws WorldFileError if the name is taken, or is `world`
    void take(const std::string& name, const std::string& path);
    /// The name of an articulated body, and those of its links in the table: `NAME/LINK`.
    void take(const WorldArticulatedBody& body);

  private:
    std::set<std::string> m_taken;
};

/// The nearest of the known words, as `; did you mean 'word'?`; empty if none is near.
std::string didYouMean(const std::string& word, const std::vector<std::string>& known);

/// \name Parts of a world
/// @{
WorldMedium readMedium(const WorldValue& value);
WorldFlow readFlow(const WorldValue& value);
WorldShape readShape(const WorldValue& value, bool mayDeform);
/// Triangles of a shape whose description does not say their number; 0 for shapes of a file.
int defaultFaces(WorldShape::Kind kind);
WorldMass readMass(const WorldObject& object);
/// The keys `flooded` and `flooded_density`.
WorldFlooding readFlooding(const WorldObject& object);
WorldTouch readTouch(const WorldObject& object);
/// An object of `waves_made`.
WorldWaveFiles readWaveFiles(const WorldValue& value);
WorldSurfaceFlow readSurfaceFlow(const WorldObject& object);
WorldJointType readJointType(const WorldObject& object);
std::optional<std::array<double, 2>> readLimits(const WorldObject& object, WorldJointType type);
WorldBody readBody(const WorldValue& value, const std::string& defaultName);
WorldJoint readJoint(const WorldValue& value, const std::vector<WorldBody>& bodies);
/// An articulated body, without the links of its robot's file.
WorldArticulatedBody readArticulatedBody(const WorldValue& value, const std::string& defaultName);
WorldRegion readRegion(const WorldValue& value);
WorldWall readWall(const WorldValue& value);
std::optional<WorldCoupling> readCoupling(const WorldValue& value);
/// \param world gives the medium and the names of bodies
WorldGrid readGrid(const WorldValue& value, const WorldDescription& world);
/// Sets the surface of the grid's box.
void readGridSurface(const WorldValue& value, const Vector3& gravity, FluidGridDef& box);
std::vector<std::array<double, 2>> readGridProbes(const WorldObject& grid, const FluidGridDef& box);
/// \param world gives the names of bodies and links, and of other moorings
WorldMooring readMooring(const WorldValue& value, const WorldDescription& world);
/// \param world gives the names of bodies and links, and of other thrusters
WorldThruster readThruster(const WorldValue& value, const WorldDescription& world);
/// The name of a body or link that moves, on which a mooring or a thruster sits. An articulated body means its base.
std::string readCarrierName(const WorldValue& value, const WorldDescription& world);
/// \throws WorldFileError if a grid is to resolve the body and the world has none, or if the grid has a surface and
/// does not resolve the body
void requireGrid(const WorldBody& body, const WorldDescription& world);
/// \throws WorldFileError if the world's grid has a surface: it takes no articulated bodies
void requireGrid(const WorldArticulatedBody& body, const WorldDescription& world);
/// An articulated body with the links of its robot's file, if a file is named.
/// \param world gives name, folder and density of the fluid
WorldArticulatedBody readArticulatedBody(const WorldValue& value, const WorldDescription& world);
/// A whole file. \param world gives name and folder \param mayBeEmpty whether a world without bodies is accepted
WorldDescription readWorld(const WorldValue& value, WorldDescription world, bool mayBeEmpty);
/// Parses a text, and refuses repeated keys in an object. \throws WorldFileError with line and column
nlohmann::json parseJson(const std::string& text);
/// @}

} // namespace ambient
