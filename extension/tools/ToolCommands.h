// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

namespace ambient {

/// Input that cannot be used; what() is one line that names it and its place. The tool ends with exit code 2.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// `ambient check MESH [--sheet-thickness T] [--wrap] [--output FILE] [--json]`
struct CheckOptions {
    std::string path;
    double sheetThickness = 0.0; ///< open meshes become solids of it [m]; 0: they are refused
    bool wrap = false;           ///< open and broken meshes become solids on a grid
    std::string output;          ///< OBJ file for the usable mesh; empty: none
    bool json = false;
};

/// Checks a mesh and writes the findings to standard output. A mesh that the front end makes usable passes, with
/// the repairs told. \throws InputError when it cannot be read or used; with `json` the report is written all the same.
/// std::invalid_argument when the output cannot be written
void runCheck(const CheckOptions& options);

/// `ambient added-mass MESH ...`
struct AddedMassCommandOptions {
    std::string path;
    double fluidDensity = 1000.0; ///< [kg/m^3]
    double scale = 1.0;           ///< coordinates are multiplied by it
    double sheetThickness = 0.0;  ///< open meshes become solids of it, after scaling [m]; 0: they are refused
    bool wrap = false;            ///< open and broken meshes become solids on a grid
    std::string method = "auto";  ///< auto; dense: Galerkin; fast; local; collocation
    double tolerance = 0.01;      ///< wanted error, AddedMassOptions::discretisation
    std::string about;            ///< centroid, origin, or "X,Y,Z" [m], in the scaled mesh frame; empty: the
                                  ///< point of the format, or the centroid
    std::string format = "table"; ///< table, json, sdf, urdf, mjcf
    double bodyDensity = 0.0;     ///< of the solid that robot files describe [kg/m^3]; 0: that of the fluid
    std::string given;            ///< SDF or URDF file whose added mass replaces the computed one; empty: none
    std::string link;             ///< of that file; empty: its only one
    bool repair = false;          ///< of older versions: inverted meshes are turned without it
    bool quiet = false;           ///< no progress, no remarks
};

/// Computes the added mass of a mesh and writes it to standard output.
/// \throws InputError when an option is out of range or the mesh cannot be read or used
void runAddedMass(const AddedMassCommandOptions& options);

/// `ambient polar MESH ...`; the conventions are those of Polar.h, and its --help tells them.
struct PolarOptions {
    std::string path;
    double scale = 1.0;             ///< coordinates are multiplied by it
    double sheetThickness = 0.0;    ///< open meshes become solids of it, after scaling [m]; 0: they are refused
    bool wrap = false;              ///< open and broken meshes become solids on a grid
    std::string axis = "z";         ///< the nose: points into the motion at incidence 0
    std::string pitchAxis;          ///< empty: y, or x where the nose is nearest to y
    std::string about = "centroid"; ///< reference point: centroid, origin, or "X,Y,Z" [m], in the scaled mesh frame
    std::string sweep = "0:180:5";  ///< incidences [deg]: one, or FROM:TO:STEP
    std::string spin = "0";         ///< spin parameters: one, or FROM:TO:STEP
    std::string spinAxis;           ///< empty: the pitch axis
    std::string model = "default";  ///< ForceSet::named
    std::string fluid = "air";      ///< air, water
    double speed = 10.0;            ///< [m/s]
    bool noFriction = false;
    double wakeFactor = 1.0;      ///< FluidBodyDef::wakeFactor
    double separation = 90.0;     ///< FluidBodyDef::separationAngle [deg]
    std::string area = "larger";  ///< larger of front and side, front, side, or a number [m^2]
    std::optional<double> length; ///< [m]; default: the diameter of the circle of the reference area
    bool json = false;
    std::optional<std::string> csv; ///< a file, or empty: standard output
    std::string plot;               ///< a picture; empty: none
    bool repair = false;            ///< of older versions: inverted meshes are turned without it
    bool quiet = false;             ///< no progress, no remarks
};

/// Computes force and moment coefficients against incidence and spin, and writes them to standard output and files.
/// \throws InputError when an option is out of range or the mesh cannot be read or used, std::invalid_argument when a
/// file cannot be written
void runPolar(const PolarOptions& options);

} // namespace ambient
