// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ambient {

/// Unusable input; what() is one line naming the input and its place. The tool ends with exit code 2.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// `ambient check MESH [--sheet-thickness T] [--wrap] [--output FILE] [--json]`
struct CheckOptions {
    std::string path;
    double sheetThickness = 0.0; ///< open meshes become solids of this thickness [m]; 0: they are refused
    bool wrap = false;           ///< open and broken meshes become solids on a grid
    std::string output;          ///< OBJ file for the usable mesh; empty: none
    bool json = false;
};

/// Checks a mesh and writes the findings to standard output; of a world file, *.json, the weights of its bodies beside
/// the fluid that they displace (WorldReport.h). A mesh passes if the front end makes it usable; the
/// repairs are reported. \throws InputError if the mesh cannot be read or used; with `json` the report is written all
/// the same. std::invalid_argument if the output cannot be written
void runCheck(const CheckOptions& options);

/// `ambient added-mass MESH ...`
struct AddedMassCommandOptions {
    std::string path;
    double fluidDensity = 1000.0; ///< [kg/m^3]
    double scale = 1.0;           ///< factor on the coordinates
    double sheetThickness = 0.0;  ///< thickness of solids from open meshes, after scaling [m]; 0: refused
    bool wrap = false;            ///< open and broken meshes become solids on a grid
    std::string method = "auto";  ///< auto; dense: Galerkin; fast; local; collocation
    double tolerance = 0.01;      ///< wanted error, AddedMassOptions::discretisation
    std::string about;            ///< centroid, origin, or "X,Y,Z" [m], in the scaled mesh frame; empty: the
                                  ///< point of the format, or the centroid
    std::string format = "table"; ///< table, json, sdf, urdf, mjcf
    double bodyDensity = 0.0;     ///< of the solid in robot files [kg/m^3]; 0: the density of the fluid
    std::string given;            ///< SDF or URDF file whose added mass replaces the computed one; empty: none
    std::string link;             ///< of the robot file; empty: its only one
    bool repair = false;          ///< of older versions: inverted meshes are turned without this option
    bool quiet = false;           ///< no progress, no remarks

    /// Another body in the same fluid.
    struct Other {
        std::string path;
        std::string at; ///< x,y,z or x,y,z,qx,qy,qz,qw: the mesh's frame in the frame of the first mesh; empty: the
                        ///< same
    };
    std::vector<Other> others;      ///< in the order of the command line
    std::vector<std::string> walls; ///< nx,ny,nz,d: planes n . x = d, frame of the first mesh
    std::string twists;             ///< six numbers for each body, angular first, for the gradient; empty: none
};

/// Computes the added mass of a mesh and writes it to standard output.
/// \throws InputError if an option is out of range or the mesh cannot be read or used
void runAddedMass(const AddedMassCommandOptions& options);

/// `ambient stokes MESH ...`
struct StokesOptions {
    std::string path;
    double scale = 1.0;          ///< factor on the coordinates
    double sheetThickness = 0.0; ///< thickness for open meshes, after scaling [m]; 0: they are refused
    bool wrap = false;           ///< open and broken meshes become solids on a grid
    int faces = 0;               ///< of the mesh that is solved, ViscousOptions::faces; 0: its default
    bool json = false;
    bool quiet = false; ///< no progress, no remarks
};

/// Computes the Stokes resistance of a mesh and writes it to standard output.
/// \throws InputError if an option is out of range or the mesh cannot be read or used
void runStokes(const StokesOptions& options);

/// `ambient hydrostatics MESH --mass M --center X,Y,Z ...`
struct HydrostaticsOptions {
    std::string path;
    double scale = 1.0;                 ///< factor on the coordinates
    bool wrap = false;                  ///< open and broken meshes become solids on a grid
    std::optional<double> mass;         ///< of the body [kg]; required
    std::string center;                 ///< of mass: X,Y,Z, centroid or origin, in the scaled mesh frame; required
    std::string fluid;                  ///< a named fluid of world files; empty: water
    std::optional<double> fluidDensity; ///< [kg/m^3], in place of `fluid`
    std::string heel = "0:80:5";        ///< of the righting arms [deg]: one, or FROM:TO:STEP
    std::string openings;               ///< X,Y,Z;X,Y,Z;... [m], scaled mesh frame; empty: none
    bool json = false;
    std::string plot;   ///< a picture of the righting arms; empty: none
    bool quiet = false; ///< no progress, no remarks
};

