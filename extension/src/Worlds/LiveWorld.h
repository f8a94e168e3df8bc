// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/WorldReader.h"
#include "Worlds/WorldSimulation.h"

#include <nlohmann/json.hpp>

#include <string>

namespace ambient {

/// A world file in motion, open to more parts: parts are added between two steps as JSON objects with the keys of a
/// file.
///
/// Errors are those of a file: one line with the place, such as `bodies[2].mass`. A refused part leaves the world
/// unchanged.
class LiveWorld {
  public:
    /// \param file the JSON of a world file, with or without bodies
    /// \param folder base of relative file names \param options time step and solver are replaced by the file's
    /// \throws WorldFileError naming the place
    LiveWorld(nlohmann::json file, const std::string& folder, WorldSimulationOptions options);

    const WorldDescription& description() const { return m_description; }
    WorldSimulation& simulation() { return *m_simulation; }
    const WorldSimulation& simulation() const { return *m_simulation; }

    /// \name Parts
    /// Objects as in the lists of a file; they return the index in the list. \throws WorldFileError
    /// @{
    int addBody(const nlohmann::json& object);
    int addJoint(const nlohmann::json& object);
    int addArticulatedBody(const nlohmann::json& object);
    int addWall(const nlohmann::json& object);
    int addMooring(const nlohmann::json& object);
    int addThruster(const nlohmann::json& object);
    int addRegion(const nlohmann::json& object);
    /// @}
    /// The lists of a file that parts may be taken out of.
    enum class List { Bodies, Joints, ArticulatedBodies, Moorings, Thrusters };
    /// A part that was taken out: its list, and its index there at that time.
    struct Removed {
        List list;
        int index;
    };
    /// Takes a part out, between two steps; of a body all joints, moorings and thrusters too. \param index in the list
    /// \returns the parts in the order in which they were taken out: each one moves those behind it up
    /// \throws std::invalid_argument, with nothing changed, if the water on a grid follows the body or ends at it
    std::vector<Removed> remove(List list, int index);
    /// Replaces the motor of a joint, also in the file. \param joint its index \param velocity [rad/s, m/s]
    /// \param force greatest one [N m, N]; 0: no motor \throws std::invalid_argument naming the joint
    void setMotor(int joint, double velocity, double force);
    /// Turns the coupling on, once. \param object true or an object
    void addCoupling(const nlohmann::json& object);
    /// Puts water on a grid into the world, once.
    void addGrid(const nlohmann::json& object);
    /// Replaces the medium outside the regions. \param object a name or an object \throws WorldFileError if the world
    /// has a grid, whose water is the medium
    void setMedium(const nlohmann::json& object);
    /// The medium of a JSON object; null: a vacuum.
    std::shared_ptr<const FluidMedium> mediumOf(const nlohmann::json& object) const;

    /// savedWorld(). \param folder base of the relative file names; empty: names as given
    nlohmann::json file(const std::string& folder = "") const;

  private:
    /// Adds a part to a list of the file and calls `add`. Removes the part if `add` throws.
    template <class Part, class Add>
    int append(const char* list, const nlohmann::json& object, std::vector<Part>& parts, Part part, Add&& add);
    /// Takes out the joints, moorings and thrusters of a body.
    void removeAttached(const std::string& body, int index, std::vector<Removed>& removed);
    void removeOne(List list, int index);
    std::string pathOf(const char* list) const;
    WorldNames names() const;

    nlohmann::json m_file;
    WorldDescription m_description;
    std::unique_ptr<WorldSimulation> m_simulation;
};

} // namespace ambient
