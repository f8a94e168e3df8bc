// SPDX-License-Identifier: Zlib
#include "CommandLineParts.h"

namespace ambient {
namespace {

/// Of bodies that float: the same for each of their commands.
template <class Options>
void declareFluid(CLI::App& command, Options& o) {
    command
        .add_option("--fluid", o.fluid,
                    "water (default), sea_water, or another fluid of world files; the air above is left out")
        ->type_name("NAME");
    command.add_option("--fluid-density", o.fluidDensity, "Density of the fluid [kg/m^3]")->type_name("RHO");
}

constexpr const char* kHydrostaticsConventions =
    "Axes of the mesh, z up. x of the hull is the longer axis of the waterplane, +x the bow, port on its left. "
    "Heel is\npositive with starboard down, then trim with the bow down. T: about the longer axis of the waterplane, "
    "L: about\nthe shorter one. GZ has the trim free and the displacement constant. The draft is the depth of the "
    "lowest point.";

constexpr const char* kRadiationConventions =
    "Small waves, time factor e^(-iwt). The origin is the centroid of the waterplane, z up, axes of the\n"
    "mesh; motions in the order surge, sway, heave, roll, pitch, yaw. Waves go towards their heading, 0: along x. X is "
    "the\nforce of waves of 1 m on the body held at rest. With --mass the body floats at its equilibrium and has "
    "responses;\nwith --draft the mesh is upright; with neither it floats as it is drawn, the surface at z = 0.";

void declareRest(CLI::App& command, RadiationOptions& o) {
    command.add_option("--draft", o.draft, "Depth of the lowest point of the upright mesh [m]")->type_name("D");
    command.add_option("--mass", o.mass, "Mass of the body, which floats at its equilibrium [kg]")->type_name("M");
    command.add_option("--center", o.center, "Centre of mass, with --mass: X,Y,Z [m], centroid or origin")
        ->type_name("X,Y,Z");
    command
        .add_option("--gyration", o.gyration,
                    "Radii of gyration about axes of the mesh through the centre of mass [m]; default: a uniform solid")
        ->type_name("RX,RY,RZ");
    declareFluid(command, o);
}

} // namespace

CLI::App* declareHydrostatics(CLI::App& app, CommandLine& line) {
    HydrostaticsOptions& o = line.hydrostatics;
    CLI::App* command =
        app.add_subcommand("hydrostatics", "How a body floats: draft, heel and trim, metacentres, righting arms");
    declareMesh(*command, o.path);
    command->add_option("--mass", o.mass, "Mass of the body [kg]")->required()->type_name("M");
    command->add_option("--center", o.center, "Centre of mass: X,Y,Z [m], centroid or origin")
        ->required()
        ->type_name("X,Y,Z");
    declareFluid(*command, o);
    command->add_option("--heel", o.heel, "Heel of the righting arms [deg], -180 to 180, default 0:80:5")
        ->type_name("FROM:TO:STEP|A");
    command
        ->add_option("--openings", o.openings,
                     "Points through which the hull floods [m]: adds the heel at which each comes to the surface")
        ->type_name("X,Y,Z;...");
    declareScale(*command, o.scale);
    declareWrap(*command, o.wrap);
    command->add_flag("--json", o.json, "Print JSON in place of the report");
    command->add_option("--plot", o.plot, "Draw the righting arms with gnuplot, as .png or .svg")->type_name("FILE");
    declareQuiet(*command, o.quiet);
    command->footer(kHydrostaticsConventions);
    return command;
}

CLI::App* declareRadiation(CLI::App& app, CommandLine& line) {
    RadiationOptions& o = line.radiation;
    CLI::App* command = app.add_subcommand(
        "radiation", "A floating body in waves: added mass, damping, forces and motions over the frequency");
    declareMesh(*command, o.path);
    declareRest(*command, o);
    command
        ->add_option("--frequencies", o.frequencies,
                     "Of the waves, w [rad/s]; default: 30, up to waves of 1.5 mean radii of the waterplane")
        ->type_name("W,W,...|FROM:TO:STEP");
    command->add_option("--depth", o.depth, "Of the water over a level bed [m]; default: deep")->type_name("H");
    command->add_option("--wave-numbers", o.waveNumbers, "Of the waves, k [1/m], in place of --frequencies")
        ->type_name("K,K,...|FROM:TO:STEP");
    command->add_option("--headings", o.headings, "Directions that the waves go to [deg], default 0,45,90")
        ->type_name("A,A,...|FROM:TO:STEP");
    command
        ->add_option("--faces", o.faces,
                     "Panels of the wet surface, about, 20 to 4000: finer meshes are reduced, longer faces divided; "
                     "default: as they are if there are 400 to 1600, and more for short waves")
        ->type_name("N");
    declareScale(*command, o.scale);
    declareWrap(*command, o.wrap);
    declareThreads(*command, line);
    command->add_flag("--json", o.json, "Print JSON in place of the report");
    command->add_option("--plot", o.plot, "Draw the coefficients with gnuplot, as .png or .svg")->type_name("FILE");
    command->add_option("--wamit", o.wamit, "Write NAME.1 (added mass, damping) and NAME.3 (forces) as WAMIT does")
        ->type_name("NAME");
    declareQuiet(*command, o.quiet);
    command->footer(kRadiationConventions);
    return command;
}

} // namespace ambient
