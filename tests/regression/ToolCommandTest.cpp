// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/SurfaceOfRevolution.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace tool_command_test {

using ambient::TriangleMesh;

namespace {

const std::string kTool = test::toolWord(); // a shell word, for any name of the folder

TriangleMesh inverted(TriangleMesh mesh) {
    for (auto& face : mesh.faces)
        std::swap(face[1], face[2]);
    return mesh;
}

const std::string kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

nlohmann::json addedMassOf(const std::string& arguments) {
    const ProgramResult result = runProgram(kTool + " added-mass --format json " + arguments);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
}

} // namespace

TEST(ToolCommand, ChecksAGoodMesh) {
    const ScratchFolder folder;
    const std::string cube = folder.write("cube.obj", objOf(ambient::makeBox({1, 2, 3}, 192)));
    const ProgramResult table = runProgram(kTool + " check " + cube);
    EXPECT_EQ(table.exitCode, 0) << table.err;
    EXPECT_EQ(table.err, "");
    EXPECT_NE(table.out.find("usable"), std::string::npos);
    const ProgramResult json = runProgram(kTool + " check --json " + cube);
    const nlohmann::ordered_json report = nlohmann::ordered_json::parse(json.out);
    std::string keys;
    for (const auto& item : report.items())
        keys += item.key() + " ";
    EXPECT_EQ(keys, "file faces vertices closed oriented manifold outward components euler_characteristic slivers "
                    "duplicate_vertices volume area centroid bounds_min bounds_max issues warnings repairs usable "
                    "thickened_sheets sheet_thickness ");
    EXPECT_EQ(report["components"], 1);
    EXPECT_EQ(report["euler_characteristic"], 2);
    EXPECT_NEAR(report["volume"].get<double>(), 6.0, 1e-6);
    EXPECT_NEAR(report["area"].get<double>(), 22.0, 1e-5);
    EXPECT_TRUE(report["usable"].get<bool>());
}

TEST(ToolCommand, ReportsAnUnusableMeshAsJsonToo) {
    const ScratchFolder folder;
    const std::string open = folder.write("open.obj", kTetrahedron.substr(0, kTetrahedron.rfind("f ")));
    const ProgramResult result = runProgram(kTool + " check --json " + open);
    EXPECT_EQ(result.exitCode, 2);
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
    const nlohmann::json report = nlohmann::json::parse(result.out);
    EXPECT_FALSE(report["closed"].get<bool>());
    EXPECT_FALSE(report["usable"].get<bool>());
    EXPECT_FALSE(report["issues"].empty());
}

// [Lamb1932, art. 92]: half the displaced mass. Measured relative error 5.1e-4 at 1280 faces.
TEST(ToolCommand, KnowsTheAddedMassOfASphere) {
    const ScratchFolder folder;
    const std::string sphere = folder.write("sphere.obj", objOf(ambient::makeSphere(0.5, 1280)));
    const nlohmann::json json = addedMassOf(sphere + " --fluid-density 998.2");
    std::string keys;
    const nlohmann::ordered_json ordered =
        nlohmann::ordered_json::parse(runProgram(kTool + " added-mass --format json " + sphere).out);
    for (const auto& item : ordered.items())
        keys += item.key() + " ";
    EXPECT_EQ(keys, "faces vertices volume area centroid about fluid_density added_mass method unknowns residual "
                    "symmetry_defect error_estimate solved_faces seconds thickened_sheets sheet_thickness ");
    const double exact = 0.5 * 998.2 * 4.0 / 3.0 * 3.14159265358979 * 0.125;
    for (int i = 3; i < 6; ++i)
        EXPECT_NEAR(json["added_mass"][i][i].get<double>() / exact, 1.0, 1e-3);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(json["added_mass"][i][i].get<double>(), 0.0, 1e-3 * exact);
    EXPECT_EQ(json["unknowns"], json["vertices"]);
    EXPECT_LT(json["residual"].get<double>(), 1e-10);
}

TEST(ToolCommand, ScalesWithLengthDensityAndReferencePoint) {
    const ScratchFolder folder;
    const std::string box =
        folder.write("box.obj", objOf(ambient::makeBox({1, 2, 3}, 768))); // fine enough to keep its symmetry
    const auto base = addedMassOf(box)["added_mass"];
    const auto scaled = addedMassOf(box + " --scale 2 --fluid-density 500")["added_mass"];
    const auto shifted = addedMassOf(box + " --about -1,0,0.5")["added_mass"];
    // M ~ rho s^3, J ~ rho s^5; about a point d away from the centre J_yy gains M_xx dz^2 + M_zz dx^2.
    EXPECT_NEAR(scaled[4][4].get<double>() / (4.0 * base[4][4].get<double>()), 1.0, 1e-6);
    EXPECT_NEAR(scaled[1][1].get<double>() / (16.0 * base[1][1].get<double>()), 1.0, 1e-6);
    const double expected = base[1][1].get<double>() + base[3][3].get<double>() * 0.25 + base[5][5].get<double>() * 1.0;
    EXPECT_NEAR(shifted[1][1].get<double>() / expected, 1.0, 1e-6);
}

