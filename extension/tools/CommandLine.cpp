// SPDX-License-Identifier: Zlib
#include "CommandLine.h"

#include "CommandLineParts.h"
#include "Output/VersionText.h"

namespace ambient {
namespace {

CLI::App* declareCheck(CLI::App& app, CheckOptions& options) {
    CLI::App* check =
        app.add_subcommand("check", "Is a mesh a usable solid, what was repaired, and how large is it? Of a "
                                    "world file: which bodies float, and which sink?");
    check->add_option("mesh", options.path, "OBJ, STL, PLY or glTF file; or a world file, *.json")
        ->required()
        ->type_name("MESH");
    declareSheetThickness(*check, options.sheetThickness);
    declareWrap(*check, options.wrap);
    check->add_option("--output", options.output, "Write the usable mesh, repaired, as OBJ")->type_name("FILE");
    check->add_flag("--json", options.json, "Print the report as JSON");
    return check;
}

/// Other bodies in the same fluid, and walls.
void declareGroup(CLI::App& command, CommandLine& line) {
    CLI::Option* with =
        command
            .add_option(
                "--with", line.with,
                "Another body in the same fluid, as often as there are more: adds the matrix of the group, 6N x "
                "6N, in the order of the command line, each block about the body's own --about point, axes of "
                "the first mesh. Bodies must not overlap")
            ->type_name("MESH")
            ->take_all();
    CLI::Option* at =
        command
            .add_option(
                "--at", line.at,
                "Place of the last --with: its mesh's frame in that of the first mesh [m]; default 0,0,0,0,0,0,1")
            ->type_name("X,Y,Z,QX,QY,QZ,QW")
            ->take_all();
    command
        .add_option(
            "--wall", line.addedMass.walls,
            "A plane wall NX x + NY y + NZ z = D, frame of the first mesh; up to three, perpendicular to each other")
        ->type_name("NX,NY,NZ,D")
        ->take_all();
    command
        .add_option("--twists", line.addedMass.twists,
                    "Twists of all bodies, axes of the first mesh, about their points [rad/s, m/s]: adds the gradient "
                    "of the energy Y^T K Y / 2 as each body is turned and moved together with its own twist")
        ->type_name("W1X,W1Y,W1Z,V1X,...");
    // The order of the options pairs places with bodies.
    command.final_callback([&command, &line, with, at]() {
        std::size_t bodies = 0, places = 0;
        line.addedMass.others.clear();
        for (const CLI::Option* option : command.parse_order()) {
            if (option == with) {
                line.addedMass.others.push_back({line.with[bodies++], ""});
            } else if (option == at) {
                if (line.addedMass.others.empty() || !line.addedMass.others.back().at.empty())
                    throw InputError("--at: '" + line.at[places] + "' follows no --with of its own");
                line.addedMass.others.back().at = line.at[places++];
            }
        }
    });
}

CLI::App* declareAddedMass(CLI::App& app, CommandLine& line) {
    AddedMassCommandOptions& o = line.addedMass;
    CLI::App* command = app.add_subcommand("added-mass", "The 6x6 added mass of a mesh in an unbounded fluid");
    declareMesh(*command, o.path);
    command->add_option("--fluid-density", o.fluidDensity, "Density of the fluid [kg/m^3], default 1000")
        ->type_name("RHO");
    declareScale(*command, o.scale);
    declareSheetThickness(*command, o.sheetThickness);
    declareWrap(*command, o.wrap);
    command->add_option("--method", o.method, "auto (default), dense, fast, local (an estimate), or collocation")
        ->type_name("NAME");
    command
        ->add_option("--tolerance", o.tolerance,
                     "Wanted relative error of the largest entries; the solve is refined until it is estimated to be "
                     "reached; default 0.01; inf: estimated only")
        ->type_name("E");
    command
        ->add_option("--about", o.about,
                     "Reference point: centroid (default), origin or X,Y,Z [m]; robot files: always the origin")
        ->type_name("POINT");
    declareThreads(*command, line);
    command
        ->add_option("--format", o.format,
                     "table (default), json, sdf (<fluid_added_mass>), urdf (the same as an extension), mjcf (an "
                     "ellipsoid with fluid coefficients)")
        ->type_name("NAME");
    command
        ->add_option("--body-density", o.bodyDensity,
                     "Of the solid that sdf, urdf and mjcf describe [kg/m^3]; default: the fluid's")
        ->type_name("RHO");
    command
        ->add_option("--given", o.given,
                     "SDF or URDF file to take <fluid_added_mass> from, or MJCF file with geoms of "
                     "fluidshape=\"ellipsoid\"; about the mesh origin, for --fluid-density")
        ->type_name("FILE");
    command->add_option("--link", o.link, "Link or body of that file; default: the only one that has it")
        ->type_name("NAME");
    declareGroup(*command, line);
    declareQuiet(*command, o.quiet);
    command->add_flag("--repair", o.repair, "Of older versions: a mesh that is inside out is turned without it");
    return command;
}

CLI::App* declareStokes(CLI::App& app, CommandLine& line) {
    StokesOptions& o = line.stokes;
    CLI::App* command =
        app.add_subcommand("stokes", "The 6x6 resistance of a mesh to slow motion in an unbounded fluid");
    declareMesh(*command, o.path);
    declareScale(*command, o.scale);
    declareSheetThickness(*command, o.sheetThickness);
    declareWrap(*command, o.wrap);
    command
        ->add_option("--faces", o.faces,
                     "Faces of the mesh that is solved, 20 to 2000: a finer one is reduced; default 320")
        ->type_name("N");
    declareThreads(*command, line);
    command->add_flag("--json", o.json, "JSON in place of the table");
    declareQuiet(*command, o.quiet);
    return command;
}

constexpr const char* kPolarConventions =
    "At incidence a the body moves along cos(a) nose - sin(a) up: turned about the pitch axis (right) until its nose "
    "is\n"
    "raised by a out of the motion; up = right x nose. CD is the force against the motion, CL across it in the plane "
    "of\n"
    "nose and up, CS along right; CN along up, CA against nose; Croll, Cpitch, Cyaw (Cl, Cm, Cn of aeronautics) are "
    "the\n"
    "moments about nose, right and -up: rolling to the right, raising the nose, turning it to the right.\n"
    "Forces are divided by density speed^2 / 2 area, moments by that times the length. Spin S = |w| length / (2 "
    "speed);\n"
    "a sphere's is w radius / speed. L/D is CL/CD. The centre of pressure is the point of the plane through the "
    "reference\n"
    "point along nose and right about which the force neither rolls nor pitches the body, in the axes of the mesh; "
    "none\n"
    "where the force lies in this plane. A second one counts Munk's moment too, of the added mass. Buoyancy and added "
    "mass are no part of the coefficients. Speed and fluid enter "
    "by\n"
    "the Reynolds number of the skin friction only (uwrbd: by its linear drag too).";

void declarePolarSetting(CLI::App& command, PolarOptions& o) {
    command.add_option("--axis", o.axis, "Body axis (nose): points into the motion at incidence 0; default z")
        ->type_name("x|y|z|X,Y,Z");
    command
        .add_option("--pitch-axis", o.pitchAxis,
                    "Pitch axis: incidence rotates the body about it. Default y, or x if the nose is close to y")
        ->type_name("x|y|z|X,Y,Z");
    command.add_option("--sweep", o.sweep, "Incidences [deg], default 0:180:5")->type_name("FROM:TO:STEP|A");
    command.add_option("--spin", o.spin, "Spin parameters S, default 0")->type_name("FROM:TO:STEP|S");
    command.add_option("--spin-axis", o.spinAxis, "In the body, right-handed; default: the pitch axis")
        ->type_name("x|y|z|X,Y,Z");
    command
        .add_option("--about", o.about,
                    "Point that spin and moments are about: centroid (default), origin or X,Y,Z [m]")
        ->type_name("POINT");
    command
        .add_option("--area", o.area,
                    "Reference area: projected at incidence 0 (front), at 90 (side), the larger of both "
                    "(default), or a number [m^2]")
        ->type_name("front|side|larger|A");
    command.add_option("--length", o.length, "Reference length [m]; default: diameter of the circle of the area")
        ->type_name("L");
    declareScale(command, o.scale);
    declareSheetThickness(command, o.sheetThickness);
    declareWrap(command, o.wrap);
}

void declarePolarPhysics(CLI::App& command, PolarOptions& o) {
    command
        .add_option("--model", o.model,
                    "Forces: default, paper001; to compare with: surface2026b (the default before), "
                    "uwrbd (linear drag), "
                    "gwtf (lift and drag of plates)")
        ->type_name("NAME");
    command.add_option("--speed", o.speed, "Speed of the body [m/s], default 10")->type_name("U");
    command.add_option("--fluid", o.fluid, "air (default) or water")->type_name("NAME");
    command.add_flag("--no-friction", o.noFriction, "Leave the skin friction out");
    command
        .add_option("--wake-factor", o.wakeFactor,
                    "0.2 to 1 (default): strength of the wake behind rounded surfaces; default model")
        ->type_name("ETA");
    command
        .add_option("--roughness", o.roughness,
                    "[m], default 0: height of the grains of a rough surface, which bring the drag crisis of rounded "
                    "parts; default model")
        ->type_name("K");
    command
        .add_option("--separation", o.separation,
                    "[deg], default 90: where the flow leaves the surface; paper001, and the friction of default")
        ->type_name("ANGLE");
}

CLI::App* declarePolar(CLI::App& app, CommandLine& line) {
    PolarOptions& o = line.polar;
    CLI::App* command =
        app.add_subcommand("polar", "Force and moment coefficients of a mesh against incidence and spin");
    declareMesh(*command, o.path);
    declarePolarSetting(*command, o);
    declarePolarPhysics(*command, o);
    command->add_flag("--json", o.json, "Print JSON in place of the table");
    command
        ->add_option_function<std::string>(
            "--csv", [&o](const std::string& file) { o.csv = file; },
            "Write a table to a file; without one, to standard output")
        ->expected(0, 1)
        ->type_name("[FILE]");
    command->add_option("--plot", o.plot, "Draw it with gnuplot, as .png or .svg")->type_name("FILE");
    declareUsual(*command, line, o.quiet);
    command->add_flag("--repair", o.repair, "Of older versions: a mesh that is inside out is turned without it");
    command->footer(kPolarConventions);
    return command;
}

constexpr const char* kSwimConventions =
    "Poses map the coordinates of a frame to the world: x_world = R x + p, and are written px,py,pz,qx,qy,qz,qw; the\n"
    "world is the input of frame 0. Frames may lie anywhere: only their shapes count. Advance and turn per cycle (a\n"
    "rotation vector, rad) are those of frame 0 over the loop, or of the last frame of an open sequence.\n"
    "Metrics: points (equal masses, inertia), vertex (paper 002's: length or area of a vertex times eps along and 1\n"
    "across), curve (edges: resistance 1 along, ratio across), coulomb (edges from head to tail: dry friction),\n"
    "surface (faces: 1 along, ratio across), slender (filaments in SI units), stokes (true Stokes flow around faces),\n"
    "ideal (ideal fluid around closed faces, with --mass on the points). Without --metric: surface with faces, else "
    "curve with edges, else points.";

void declareSwimFiles(CLI::App& command, SwimOptions& o) {
    command
        .add_option("frames", o.path,
                    "CSV with lines frame,point,x,y,z; a folder of OBJ or PLY files; an animated .glb, .gltf or .bvh")
        ->required()
        ->type_name("FRAMES");
    command.add_option("--edges", o.edges, "Edges of the points of a CSV, lines a,b")->type_name("FILE");
    command.add_option("--faces", o.faces, "Triangles of the points of a CSV, lines a,b,c")->type_name("FILE");
    command
        .add_option("--weights", o.weights,
                    "Factors on the shares of points, lines point,weight or frame,point,weight; default 1")
        ->type_name("FILE");
    command
        .add_option("--fps", o.fps,
                    "Frames per second; default: the sequence lasts 1 s (.glb, .bvh: 30 samples per second)")
        ->type_name("F");
    command.add_flag("--periodic", o.periodic,
                     "Close the loop: frame 0 follows the last frame, which is dropped if it has the shape of frame 0");
    command.add_option("--cycles", o.cycles, "Cycles of a periodic sequence, default 1")->type_name("N");
}

void declareSwimPhysics(CLI::App& command, SwimOptions& o) {
    command
        .add_option("--metric", o.metric,
                    "points, vertex, curve, coulomb, surface, slender, stokes or ideal; default: by the shape")
        ->type_name("NAME");
    command.add_option("--eps", o.eps, "vertex: resistance along over across, 0 to 1, default 0.5")->type_name("E");
    command.add_option("--ratio", o.ratio, "curve, surface: resistance across over along, default 2")->type_name("K");
    command
        .add_option("--friction", o.friction,
                    "coulomb: coefficients forward, backward and across, default 0.11,0.14,0.19")
        ->type_name("F,B,A");
    command.add_option("--viscosity", o.viscosity, "slender, stokes: [Pa s], default 0.001")->type_name("V");
    command.add_option("--radius", o.radius, "slender: of the filament [m]")->type_name("R");
    command.add_option("--density", o.density, "ideal: of the fluid [kg/m^3], default 1000")->type_name("RHO");
    command
        .add_option("--mass", o.mass,
                    "ideal: of the body, spread over the points [kg], default 0; with --gravity: of the body")
        ->type_name("M");
    command.add_option("--momentum", o.momentum, "points, ideal: constant angular and linear momentum; default 0")
        ->type_name("LX,LY,LZ,PX,PY,PZ");
    command.add_option("--wrench", o.wrench, "Other metrics: constant torque and force on the body; default 0")
        ->type_name("TX,TY,TZ,FX,FY,FZ");
    command.add_option("--gravity", o.gravity, "Acceleration [m/s^2]; all but points and ideal: needs --mass")
        ->type_name("X,Y,Z");
    command
        .add_option("--scheme", o.scheme, "connection (default, fourth order), variational (paper 002's) or midpoint")
        ->type_name("NAME");
}

CLI::App* declareSwim(CLI::App& app, CommandLine& line) {
    SwimOptions& o = line.swim;
    CLI::App* command = app.add_subcommand("swim", "The motion that a sequence of shapes makes by itself");
    declareSwimFiles(*command, o);
    declareSwimPhysics(*command, o);
    command->add_flag("--compare", o.compare, "Print all three schemes beside each other");
    command
        ->add_option_function<std::string>(
            "--json", [&o](const std::string& file) { o.json = file; },
            "Write poses and advance as JSON to a file; without one, to standard output in place of the table")
        ->expected(0, 1)
        ->type_name("[FILE]");
    command->add_option("--csv", o.csv, "Write lines frame,time,px,py,pz,qx,qy,qz,qw to a file")->type_name("FILE");
    command
        ->add_option("--glb", o.glb,
                     "Write the .glb that the frames come from, with the motion of a cycle as a track of a root above "
                     "its scene")
        ->type_name("FILE");
    declareUsual(*command, line, o.quiet);
    command->footer(kSwimConventions);
    return command;
}

CLI::App* declareRobot(CLI::App& app, CommandLine& line) {
    RobotOptions& o = line.robot;
    CLI::App* command = app.add_subcommand("robot", "The links of a robot's file, and what its plugins declare");
    command->add_option("robot", o.path, "URDF, SDF, MJCF or xacro file")->required()->type_name("FILE");
    command->add_option("--fluid-density", o.fluidDensity, "Density of the fluid [kg/m^3], default 1000")
        ->type_name("RHO");
    declareRobots(*command, o.robots);
    CLI::Option* json = command->add_flag("--json", o.json, "Print the report as JSON");
    command->add_flag("--mjcf", o.mjcf, "Print the whole robot as MJCF, with its fluid, in place of the report")
        ->excludes(json);
    declareUsual(*command, line, o.quiet);
    return command;
}

constexpr const char* kSimulateConventions =
    "SI units, world frame, z up by default. The table has one row for each body that moves and each time, from 0 on:\n"
    "time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz - position and velocity of the centre of mass, orientation\n"
    "x, y, z, w of the body's axes. The table of joints has one row for each time. The keys of the file are in "
    "docs/worlds.md and docs/world.schema.json.";

CLI::App* declareSimulate(CLI::App& app, CommandLine& line) {
    SimulateOptions& o = line.simulate;
    CLI::App* command = app.add_subcommand("simulate", "Run a world of bodies, joints and media from a JSON file");
    command->add_option("world", o.path, "JSON file: medium, bodies, joints, walls, articulated bodies")
        ->required()
        ->type_name("FILE");
    command->add_option("--seconds", o.seconds, "Simulated time [s]; default: the file's, or 1")->type_name("T");
    command->add_option("--dt", o.timeStep, "Step [s], at most 0.05; default: the file's, or 1/240")->type_name("H");
    command
        ->add_option("--solver", o.solver,
                     "Constraint solver: stock (Bullet's own) or fluid (contacts and joints feel the added mass); "
                     "default: the file's, or fluid")
        ->type_name("NAME");
    command->add_option("--csv", o.csv, "Write the motion of all bodies to a file; -: to standard output")
        ->type_name("FILE");
    command
        ->add_option("--joints", o.joints,
                     "Write positions, rates and torques of the joints of articulated bodies, as CSV")
        ->type_name("FILE");
    command->add_option("--skeleton", o.skeleton, "Write articulated bodies as skeletons in a glTF 2.0 file")
        ->type_name("FILE");
    command
        ->add_option(
            "--surface-csv", o.surfaceCsv,
            "Write heights at the probes, volume and energies of the water of a grid with a surface, a row for "
            "each step of the grid")
        ->type_name("FILE");
    command->add_option("--glb", o.glb, "Write the motion of all bodies as an animated glTF 2.0 file")
        ->type_name("FILE");
    command->add_option("--save", o.save, "Write the world as it is at the end, as a world file")->type_name("FILE");
    declareRobots(*command, o.robots);
    declareUsual(*command, line, o.quiet);
    command->footer(kSimulateConventions);
    return command;
}

CLI::App* declareFmu(CLI::App& app, CommandLine& line) {
    FmuOptions& o = line.fmu;
    CLI::App* command = app.add_subcommand("fmu", "Write a world as a co-simulation unit of FMI");
    command->add_option("world", o.path, "JSON file, as of simulate")->required()->type_name("FILE");
    command->add_option("unit", o.output, "The unit, *.fmu; docs/fmu.md has its variables")
        ->required()
        ->type_name("UNIT");
    command->add_option("--fmi", o.version, "Version of FMI: 2 (default) or 3")->check(CLI::IsMember({2, 3}));
    declareSearchPath(*command, o.robots.searchPath);
    declareUsual(*command, line, o.quiet);
    return command;
}

} // namespace

Commands declareCommandLine(CLI::App& app, CommandLine& line) {
    // On Windows "/meshes/a.obj" would be an option. Subcommands inherit this.
    app.allow_windows_style_options(false);
    app.name("ambient");
    app.description("Meshes as bodies in a fluid: checks them, computes their added mass, how they float, their "
                    "waves, the forces on them, and how they swim.");
    app.set_version_flag(
        "--version", [] { return versionText("ambient"); },
        "Print the version, and what a report of a bug should tell");
    app.require_subcommand(0, 1);
    return {declareCheck(app, line.check),  declareAddedMass(app, line), declareStokes(app, line),
            declareHydrostatics(app, line), declareRadiation(app, line), declarePolar(app, line),
            declareSwim(app, line),         declareRobot(app, line),     declareSimulate(app, line),
            declareFmu(app, line)};
}

} // namespace ambient
