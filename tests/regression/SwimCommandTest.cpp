// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/RigidRegistration.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshImport/FrameImport.h"
#include "Output/GltfWriter.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>

namespace swim_command_test {

namespace {

const std::string kTool = test::toolWord() + " swim --quiet ";

using Json = nlohmann::ordered_json;

/// A chain of 24 equal links with a travelling wave of 50 degrees, in the plane z = 0, at time t of a period.
std::vector<std::array<double, 3>> snakeAt(double t) {
    std::vector<std::array<double, 3>> points{{0.0, 0.0, 0.0}};
    for (int i = 0; i < 24; ++i) {
        const double angle = 50.0 / 180.0 * M_PI * std::cos(2.0 * M_PI * (1.5 * (i + 0.5) / 24 - t));
        const auto& last = points.back();
        points.push_back({last[0] + std::cos(angle) / 24, last[1] + std::sin(angle) / 24, 0.0});
    }
    return points;
}

std::string snakeCsv(int frames) {
    std::ostringstream text;
    text.precision(17);
    text << "frame,point,x,y,z\n";
    for (int k = 0; k <= frames; ++k) {
        const auto points = snakeAt(static_cast<double>(k) / frames);
        for (std::size_t j = 0; j < points.size(); ++j)
            text << k << "," << j << "," << points[j][0] << "," << points[j][1] << "," << points[j][2] << "\n";
    }
    return text.str();
}

std::string chainEdges(int points) {
    std::string text;
    for (int i = 0; i + 1 < points; ++i)
        text += std::to_string(i) + "," + std::to_string(i + 1) + "\n";
    return text;
}

Json swim(const std::string& arguments, const ScratchFolder& folder) {
    const std::string json = folder.path("out.json");
    const ProgramResult result = runProgram(kTool + arguments + " --json " + json);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return Json::parse(readWholeFile(json), nullptr, false);
}

/// A .glb of two plates, one still and one swinging about the y axis by `swing` rad and back within a second.
std::string plateGlb(double swing) {
    ambient::GltfWriter gltf("test");
    const int corners = gltf.addVertexData({{0, 0, 0}, {1, 0, 0}, {1, 1, 0.2F}, {0, 1, 0}}, true);
    const int faces = gltf.addTriangles({{0, 1, 2}, {0, 2, 3}});
    const int mesh = gltf.add(
        "meshes", {{"primitives", Json::array({{{"attributes", {{"POSITION", corners}}}, {"indices", faces}}})}});
    const int still = gltf.add("nodes", {{"mesh", mesh}, {"rotation", {0.0, 1.0, 0.0, 0.0}}});
    const int swings = gltf.add("nodes", {{"mesh", mesh}, {"translation", {0.0, 0.0, 0.1}}});
    gltf.add("scenes", {{"nodes", {still, swings}}});
    std::vector<float> times;
    std::vector<Eigen::Vector4f> turns;
    for (int k = 0; k <= 30; ++k) {
        const double half = 0.5 * swing * (k / 30.0) * (1.0 - k / 30.0);
        times.push_back(static_cast<float>(k) / 30.0F);
        turns.emplace_back(0.0F, static_cast<float>(std::sin(half)), 0.0F, static_cast<float>(std::cos(half)));
    }
    const int keys = gltf.addKeyTimes(times), values = gltf.addKeys(turns);
    gltf.add("animations",
             {{"samplers", Json::array({{{"input", keys}, {"output", values}}})},
              {"channels", Json::array({{{"sampler", 0}, {"target", {{"node", swings}, {"path", "rotation"}}}}})}});
    gltf.json()["scene"] = 0;
    return gltf.glb();
}

} // namespace

TEST(SwimCommand, WritesTheKeysOfItsContract) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(24)), edges = folder.write("e.csv", chainEdges(25));
    const Json json =
        swim(frames + " --edges " + edges + " --periodic --metric vertex --eps 0.05 --scheme variational", folder);
    std::string keys;
    for (const auto& item : json.items())
        keys += item.key() + " ";
    EXPECT_EQ(keys, "frames period scheme metric poses advance_per_cycle turn_per_cycle residual ");
    EXPECT_EQ(json["frames"], 24); // the last frame is the first
    EXPECT_EQ(json["poses"].size(), 24U);
    EXPECT_EQ(json["poses"][0].dump(), "[0.0,0.0,0.0,0.0,0.0,0.0,1.0]");
    EXPECT_EQ(json["scheme"], "variational");
    EXPECT_EQ(json["metric"], "vertex");
    EXPECT_EQ(json["period"], 1.0);
    EXPECT_LT(json["residual"].get<double>(), 1e-12);
    EXPECT_LT(json["advance_per_cycle"][0].get<double>(), -0.4); // a rearward wave of angles drives the body forward
}

