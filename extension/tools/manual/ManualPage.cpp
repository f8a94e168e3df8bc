// SPDX-License-Identifier: Zlib
#include "manual/ManualPage.h"

#include "CommandLine.h"

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

/// Text to be shown by groff to the letter: characters with a meaning to groff are escaped, and no line begins like a
/// request.
std::string plain(const std::string& text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\\')
            escaped += "\\e";
        else if (c == '-')
            escaped += "\\-";
        else if (c == '^')
            escaped += "\\(ha";
        else if (c == '~')
            escaped += "\\(ti";
        else if (c == '\'')
            escaped += "\\(aq";
        else
            escaped += c == '\n' ? ' ' : c;
    }
    return !escaped.empty() && escaped[0] == '.' ? "\\&" + escaped : escaped;
}

std::string bold(const std::string& text) {
    return "\\fB" + plain(text) + "\\fR";
}

std::string italic(const std::string& text) {
    return "\\fI" + plain(text) + "\\fR";
}

constexpr const char* kDescription = R"(The mesh is a file in OBJ, STL, PLY or glTF, in metres unless
.B \-\-scale
says otherwise. It should be the closed surface of a solid whose faces look outwards. What can be mended safely is mended, and told on
standard error: faces that are wound against their neighbours, vertices that occur twice. A mesh that is inside out is turned only with
.BR \-\-repair ,
and an open one is refused unless
.B \-\-sheet\-thickness
says how thick a sheet it is.
.PP
.B ambient swim
reads sequences of shapes in place of a mesh.
.PP
No drag, lift or added\-mass coefficient is asked for: they are what the program computes. Results go to standard output. They are the
same to the last bit for any number of threads.
)";

constexpr const char* kExitStatus = R"(.TP
.B 0
It was done.
.TP
.B 1
It could not be done for a reason that no argument and no mesh gave, such as a full disk.
.TP
.B 2
An argument or a mesh cannot be used. One line on standard error says what is wrong and where; standard output stays empty, but for
.BR "ambient check \-\-json" ,
which reports what is wrong as JSON too.
)";

constexpr const char* kEnvironment = R"(.TP
.B AMBIENT_FLUID_INSTRUCTION_SET
.BR baseline ,
.B avx2
or
.BR avx512 :
vector instructions to compute with, instead of the widest that the processor has. A name that the processor does not know is ignored.
.TP
.BR AMBIENT_ROBOT_PATH ", " GZ_SIM_RESOURCE_PATH ", " IGN_GAZEBO_RESOURCE_PATH ", " SDF_PATH ", "
.BR GAZEBO_MODEL_PATH ", " GAZEBO_RESOURCE_PATH ", " ROS_PACKAGE_PATH ", " AMENT_PREFIX_PATH
Folders of the packages and models that robots name, in this order, after
.BR \-\-search\-path .
.TP
.B OMP_NUM_THREADS
Number of threads where
.B \-\-threads
does not give it.
)";

struct Example {
    const char *what, *command;
};

// A test runs these examples, in the folder of the meshes.
constexpr Example kExamples[] = {
    {"Is this mesh fit for use?", "ambient check hull.obj"},
    {"Its added mass in fresh water, for a script:",
     "ambient added-mass hull.obj --fluid-density 998 --format json > hull.json"},
    {"A sheet of 0.5 mm that was drawn in millimetres, for a robot simulator:",
     "ambient added-mass sheet.stl --scale 0.001 --sheet-thickness 0.0005 --format sdf > sheet.sdf"},
    {"The drag of a grain that sinks slowly, for a script:", "ambient stokes ball.obj --json > ball.json"},
    {"How a boat of 600 kg floats in the sea, and its righting arms as a picture:",
     "ambient hydrostatics hull.obj --mass 600 --center 0,0,0.1 --fluid sea_water --plot hull.png"},
    {"Its motions in waves from ahead, as a picture:",
     "ambient radiation hull.obj --mass 600 --center 0,0,0.1 --fluid sea_water --headings 180 --plot waves.png"},
    {"Lift and drag of a wing in water, as a picture:",
     "ambient polar wing.obj --axis x --sweep -10:30:2 --fluid water --speed 2 --plot wing.png"},
    {"The side force of a spinning ball, as a table:",
     "ambient polar ball.obj --sweep 0 --spin 0:0.5:0.1 --csv ball.csv"},
    {"The way of a snake, from its shapes over a period:",
     "ambient swim snake.csv --edges edges.csv --periodic --metric vertex --eps 0.05"},
};

