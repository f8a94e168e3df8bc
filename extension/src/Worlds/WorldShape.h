// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ShapeSequence.h"
#include "AmbientFluid/Math/SE3.h"
#include "OneLine.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace ambient {

struct CheckedMesh;

/// An unusable world file. what() is one line: the file, the place in it, and why.
class WorldFileError : public std::invalid_argument {
  public:
    explicit WorldFileError(const std::string& message) : std::invalid_argument(inOneLine(message)) {}
};

/// A shape described by a world file. Sizes in metres.
struct WorldShape {
    enum class Kind { Sphere, Box, Ellipsoid, Cylinder, Capsule, Cone, Mesh, Frames, Wave, Parts };

    std::string path;
    std::string filePath; ///< place of the name of `file`, for messages
    Kind kind = Kind::Sphere;
    Vector3 size = Vector3::Zero(); ///< box: lengths; ellipsoid: half lengths; else radius, length, 0
    int faces = 0;                  ///< of the primitives, about
    Pose bodyFromShape;

    std::string file;                            ///< of Mesh and Frames
    std::shared_ptr<const TriangleMesh> mesh;    ///< of Mesh without a file; else null
    std::shared_ptr<const CheckedMesh> prepared; ///< of Mesh: what preparedMesh() has made; null: not yet
    std::shared_ptr<const ShapeSequence> given;  ///< of Frames without a file, without masses; else null
    Vector3 scale = Vector3::Ones();             ///< on the coordinates of the file
    bool isVisual = false;                       ///< of Mesh, from a robot: left out with a word if it is unusable
    double sheetThickness = 0.0;                 ///< of Mesh; 0: closed meshes only
    std::string facesFile;                       ///< of Frames; empty: none
    double framesPerSecond = 0.0;                ///< 0: default
    bool isLoop = true, isLinear = false;        ///< of Frames
    double speed = 1.0;                          ///< of Frames and Wave
    double phase = 0.0;                          ///< of Frames and Wave at the start, after the first key [s]

    std::shared_ptr<const WorldShape> straight;                  ///< of Wave
    Vector3 along = Vector3::UnitX(), across = Vector3::UnitY(); ///< of Wave: unit, perpendicular
    double wavelength = 1.0, frequency = 1.0;                    ///< of Wave [m], [1/s]
    std::vector<double> amplitude;                               ///< coefficients [m]
    int keys = 24;

    std::vector<WorldShape> parts; ///< of Parts: several rigid shapes, united

    /// Whether the shape changes with time.
    bool isDeforming() const { return kind == Kind::Frames || kind == Kind::Wave; }
};

} // namespace ambient
