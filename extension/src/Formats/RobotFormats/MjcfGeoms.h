// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/MjcfFile.h"

namespace ambient {

/// Shapes and mass of a body in MJCF, from its geoms.
class MjcfGeoms {
  public:
    explicit MjcfGeoms(const MjcfFile& file) : m_file(file) {}

    /// Adds a geom. Planes and maps of heights, which no body has as a shape, get a note.
    /// \param bodyFromFrame of a <frame> around it \param around class of elements that name none
    void add(const tinyxml2::XMLElement& geom, const Pose& bodyFromFrame, const std::string& around,
             std::vector<std::string>& notes);

    /// The shapes: of the geoms that collide; without one, of all.
    std::vector<RobotGeometry> shapes() const;

    /// Sum of the masses of all geoms as solids; none: they have no mass. A mesh leaves density or moments open, for
    /// its shape.
    std::optional<RobotInertia> mass(std::vector<std::string>& notes) const;

  private:
    struct Geom {
        RobotGeometry shape;
        bool collides = true;
        std::optional<double> mass;
        double density = 1000.0;
    };

    RobotGeometry shapeOf(const tinyxml2::XMLElement& geom, const std::string& type, const std::string& around) const;
    /// Whether a geom is MuJoCo's fluid and nothing else: it has no mass and touches nothing.
    bool isFluidAlone(const tinyxml2::XMLElement& geom, const std::string& around) const;
    bool placeFromTo(const tinyxml2::XMLElement& geom, const std::string& around, RobotGeometry& shape,
                     double& half) const;

    const MjcfFile& m_file;
    std::vector<Geom> m_geoms;
};

} // namespace ambient