TEST(ToolCommand, TellsMethodAndChecksInTheTable) {
    const ScratchFolder folder;
    const std::string box = folder.write("box.obj", objOf(ambient::makeBox({1, 2, 3}, 192)));
    const ProgramResult table = runProgram(kTool + " added-mass " + box);
    EXPECT_EQ(table.exitCode, 0);
    EXPECT_EQ(table.err, "");
    for (const char* text :
         {"kg m^2", "method           dense", "residual", "symmetry defect", "eigenvalues      positive"})
        EXPECT_NE(table.out.find(text), std::string::npos) << text;
    // The report has a name accepted by --method.
    for (const char* method : {"dense", "fast", "collocation", "local"})
        EXPECT_EQ(addedMassOf(box + " --method " + method)["method"], method);
    EXPECT_EQ(addedMassOf(box)["method"], "dense");
    // An estimate without a solution has no residual.
    const ProgramResult estimate = runProgram(kTool + " added-mass --method local " + box);
    EXPECT_NE(estimate.out.find("method           local, an estimate"), std::string::npos);
    for (const char* text : {"residual", "symmetry defect", "unknowns"})
        EXPECT_EQ(estimate.out.find(text), std::string::npos) << text;
}

// Its depth is area over bending: 22 / (2 pi 6), on the two sides of 2 x 3.
TEST(ToolCommand, EstimatesTheAddedMassOfABoxFromItsEdges) {
    const ScratchFolder folder;
    const std::string box = folder.write("box.obj", objOf(ambient::makeBox({1, 2, 3}, 12)));
    const auto estimate = addedMassOf(box + " --method local --fluid-density 1");
    EXPECT_NEAR(estimate["added_mass"][3][3].get<double>(), 12.0 * 22.0 / (12.0 * 3.14159265358979), 1e-12);
    const TriangleMesh tube =
        ambient::revolve({{0.0, 0.0, 1}, {1.0, 0.0, 1}, {1.0, 60.0, 1}, {0.9, 60.0, 1}, {0.9, 0.1, 1}, {0.0, 0.1, 1}});
    const std::string hollow = folder.write("tube.obj", objOf(tube));
    expectRefusal(kTool + " added-mass --method local " + hollow, "tube.obj", "hollow");
}

TEST(ToolCommand, GivesTheSameNumbersForAnyNumberOfThreads) {
    const ScratchFolder folder;
    const std::string box = folder.write("box.obj", objOf(ambient::makeBox({1, 2, 3}, 768)));
    EXPECT_EQ(addedMassOf(box + " --threads 1")["added_mass"].dump(),
              addedMassOf(box + " --threads 2")["added_mass"].dump());
}

TEST(ToolCommand, TurnsAnInvertedMesh) {
    const ScratchFolder folder;
    const TriangleMesh good = ambient::makeBox({1, 2, 3}, 48);
    const std::string upright = folder.write("good.obj", objOf(good));
    const std::string bad = folder.write("bad.obj", objOf(inverted(good)));
    for (const char* options : {" --quiet", " --repair --quiet"})
        EXPECT_NEAR(addedMassOf(bad + options)["added_mass"][3][3].get<double>(),
                    addedMassOf(upright)["added_mass"][3][3].get<double>(), 1e-6);
    const ProgramResult check = runProgram(kTool + " check " + bad);
    EXPECT_EQ(check.exitCode, 0) << check.err;
    EXPECT_NE(check.out.find("repaired             turned the mesh inside out, volume -6 -> 6 m^3"), std::string::npos)
        << check.out;
}