/// Finds how a mesh floats and writes it to standard output, and a picture.
/// \throws InputError if an option is out of range, the mesh cannot be read or used, or the body sinks;
/// std::invalid_argument if the picture cannot be written
void runHydrostatics(const HydrostaticsOptions& options);

/// `ambient radiation MESH ...`
struct RadiationOptions {
    std::string path;
    double scale = 1.0;                 ///< factor on the coordinates
    bool wrap = false;                  ///< open and broken meshes become solids on a grid
    std::optional<double> draft;        ///< depth of the lowest point of the upright mesh [m]
    std::optional<double> mass;         ///< of a body that floats at its equilibrium [kg]
    std::string center;                 ///< of mass: X,Y,Z, centroid or origin, in the scaled mesh frame
    std::string gyration;               ///< radii RX,RY,RZ [m]; empty: those of a uniform solid
    std::string fluid;                  ///< a named fluid of world files; empty: water
    std::optional<double> fluidDensity; ///< [kg/m^3], in place of `fluid`
    std::optional<double> depth;        ///< of the water over a level bed [m]; none: deep
    std::string frequencies;            ///< list or range [rad/s]; empty: wave numbers, or the usual ones
    std::string waveNumbers;            ///< list or range [1/m]
    std::string headings = "0,45,90";   ///< list or range [deg]
    int faces = 0;                      ///< panels of the wet surface; 0: WaveRadiationDef::faces
    bool json = false;
    std::string plot;   ///< a picture of the coefficients; empty: none
    std::string wamit;  ///< writes this name with .1 and .3; empty: none
    bool quiet = false; ///< no progress, no remarks
};

/// Computes the waves around a floating mesh and writes its coefficients to standard output, and files.
/// \throws InputError if an option is out of range, or the mesh cannot be read or used; std::invalid_argument if a file
/// cannot be written
void runRadiation(const RadiationOptions& options);

/// `ambient polar MESH ...`; Polar.h and the command's --help state the conventions.
struct PolarOptions {
    std::string path;
    double scale = 1.0;             ///< factor on the coordinates
    double sheetThickness = 0.0;    ///< thickness of solids from open meshes, after scaling [m]; 0: refused
    bool wrap = false;              ///< open and broken meshes become solids on a grid
    std::string axis = "z";         ///< the nose: points into the motion at incidence 0
    std::string pitchAxis;          ///< empty: y, or x if the nose is nearest to y
    std::string about = "centroid"; ///< reference point: centroid, origin, or "X,Y,Z" [m], in the scaled mesh frame
    std::string sweep = "0:180:5";  ///< incidences [deg]: one, or FROM:TO:STEP
    std::string spin = "0";         ///< spin parameters: one, or FROM:TO:STEP
    std::string spinAxis;           ///< empty: the pitch axis
    std::string model = "default";  ///< ForceSet::named
    std::string fluid = "air";      ///< air, water
    double speed = 10.0;            ///< [m/s]
    bool noFriction = false;
    double wakeFactor = 1.0;      ///< FluidBodyDef::wakeFactor
    double roughness = 0.0;       ///< FluidBodyDef::roughness [m]
    double separation = 90.0;     ///< FluidBodyDef::separationAngle [deg]
    std::string area = "larger";  ///< larger of front and side, front, side, or a number [m^2]
    std::optional<double> length; ///< [m]; default: the diameter of the circle of the reference area
    bool json = false;
    std::optional<std::string> csv; ///< a file, or empty: standard output
    std::string plot;               ///< a picture; empty: none
    bool repair = false;            ///< of older versions: inverted meshes are turned without this option
    bool quiet = false;             ///< no progress, no remarks
};

/// Computes force and moment coefficients against incidence and spin, and writes them to standard output and files.
/// \throws InputError if an option is out of range or the mesh cannot be read or used, std::invalid_argument if a file
/// cannot be written
void runPolar(const PolarOptions& options);