namespace {

/// A nearly round body swimming by two changes of its shape [Saffman1967], in 12 frames.
Json swimOfFaces(int faces, const std::string& metric, const ScratchFolder& folder) {
    const ambient::TriangleMesh ball = ambient::makeSphere(1.0, faces);
    std::ostringstream frames, triangles;
    frames.precision(17);
    frames << "frame,point,x,y,z\n";
    for (int k = 0; k <= 12; ++k)
        for (std::size_t j = 0; j < ball.vertices.size(); ++j) {
            const ambient::Vector3& v = ball.vertices[j];
            const double x = v.normalized().x(), phase = 2.0 * M_PI * (k % 12) / 12;
            const ambient::Vector3 p = v * (1.0 + 0.1 * std::cos(phase) * (3.0 * x * x - 1.0) +
                                            0.1 * std::sin(phase) * x * (5.0 * x * x - 3.0));
            frames << k << "," << j << "," << p.x() << "," << p.y() << "," << p.z() << "\n";
        }
    for (const auto& f : ball.faces)
        triangles << f[0] << "," << f[1] << "," << f[2] << "\n";
    return swim(folder.write("ball.csv", frames.str()) + " --faces " + folder.write("faces.csv", triangles.str()) +
                    " --periodic --metric " + metric,
                folder);
}

} // namespace

// The errors of 80 faces, 70 and 36 %, from the ways of 80 and of 180 faces, for errors inverse to the number of faces.
// The command estimates 46 and 27 %.
TEST(SwimCommand, EstimatesTheErrorOfTheMesh) {
    const ScratchFolder folder;
    for (const char* metric : {"ideal", "surface"}) {
        const Json few = swimOfFaces(80, metric, folder), more = swimOfFaces(180, metric, folder);
        const double way = few["advance_per_cycle"][0].get<double>(),
                     finer = more["advance_per_cycle"][0].get<double>();
        const double error = std::fabs((finer - way) * 180.0 / 100.0 / way), told = few["error_estimate"].get<double>();
        EXPECT_GT(told, 0.5 * error) << metric << " " << told << " " << error;
        EXPECT_LT(told, 1.5 * error) << metric << " " << told << " " << error;
        EXPECT_LT(more["error_estimate"].get<double>(), 0.6 * told) << metric;
    }
    EXPECT_GT(swimOfFaces(80, "stokes", folder)["error_estimate"].get<double>(), 0.05);
    const std::string csv = folder.write("snake.csv", snakeCsv(8)), edges = folder.write("e.csv", chainEdges(25));
    EXPECT_FALSE(swim(csv + " --edges " + edges + " --periodic", folder).contains("error_estimate")); // no surface
    const ProgramResult table = runProgram(kTool + folder.path("ball.csv") + " --faces " + folder.path("faces.csv") +
                                           " --periodic --metric surface");
    EXPECT_NE(table.out.find("error of the mesh   about "), std::string::npos) << table.out;
}

