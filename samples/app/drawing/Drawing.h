// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "drawing/ColourMap.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace samples {

/// A body or an obstacle, lit.
struct DrawnBody {
    std::shared_ptr<const ambient::TriangleMesh> mesh; ///< body frame [m]; a renderer may cache the mesh by its address
    ambient::Pose worldFromBody;
    double scale = 1.0; ///< about the body's origin
    Rgb colour = {0.8f, 0.8f, 0.8f};
    std::vector<Rgb> vertexColours; ///< one per vertex in place of `colour`, or none
    double opacity = 1.0;           ///< below 1 the body is a ghost: seen through, and throws no shadow
    bool lit = true;                ///< false: colours without lighting, and no cast shadow
    bool shaded = true;             ///< whether shadows of other bodies fall on this one; false among exposures
};

/// A line of constant width on the picture, at any distance.
struct DrawnLine {
    std::vector<ambient::Vector3> points; ///< world [m]
    std::vector<Rgb> colours;             ///< one per point, or one for all
    double width = 3.0;                   ///< in pixels of a picture 1080 pixels high
    bool hidden = true;                   ///< whether bodies in front hide the line
};

/// A lit arrow of a shaft and a cone.
struct DrawnArrow {
    ambient::Vector3 from, to; ///< world [m]
    Rgb colour;
    double width = 8.0;  ///< of the shaft, in pixels of a picture 1080 pixels high
    bool hidden = false; ///< whether bodies in front hide the arrow
};

/// Text beside a point of the world.
struct DrawnLabel {
    enum class Side { Right, Left, Above, Below, Centre };

    ambient::Vector3 at; ///< world [m]
    std::string text;    ///< UTF-8, one line
    Side side = Side::Right;
    Rgb colour = {0.1f, 0.1f, 0.1f};
};

/// Meaning of the colours of a picture: a bar of a colour map, or some swatches with names.
struct DrawnLegend {
    struct Swatch {
        Rgb colour;
        std::string name;
    };

    std::string title;                   ///< quantity and unit: "slip speed [m/s]"
    const ColourMap* map = nullptr;      ///< null: see `swatches`
    double minimum = 0.0, maximum = 1.0; ///< values at the ends of the map
    std::vector<Swatch> swatches;
};

/// A surface of water, which mirrors the sky at grazing angles and is seen through from above.
struct DrawnWater {
    std::shared_ptr<const ambient::TriangleMesh> mesh; ///< world axes about `origin` [m]; faces up
    ambient::Vector3 origin = ambient::Vector3::Zero();
};

/// The surroundings of the bodies.
struct Backdrop {
    enum class Medium { Air, Water, Vacuum }; ///< sky, the deep, or black space
    enum class Ground { None, Land, SeaFloor };

    Medium medium = Medium::Air;
    Ground ground = Ground::None;
    double groundHeight = 0.0;       ///< [m]
    double gridSpacing = 0.0;        ///< of the lines on the ground [m]; 0: none
    std::optional<double> waterline; ///< mean height of the world's water surface, which sets the colours [m]
};

/// One picture, as data for a renderer, in SI units, z up. Independent of the renderer.
struct Drawing {
    Backdrop backdrop;
    std::vector<DrawnBody> bodies;
    std::vector<DrawnWater> waters;
    std::vector<DrawnLine> lines;
    std::vector<DrawnLine> foam; ///< drawn over the water; hidden by bodies in front
    std::vector<DrawnArrow> arrows;
    std::vector<DrawnLabel> labels;
    std::vector<DrawnLegend> legends; ///< drawn down the right edge
    std::string title, subtitle;      ///< at the upper left; empty: none
    std::string note;                 ///< at the lower left, such as the time; empty: none
};

} // namespace samples