/// `ambient swim FRAMES ...`
struct SwimOptions {
    std::string path;
    std::string edges, faces, weights; ///< files beside a CSV; empty: none
    std::string metric; ///< points, vertex, curve, coulomb, surface, slender, stokes, ideal; empty: by the shape
    std::string scheme = "connection"; ///< connection, variational, midpoint
    std::optional<double> eps;         ///< of vertex; default 0.5
    std::optional<double> ratio;       ///< of curve and surface; default 2
    std::string friction;              ///< of coulomb: forward, backward, across; empty: 0.11, 0.14, 0.19
    std::optional<double> viscosity;   ///< of slender and stokes [Pa s]; default 0.001
    std::optional<double> radius;      ///< of slender [m]
    std::optional<double> density;     ///< of the fluid of ideal [kg/m^3]; default 1000
    std::optional<double> mass;        ///< of the body [kg]: ideal, spread over the points; with gravity
    std::optional<double> fps;         ///< frames per second
    bool periodic = false;             ///< frame 0 follows the last one
    int cycles = 1;                    ///< of a periodic sequence
    std::string momentum, wrench;      ///< six numbers, angular first; empty: 0
    std::string gravity;               ///< three numbers [m/s^2]; empty: 0
    bool compare = false;              ///< all three schemes
    std::optional<std::string> json;   ///< a file, or empty: standard output
    std::string csv;                   ///< a file; empty: none
    std::string glb;                   ///< a file: the .glb of the frames with a root track; empty: none
    bool quiet = false;                ///< no progress, no remarks
};

/// Computes the self-propelled motion of a sequence of shapes. Writes the motion to standard output and files.
/// \throws InputError if an option or the frames cannot be used, std::invalid_argument if a file cannot be written
void runSwim(const SwimOptions& options);

/// How the files of robots are read.
struct RobotFileOptions {
    std::string searchPath; ///< folders of packages and models, before those of the environment
    std::string arguments;  ///< of xacro, NAME:=VALUE separated by blanks

    /// Sets both for all robots. \throws std::invalid_argument for arguments of another form
    void apply() const;
};

/// `ambient robot FILE ...`
struct RobotOptions {
    std::string path;
    double fluidDensity = 1000.0; ///< of the added mass beside a plugin's, unless the plugin names one [kg/m^3]
    RobotFileOptions robots;
    bool json = false;
    bool mjcf = false;  ///< the robot as a file for MuJoCo
    bool quiet = false; ///< no remarks
};

/// Reads a robot and writes its links to standard output, with what plugins declare about the fluid beside the same by
/// the shapes; or the whole robot as MJCF. \throws InputError, RobotFileError or WorldFileError if an option or the
/// file cannot be used
void runRobot(const RobotOptions& options);

/// `ambient simulate FILE ...`
struct SimulateOptions {
    std::string path;
    std::optional<double> seconds;  ///< [s]; default: the file's
    std::optional<double> timeStep; ///< [s]; default: the file's
    std::string solver;             ///< stock, fluid; empty: the file's
    std::string csv;                ///< a file, or -: standard output; empty: none
    std::string joints;             ///< table of the joints of articulated bodies; empty: none
    std::string skeleton;           ///< .glb of the motion; empty: none
    std::string surfaceCsv;         ///< table of the surface of the grid's water; empty: none
    std::string glb;                ///< .glb of the motion of all bodies; empty: none
    std::string save;               ///< the world at the end as a world file; empty: none
    RobotFileOptions robots;
    bool quiet = false; ///< no progress, no remarks
};

/// Runs a world file, and writes the motion of its bodies to a file or standard output.
/// \throws InputError or WorldFileError if an option or the file cannot be used, std::invalid_argument if a file cannot
/// be written
void runSimulate(const SimulateOptions& options);

/// `ambient fmu FILE UNIT`
struct FmuOptions {
    std::string path, output;
    RobotFileOptions robots;
    int version = 2;    ///< of FMI: 2 or 3
    bool quiet = false; ///< no progress, no remarks
};

/// Writes a world file as a co-simulation unit of FMI 2.0 or 3.0. \throws InputError or WorldFileError if the file
/// cannot be used or the unit would not stand alone, std::invalid_argument if the unit cannot be written
void runFmu(const FmuOptions& options);

} // namespace ambient
