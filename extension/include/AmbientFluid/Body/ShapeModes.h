// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeSequence.h"
#include "AmbientFluid/Math/SE3.h"

#include <string>
#include <vector>

namespace ambient {

/// One of the numbers that determine a shape: the amplitude of a mode, or the angle or way of a joint.
struct ShapeCoordinate {
    std::string name;                ///< for messages; default: its number
    double least = -1.0, most = 1.0; ///< range; contains 0, the shape at rest. Not used with a period
    /// Of an angle that turns without end: the shape repeats after it [rad]. Default 0: the range counts. A propeller
    /// of three equal blades repeats after a third of a turn.
    double period = 0.0;
    /// Shapes over range or period that the tables know, odd, 3 to 25; 0 (default): 3, with a period 9. The tables are
    /// polynomials over a range and harmonics over a period.
    int nodes = 0;
};

/// Most coordinates of a body.
constexpr int kMostShapeCoordinates = 8;
/// Most parts of a body.
constexpr int kMostShapeParts = 32;

/// The sets of coordinates whose joint effect on the added mass the tables know. The effects of different sets add up.
/// The number of potential flows is the product of the nodes of a set. Default: one set of all coordinates if there are
/// three or fewer, else all pairs.
using ShapeGroups = std::vector<std::vector<int>>;

/// A body whose vertices are those at rest plus offsets times amplitudes, x = x_rest + sum q_k m_k. A plain value.
struct ShapeModes {
    /// A way in which the shape changes.
    struct Mode {
        ShapeCoordinate amplitude;        ///< q_k; without a period
        std::vector<Vector3> offsets;     ///< of the vertices at amplitude 1 [m]
        std::vector<Vector3> massOffsets; ///< of `extraMasses` at amplitude 1 [m]; empty: they stay where they are
    };

    TriangleMesh rest;       ///< the surface at amplitude 0: closed, author's frame
    std::vector<Mode> modes; ///< one to kMostShapeCoordinates
    ShapeGroups together;    ///< default: see ShapeGroups

    ShapeSequence::Masses masses = ShapeSequence::Masses::Solid; ///< default Solid, uniform at rest
    double mass = 0.0;                                           ///< of Solid and Shell [kg], positive
    std::vector<double> vertexMasses;                            ///< of PerVertex [kg], positive, one per vertex
    std::vector<MovingMass> extraMasses; ///< more point masses, each with its one place at rest; default none
};

/// A body of rigid pieces that move about joints: propellers, rudders, flippers. A plain value.
struct ShapeParts {
    /// A joint, described with all coordinates at 0, author's frame. It turns by factor times the coordinate, or
    /// slides.
    struct Joint {
        int coordinate = 0;              ///< index of ShapeParts::coordinates; several joints may share one
        Vector3 point = Vector3::Zero(); ///< on the axis [m]
        Vector3 axis = Vector3::UnitZ(); ///< not 0; its length does not count
        double factor = 1.0;             ///< turn per coordinate [rad], or way [m]
        bool slides = false;             ///< true: moves along the axis instead of turning about it
    };
    /// A point mass fixed to a part.
    struct PointMass {
        double mass = 0.0;               ///< [kg], positive
        Vector3 place = Vector3::Zero(); ///< with all coordinates at 0, author's frame [m]
    };
    /// A rigid piece.
    struct Part {
        std::string name;              ///< for messages
        TriangleMesh mesh;             ///< closed, with all coordinates at 0, author's frame
        double mass = 0.0;             ///< uniform in the piece [kg], positive
        std::vector<PointMass> points; ///< ballast; default none
        /// From the body to the part; a part that hangs on another one begins with the joints of that. None: the hull.
        std::vector<Joint> joints;
    };

    std::vector<Part> parts; ///< at most kMostShapeParts; the author's frame is that of parts without joints
    std::vector<ShapeCoordinate> coordinates; ///< one to kMostShapeCoordinates
    ShapeGroups together;                     ///< default: see ShapeGroups

    /// First vertex of a part in the body's mesh, where the meshes of the parts follow one another.
    int firstVertex(int part) const;
    /// Pose of a part in the author's frame. \param q one number per coordinate
    Pose authorFromPart(int part, const std::vector<double>& q) const;
};

/// Checks counts, numbers, ranges, groups and masses; surfaces are checked by AmplitudeModel::build.
/// \throws std::invalid_argument that names the mode, vertex or mass
void requireValid(const ShapeModes& modes);
/// \throws std::invalid_argument that names the part, joint or coordinate
void requireValid(const ShapeParts& parts);

} // namespace ambient