constexpr const char* kSeeAlso = R"(.BR gnuplot (1),
which draws the pictures; without it a script for it is left. The documentation of AmbientFluid for Bullet tells the method of the added mass, the law of the forces, their
errors against experiments, and how to move bodies with them in a Bullet world.
)";

std::string section(const std::string& name, const std::string& text) {
    return ".SH " + name + "\n" + text;
}

/// As in "-h, --help" or "--speed U".
std::string usage(const CLI::Option& option) {
    std::string names;
    for (const std::string& name : option.get_snames())
        names += (names.empty() ? "" : ", ") + bold("-" + name);
    for (const std::string& name : option.get_lnames())
        names += (names.empty() ? "" : ", ") + bold("--" + name);
    const bool takesValue = option.get_type_size() != 0;
    if (option.get_positional()) return italic(option.get_type_name());
    return takesValue ? names + " " + italic(option.get_type_name()) : names;
}

std::string entries(const CLI::App& app, bool withHelp) {
    std::string text;
    for (const CLI::Option* option : app.get_options()) {
        if (option == app.get_help_ptr() && !withHelp) continue;
        if (option->get_description().empty()) throw std::logic_error(option->get_name() + ": has no description");
        text += ".TP\n" + usage(*option) + "\n" + plain(option->get_description()) + "\n";
    }
    return text;
}

std::string commandLine(const CLI::App& command) {
    std::string text = bold("ambient " + command.get_name()) + " [" + italic("OPTION") + "]...";
    for (const CLI::Option* option : command.get_options())
        if (option->get_positional()) text += " " + usage(*option);
    return text;
}

std::string commandText(const CLI::App& command) {
    std::string text =
        ".SS " + commandLine(command) + "\n" + plain(command.get_description()) + "\n" + entries(command, false);
    if (!command.get_footer().empty()) text += ".PP\n" + plain(command.get_footer()) + "\n";
    return text;
}

std::string exampleText() {
    std::string text;
    for (const Example& example : kExamples) {
        const std::string gap = text.empty() ? "" : ".PP\n";
        text += gap + plain(example.what) + "\n.PP\n.in +4n\n.EX\n" + plain(example.command) + "\n.EE\n.in\n";
    }
    return text;
}

} // namespace

std::string manualPage() {
    CommandLine line;
    CLI::App app;
    declareCommandLine(app, line);
    std::string synopsis, commands;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        synopsis += (synopsis.empty() ? "" : ".br\n") + commandLine(*command) + "\n";
        commands += commandText(*command);
    }
    synopsis += ".br\n" + bold("ambient") + " [" + italic("COMMAND") + "] " + bold("--help") + "\n.br\n" +
                bold("ambient --version") + "\n";
    return ".\\\" Made from the program's own help: extension/tools/manual\n"
           ".TH AMBIENT 1 \"\" \"ambient " AMBIENT_FLUID_VERSION "\" \"User Commands\"\n" +
           section("NAME", "ambient \\- added mass and fluid forces of triangle meshes\n") +
           section("SYNOPSIS", synopsis) +
           section("DESCRIPTION", plain(app.get_description()) + "\n.PP\n" + kDescription) +
           section("OPTIONS", entries(app, true)) + section("COMMANDS", commands) +
           section("EXIT STATUS", kExitStatus) + section("ENVIRONMENT", kEnvironment) +
           section("EXAMPLES", exampleText()) + section("SEE ALSO", kSeeAlso);
}

} // namespace ambient