// Open, the last pose is the advance of the loop: the variational scheme knows no more than pairs of frames.
TEST(SwimCommand, TheLastPoseOfAnOpenSequenceIsItsAdvance) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(16)), edges = folder.write("e.csv", chainEdges(25));
    const std::string common = frames + " --edges " + edges + " --scheme variational";
    const Json open = swim(common, folder), loop = swim(common + " --periodic", folder);
    ASSERT_EQ(open["poses"].size(), 17U);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_NEAR(open["poses"][16][k].get<double>(), loop["advance_per_cycle"][k].get<double>(), 1e-14);
        EXPECT_EQ(open["advance_per_cycle"][k], open["poses"][16][k]);
    }
}

TEST(SwimCommand, PrintsATableAndComparesTheSchemes) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(24)), edges = folder.write("e.csv", chainEdges(25));
    const ProgramResult result = runProgram(kTool + frames + " --edges " + edges + " --periodic --compare");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    for (const char* word : {"24 frames of 25 points, a loop", "curve, connection", "advance per cycle",
                             "\n  variational", "\n  midpoint", "\n  connection"})
        EXPECT_NE(result.out.find(word), std::string::npos) << result.out;
}

TEST(SwimCommand, WritesPosesAsCsv) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(8)), csv = folder.path("out.csv");
    const ProgramResult result =
        runProgram(kTool + frames + " --metric points --periodic --cycles 2 --fps 4 --csv " + csv);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    const std::string text = readWholeFile(csv);
    EXPECT_EQ(text.rfind("frame,time,px,py,pz,qx,qy,qz,qw\n0,0,0,0,0,0,0,0,1\n1,0.25,", 0), 0U) << text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 17);
}

// Vertices keep their order and digits; frame10 comes after frame9.
TEST(SwimCommand, ReadsAFolderOfMeshesAsItReadsACsv) {
    const ScratchFolder folder;
    const std::string plates = folder.path("plates");
    std::filesystem::create_directory(plates);
    std::ostringstream csv;
    csv.precision(17);
    for (int k = 0; k <= 11; ++k) {
        const double a = 0.6 + 0.4 * std::cos(2.0 * M_PI * k / 11.0), b = 0.3 * std::sin(2.0 * M_PI * k / 11.0);
        const double p[6][3] = {
            {0, 0, 0},     {0, 1, 0},   {std::cos(a), 0, std::sin(a)}, {std::cos(a), 1, std::sin(a + b)},
            {-1.2, 0, -b}, {-1.2, 1, b}};
        std::ostringstream obj;
        obj.precision(17);
        for (int j = 0; j < 6; ++j) {
            obj << "v " << p[j][0] << " " << p[j][1] << " " << p[j][2] << "\n";
            csv << k << "," << j << "," << p[j][0] << "," << p[j][1] << "," << p[j][2] << "\n";
        }
        obj << "f 1 2 3\nf -5 -3 -4\nf 2 1 5\nf 2/1 5/1 6/1\n";
        std::ofstream(plates + "/frame" + std::to_string(k) + ".obj") << obj.str();
    }
    const Json meshes = swim(plates + " --metric surface --ratio 3", folder);
    const std::string faces = folder.write("f.csv", "a,b,c\n0,1,2\n1,3,2\n1,0,4\n1,4,5\n");
    const Json same = swim(folder.write("plates.csv", csv.str()) + " --faces " + faces + " --ratio 3", folder);
    EXPECT_EQ(meshes["poses"].dump(), same["poses"].dump());
    std::ofstream(plates + "/frame5.obj") << "v 0 0 0\n";
    expectRefusal(kTool + plates, "1 vertices", "frame5.obj");
}