TEST(ToolCommand, MakesASolidOfAnOpenSheetWhenTold) {
    const ScratchFolder folder;
    const std::string sheet = folder.write("sheet.obj", "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nf 1 2 3 4\n");
    const std::string plate = folder.write("plate.obj", objOf(ambient::makePlate({1, 2, 0.02}, 600)));
    for (const char* command : {" check ", " added-mass ", " polar "}) {
        expectRefusal(kTool + command + sheet, "sheet.obj",
                      "--sheet-thickness makes a solid of it, for example 0.01 m");
        expectRefusal(kTool + command + sheet + " --sheet-thickness -1", "--sheet-thickness");
        expectRefusal(kTool + command + sheet + " --sheet-thickness 1e-9", "sheet.obj", "too thin");
    }
    const ProgramResult check = runProgram(kTool + " check --json --sheet-thickness 0.02 " + sheet);
    EXPECT_EQ(check.exitCode, 0) << check.err;
    const nlohmann::json report = nlohmann::json::parse(check.out);
    EXPECT_EQ(report["thickened_sheets"], 1);
    EXPECT_EQ(report["sheet_thickness"], 0.02);
    EXPECT_EQ(report["repairs"].back(), "made a solid of 1 open sheet, 0.02 m thick");
    EXPECT_NEAR(report["volume"].get<double>(), 0.04, 1e-15);
    const auto thickened = addedMassOf(sheet + " --quiet --sheet-thickness 0.02");
    EXPECT_EQ(thickened["sheet_thickness"], 0.02);
    EXPECT_EQ(addedMassOf(plate)["thickened_sheets"], 0);
    // Measured 0.995: the solver refines a sheet of two triangles itself.
    EXPECT_NEAR(thickened["added_mass"][5][5].get<double>() / addedMassOf(plate)["added_mass"][5][5].get<double>(), 1.0,
                0.01);
    // The file in centimetres, the thickness in metres. Both as given: rounding decides between equal candidates for
    // refinement.
    const auto small = addedMassOf(sheet + " --quiet --tolerance 1 --scale 0.01 --sheet-thickness 0.0002");
    const auto whole = addedMassOf(sheet + " --quiet --tolerance 1 --sheet-thickness 0.02");
    EXPECT_NEAR(small["added_mass"][5][5].get<double>() / whole["added_mass"][5][5].get<double>(), 1e-6, 1e-12);
}

TEST(ToolCommand, HelpsAndNamesOnlyWhatWorks) {
    for (const char* arguments : {" --help", " check --help", " added-mass --help"}) {
        const ProgramResult help = runProgram(kTool + arguments);
        EXPECT_EQ(help.exitCode, 0);
        EXPECT_EQ(help.err, "");
        for (const char* later : {"step"})
            EXPECT_EQ(help.out.find(later), std::string::npos) << later;
    }
}

TEST(ToolCommand, RefusesBadArgumentsInOneLine) {
    const ScratchFolder folder;
    const std::string good = folder.write("good.obj", kTetrahedron);
    const std::string command = kTool + " added-mass " + good + " ";
    expectRefusal(kTool, "subcommand");
    expectRefusal(kTool + " fly", "fly");
    expectRefusal(kTool + " check", "mesh");
    expectRefusal(kTool + " added-mass", "mesh");
    expectRefusal(kTool + " check " + good + " --xml", "--xml");
    expectRefusal(command + "--fluid-density 0", "--fluid-density");
    expectRefusal(command + "--fluid-density -1000", "--fluid-density");
    expectRefusal(command + "--fluid-density nan", "--fluid-density");
    expectRefusal(command + "--fluid-density heavy", "heavy");
    expectRefusal(command + "--scale 0", "--scale");
    expectRefusal(command + "--scale inf", "--scale");
    expectRefusal(command + "--about 1,2", "1,2");
    expectRefusal(command + "--about 1,2,3,4", "1,2,3,4");
    expectRefusal(command + "--about 1,2,nan", "1,2,nan");
    expectRefusal(command + "--about nose", "nose");
    expectRefusal(command + "--threads 0", "--threads");
    expectRefusal(command + "--threads -2", "--threads");
    expectRefusal(command + "--method quick", "quick", "auto, dense, fast, local, collocation");
    for (const char* later : {"step", "xml"})
        expectRefusal(command + "--format " + later, later, "table, json");
}

TEST(ToolCommand, RefusesEveryBadMeshInOneLineThatNamesFileAndPlace) {
    const ScratchFolder folder;
    std::string rubbish(4000, '\0');
    for (std::size_t i = 0; i < rubbish.size(); ++i)
        rubbish[i] = static_cast<char>(i * 7919 % 251);
    const std::string closed = objOf(ambient::makeBox({1, 1, 1}, 12));
    const std::string open = closed.substr(0, closed.rfind("f "));
    struct Case {
        const char *name, *where;
        std::string content;
    };
    const std::vector<Case> cases = {
        {"open.obj", "edge", open},
        {"nan.obj", "vertex", "v nan 0 0\n" + kTetrahedron.substr(8)},
        {"triangle.obj", "", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"},
        {"points.obj", "", "v 0 0 0\nv 1 0 0\nv 0 1 0\n"},
        {"empty.obj", "", ""},
        {"empty.stl", "", ""},
        {"rubbish.stl", "", rubbish},
        {"rubbish.obj", "", rubbish},
        {"rubbish.ply", "", rubbish},
        {"rubbish.glb", "", rubbish},
        {"rubbish.dat", "", rubbish},
    };
    for (const Case& c : cases) {
        const std::string path = folder.write(c.name, c.content);
        expectRefusal(kTool + " check " + path, c.name, c.where);
        expectRefusal(kTool + " added-mass " + path, c.name, c.where);
    }
    for (const char* command : {" check ", " added-mass "}) {
        expectRefusal(kTool + command + folder.path("missing.obj"), "missing.obj");
        expectRefusal(kTool + command + folder.path(""), folder.path(""));
    }
}

} // namespace tool_command_test
