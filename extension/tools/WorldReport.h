// SPDX-License-Identifier: Zlib
#pragma once

#include "ReportJson.h"
#include "Worlds/WorldSimulation.h"

#include <optional>
#include <string>
#include <vector>

namespace ambient {

/// Weight and displaced fluid of a body, of a link, or of all links of an articulated body.
struct WeightReport {
    std::string name;
    double mass = 0.0;      ///< with the water inside [kg]
    double water = 0.0;     ///< inside, of the mass [kg]
    double volume = 0.0;    ///< of the surfaces in the fluid, without pores [m^3]; 0: not in the fluid
    double density = 0.0;   ///< of the fluid where it starts, below a surface [kg/m^3]; of several links: the mean
    double displaced = 0.0; ///< mass of the fluid that it displaces if it is wholly under [kg]
    std::optional<Matrix6> addedMass; ///< under water, about the centre of mass, axes of the file; of a rigid body
    Vector3 centerOfMass = Vector3::Zero();   ///< at the start, world axes [m]
    Vector3 centerOfVolume = Vector3::Zero(); ///< of the surfaces, likewise; zero if there are none
    std::vector<WeightReport> links;          ///< of an articulated body, base first

    /// Displaced fluid over mass.
    double ratio() const { return displaced / mass; }
};

/// Why a boat sinks: the weights of the moving bodies of a world at its start, beside the fluid that they displace.
struct WorldReport {
    std::string file, name;
    bool hasSurface = false; ///< of the world's own medium
    std::vector<WeightReport> bodies;
    std::vector<WeightReport> articulated;
};

/// \param world of the simulation, which has made no step
WorldReport reportOf(const std::string& file, const WorldDescription& world, WorldSimulation& simulation);

/// What becomes of a body that is left alone: "floats", "rises", "sinks", "hovers", "not in the fluid". It hovers if
/// mass and displaced fluid are equal to 1e-3.
std::string fateOf(const WeightReport& body, bool hasSurface);

/// Text report for the terminal.
std::string weightTable(const WorldReport& report);
Json weightJson(const WorldReport& report);

} // namespace ambient
