// SPDX-License-Identifier: Zlib
#include "CommandLine.h"

#include "Output/VersionText.h"

namespace ambient {
namespace {

void declareSheetThickness(CLI::App& command, double& thickness) {
    command
        .add_option("--sheet-thickness", thickness,
                    "An open mesh is a sheet of this thickness [m]; default 0, an open mesh is refused")
        ->type_name("T");
}

void declareWrap(CLI::App& command, bool& wrap) {
    command.add_flag("--wrap", wrap, "Close an open or broken mesh on a grid of 256 cells, which cuts edges by a cell");
}

CLI::App* declareCheck(CLI::App& app, CheckOptions& options) {
    CLI::App* check = app.add_subcommand("check", "Is a mesh a usable solid, what was repaired, and how large is it?");
    check->add_option("mesh", options.path, "OBJ, STL, PLY or glTF file")->required()->type_name("MESH");
    declareSheetThickness(*check, options.sheetThickness);
    declareWrap(*check, options.wrap);
    check->add_option("--output", options.output, "Write the usable mesh, repaired, as OBJ")->type_name("FILE");
    check->add_flag("--json", options.json, "Print the report as JSON");
    return check;
}

CLI::App* declareAddedMass(CLI::App& app, CommandLine& line) {
    AddedMassCommandOptions& o = line.addedMass;
    CLI::App* command = app.add_subcommand("added-mass", "The 6x6 added mass of a mesh in an unbounded fluid");
    command->add_option("mesh", o.path, "OBJ, STL, PLY or glTF file")->required()->type_name("MESH");
    command->add_option("--fluid-density", o.fluidDensity, "Density of the fluid [kg/m^3], default 1000")
        ->type_name("RHO");
    command->add_option("--scale", o.scale, "Multiply the coordinates, default 1 (the file is in metres)")
        ->type_name("S");
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
    command->add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
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
    command->add_flag("--quiet", o.quiet, "Show no progress and no remarks");
    command->add_flag("--repair", o.repair, "Of older versions: a mesh that is inside out is turned without it");
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
    "a sphere's is w radius / speed. Buoyancy and added mass are no part of the coefficients. Speed and fluid enter "
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
    command.add_option("--scale", o.scale, "Multiply the coordinates, default 1 (the file is in metres)")
        ->type_name("S");
    declareSheetThickness(command, o.sheetThickness);
    declareWrap(command, o.wrap);
}

void declarePolarPhysics(CLI::App& command, PolarOptions& o) {
    command
        .add_option("--model", o.model,
                    "Forces: default, paper001; to compare with: uwrbd (linear drag), gwtf (lift and drag of plates)")
        ->type_name("NAME");
    command.add_option("--speed", o.speed, "Speed of the body [m/s], default 10")->type_name("U");
    command.add_option("--fluid", o.fluid, "air (default) or water")->type_name("NAME");
    command.add_flag("--no-friction", o.noFriction, "Leave the skin friction out");
    command
        .add_option("--wake-factor", o.wakeFactor,
                    "0.2 to 1 (default): strength of the wake behind rounded surfaces; default model")
        ->type_name("ETA");
    command
        .add_option("--separation", o.separation,
                    "[deg], default 90: where the flow leaves the surface; paper001, and the friction of default")
        ->type_name("ANGLE");
}

CLI::App* declarePolar(CLI::App& app, CommandLine& line) {
    PolarOptions& o = line.polar;
    CLI::App* command =
        app.add_subcommand("polar", "Force and moment coefficients of a mesh against incidence and spin");
    command->add_option("mesh", o.path, "OBJ, STL, PLY or glTF file")->required()->type_name("MESH");
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
    command->add_option("--threads", line.threads, "Number of threads; results do not depend on it")->type_name("N");
    command->add_flag("--quiet", o.quiet, "Show no progress and no remarks");
    command->add_flag("--repair", o.repair, "Of older versions: a mesh that is inside out is turned without it");
    command->footer(kPolarConventions);
    return command;
}

} // namespace

Commands declareCommandLine(CLI::App& app, CommandLine& line) {
    app.name("ambient");
    app.description("Meshes as bodies in a fluid: checks them, computes their added mass and the forces on them.");
    app.set_version_flag(
        "--version", [] { return versionText("ambient"); },
        "Print the version, and what a report of a bug should tell");
    app.require_subcommand(0, 1);
    return {declareCheck(app, line.check), declareAddedMass(app, line), declarePolar(app, line)};
}

} // namespace ambient