// A mill of two bones turns about z against a still one; momentum 0 turns the root back.
TEST(SwimCommand, ReadsMotionCapture) {
    const ScratchFolder folder;
    std::string bvh = "HIERARCHY\nROOT Hips\n{\n  OFFSET 0 0 0\n  CHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "  JOINT Arm\n  {\n    OFFSET 0 1 0\n    CHANNELS 3 Zrotation Xrotation Yrotation\n"
                      "    End Site\n    {\n      OFFSET 1 0 0\n    }\n  }\n}\nMOTION\nFrames: 9\nFrame Time: 0.125\n";
    for (int k = 0; k <= 8; ++k)
        bvh += "0 0 0 " + std::to_string(45.0 * std::sin(2.0 * M_PI * k / 8.0)) + " 0 0\n";
    const Json json = swim(folder.write("arm.bvh", bvh) + " --metric points --fps 8 --scheme variational", folder);
    EXPECT_EQ(json["frames"], 9);
    EXPECT_LT(json["poses"][2][5].get<double>(), -0.01);             // against the arm
    EXPECT_NEAR(json["turn_per_cycle"][2].get<double>(), 0.0, 1e-6); // one hinge: the way back is the way forth
}

// Its frames are the given ones, each in its pose: they have their way already, and swim no further.
TEST(SwimCommand, WritesTheFileOfTheFramesWithARootThatMoves) {
    const ScratchFolder folder;
    const std::string in = folder.write("plates.glb", plateGlb(3.0)), out = folder.path("swims.glb");
    const Json json = swim(in + " --metric surface --ratio 5 --glb " + out, folder);
    ASSERT_EQ(json["poses"].size(), 31U);
    const ambient::RecordedFrames given = ambient::importFrames(in), placed = ambient::importFrames(out);
    ASSERT_EQ(placed.frameCount(), given.frameCount());
    double worst = 0.0, way = 0.0; // measured 2.4e-7, single precision; .28
    for (int k = 0; k < given.frameCount(); ++k) {
        const Json& pose = json["poses"][static_cast<std::size_t>(k)];
        const auto number = [&](std::size_t i) { return pose[i].get<double>(); };
        const ambient::Quaternion q(number(6), number(3), number(4), number(5));
        const ambient::Vector3 p(number(0), number(1), number(2));
        ambient::PointColumns a, b;
        const ambient::PointColumns expected = (q.toRotationMatrix() * given.points(k, a)).colwise() + p;
        worst = std::max(worst, (placed.points(k, b) - expected).cwiseAbs().maxCoeff());
        way = std::max(way, (expected - given.points(k, a)).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(way, 0.1);
    const Json again = swim(out + " --metric surface --ratio 5", folder);
    for (std::size_t i = 0; i < 6; ++i)
        EXPECT_NEAR(again["poses"][15][i].get<double>(), 0.0, 1e-5) << i;
}

TEST(SwimCommand, OfALoopTheRootEndsAtTheAdvanceOfTheCycle) {
    const ScratchFolder folder;
    const std::string in = folder.write("plates.glb", plateGlb(3.0)), out = folder.path("swims.glb");
    const Json json = swim(in + " --metric surface --ratio 5 --periodic --glb " + out, folder);
    const ambient::RecordedFrames placed = ambient::importFrames(out), given = ambient::importFrames(in);
    ambient::PointColumns a, b;
    const ambient::Pose way = ambient::rigidRegistration(placed.points(30, a), given.points(30, b));
    for (int k = 0; k < 3; ++k)
        EXPECT_NEAR(way.position[k], json["advance_per_cycle"][static_cast<std::size_t>(k)].get<double>(), 1e-6);
}

// Only the ratios of the coefficients count. With sideways gripping scales the snake goes far; without any, backward.
TEST(SwimCommand, SlidesByTheScalesOfASnake) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(24)), edges = folder.write("e.csv", chainEdges(25));
    const auto advance = [&](const std::string& friction) {
        const Json json = swim(frames + " --edges " + edges + " --periodic --metric coulomb" + friction, folder);
        EXPECT_EQ(json["metric"], "coulomb");
        return json["advance_per_cycle"][0].get<double>();
    };
    const double scales = advance(""), twice = advance(" --friction 0.22,0.28,0.38"),
                 grip = advance(" --friction .11,.14,.38");
    EXPECT_NEAR(twice, scales, 1e-10);
    EXPECT_GT(std::abs(grip), 2.0 * std::abs(scales));
    EXPECT_LT(advance(" --friction .1,.1,.1") * scales, 0.0);
}

TEST(SwimCommand, IsTheSameForAnyNumberOfThreads) {
    const ScratchFolder folder;
    const std::string frames = folder.write("snake.csv", snakeCsv(24)), edges = folder.write("e.csv", chainEdges(25));
    const std::string common = frames + " --edges " + edges + " --periodic --threads ";
    EXPECT_EQ(swim(common + "1", folder).dump(), swim(common + "3", folder).dump());
}

TEST(SwimCommand, RefusesBadInputInOneLine) {
    const ScratchFolder folder;
    const std::string good = folder.write("good.csv", "0,0,0,0,0\n0,1,1,0,0\n1,0,0,0,0\n1,1,1,1,0\n");
    const std::string edges = folder.write("e.csv", "0,1\n");
    const auto bad = [&](const std::string& text) { return folder.write("bad.csv", text); };
    expectRefusal(kTool + bad("0,0,0,0,0\n0,1,1,0,0\n1,0,0,0,0\n"), "frame 1 has 1 points, frame 0 has 2", "bad.csv");
    expectRefusal(kTool + bad("0,0,0,0,0\n0,1,1,0,nan\n1,0,0,0,0\n1,1,1,1,0\n"), "frame 0, point 1: z", "bad.csv:2");
    expectRefusal(kTool + bad("0,0,0,0,0\n0,0,1,0,0\n1,0,0,0,0\n1,1,1,1,0\n"), "frame 0 has point 0 twice");
    expectRefusal(kTool + bad("0,0,0,0,0\n0,1,1,0,0\n"), "two or more");
    expectRefusal(kTool + bad("0,0,0,0,0\n0,1,1,0\n"), "is no line of 5 numbers", "bad.csv:2");
    expectRefusal(kTool + bad("0,0,0,0,0\n0,1,1,0,0\n1,0,1,1,0\n1,1,1,1,0\n") + " --edges " + edges,
                  "frame 1: points 0 and 1 are at the same place");
    expectRefusal(kTool + good + " --metric nonsense", "'nonsense' is not points");
    expectRefusal(kTool + good + " --metric curve", "needs edges");
    expectRefusal(kTool + good + " --metric stokes", "needs faces");
    expectRefusal(kTool + good + " --edges " + folder.write("x.csv", "0,7\n"), "names point 7", "x.csv:1");
    expectRefusal(kTool + good + " --edges " + edges + " --eps 0.3", "--eps");
    expectRefusal(kTool + good + " --edges " + edges + " --metric slender", "--radius");
    expectRefusal(kTool + good + " --scheme euler", "'euler'");
    expectRefusal(kTool + good + " --cycles 2", "--cycles");
    expectRefusal(kTool + good + " --momentum 1,2,3", "six numbers");
    const std::string dry = kTool + good + " --edges " + edges + " --metric coulomb";
    expectRefusal(kTool + good + " --edges " + edges + " --friction 1,1,1", "--friction");
    expectRefusal(dry + " --friction 1,-1,1", "--friction");
    expectRefusal(dry + " --friction 1,1", "three numbers");
    expectRefusal(dry + " --scheme variational", "--scheme");
    expectRefusal(dry + " --wrench 0,0,0,1,0,0", "--wrench");
    expectRefusal(kTool + good + " --glb " + folder.path("out.glb"), "--glb", "good.csv");
    EXPECT_FALSE(std::filesystem::exists(folder.path("out.glb")));
    expectRefusal(kTool + folder.path("none.csv"), "no such file");
    expectRefusal(kTool + folder.path(""), "holds 0 OBJ or PLY files");
}

} // namespace swim_command_test
