// SPDX-License-Identifier: Zlib
// No program destroys a file: not by two outputs of one name, not by an output equal to an input, not by a signal, not
// on a full disk.
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestPaths.h"
#include "WorldTesting.h"
#include "regression/RunProgram.h"
#include "regression/RunningProgram.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <set>
#include <sys/mount.h>
#include <unistd.h>

namespace output_safety_test {

namespace fs = std::filesystem;

namespace {

const std::string kTool = test::toolWord() + " ";

const char* const kWorld = R"({"medium": "water", "seconds": 0.05, "bodies": [
    {"shape": {"type": "mesh", "file": "meshes/hull.obj"}, "density": 500}]})";
const char* const kPendulum = R"({"medium": "water", "seconds": 5000, "articulated_bodies": [
    {"fixed_base": true, "links": [{"name": "base"}, {"name": "rod", "parent": "base", "density": 2000,
     "shape": {"type": "sphere", "radius": 0.1, "position": [0, 0, -0.3]}, "joint": {"type": "hinge", "axis": [0, 1, 0]}}]}]})";

/// A folder with a world and its mesh.
struct Scene {
    ScratchFolder folder;
    std::string mesh, world;

    Scene() {
        fs::create_directory(folder.path("meshes"));
        mesh = folder.write("meshes/hull.obj", objOf(ambient::makeBox({0.4, 0.3, 0.2}, 12)));
        world = folder.write("w.json", kWorld);
    }
    std::string path(const std::string& name) const { return folder.path(name); }
};

std::string inFolder(const std::string& folder, const std::string& command) {
    return "cd '" + folder + "' && " + command;
}

/// No file may have more than 0 bytes. Both streams, and the exit code, go through a pipe.
std::string onFullDisk(const std::string& command) {
    return "( { ( ulimit -f 0; exec " + command + " ) 2>&1; echo exit $?; } | cat )";
}

int countOf(const std::string& listing, const std::string& word) {
    int count = 0;
    for (std::size_t at = listing.find(word); at != std::string::npos; at = listing.find(word, at + 1))
        ++count;
    return count;
}

/// Starts a program and sends a signal after the start of `files` files. Expects the program to end by the signal and
/// the folder to be unchanged.
void expectNoRest(const ScratchFolder& folder, const std::string& command, int files, int signal) {
    const std::string before = folder.listing();
    RunningProgram running(command);
    ASSERT_TRUE(running.waitFor([&] { return countOf(folder.listing(), ".ambient-") == files; })) << command << "\n"
                                                                                                  << folder.listing();
    running.send(signal);
    EXPECT_EQ(running.end(), signal) << command;
    EXPECT_EQ(folder.listing(), before) << command;
}

} // namespace

TEST(OutputSafety, TheToolRefusesOutputsThatAreOneFileOrAnInput) {
    const Scene scene;
    const std::string before = readWholeFile(scene.world), mesh = readWholeFile(scene.mesh);
    fs::create_symlink("meshes/hull.obj", scene.path("link.obj"));
    fs::create_hard_link(scene.world, scene.path("hard.json"));
    const std::string simulate = kTool + "simulate " + scene.world;
    expectRefusal(simulate + " --csv " + scene.path("a") + " --save " + scene.path("./a"), "--csv", "--save");
    expectRefusal(simulate + " --save " + scene.world, "--save", "the world");
    expectRefusal(simulate + " --csv " + scene.path("hard.json"), "--csv", "the world");
    expectRefusal(simulate + " --csv " + scene.path("link.obj"), "--csv", "bodies[0].shape.file");
    expectRefusal(inFolder(scene.path("meshes"), kTool + "simulate ../w.json --csv hull.obj"), "--csv hull.obj",
                  "bodies[0].shape.file");
    expectRefusal(kTool + "check " + scene.mesh + " --output " + scene.path("link.obj"), "--output", "the mesh");
    expectRefusal(kTool + "polar " + scene.mesh + " --csv " + scene.path("link.obj"), "--csv", "the mesh");
    expectRefusal(kTool + "polar " + scene.mesh + " --csv " + scene.path("p.gp") + " --plot " + scene.path("p.svg"),
                  "--csv", "the script of --plot");
    const std::string frames = scene.folder.write("frames.csv", "0,0,0,0,0\n0,1,1,0,0\n1,0,0,0,0\n1,1,1,1,0\n");
    const std::string edges = scene.folder.write("edges.csv", "0,1\n");
    const std::string swim = kTool + "swim " + frames + " --edges " + edges;
    expectRefusal(swim + " --csv " + frames, "--csv", "the frames");
    expectRefusal(swim + " --json " + edges, "--json", "--edges");
    expectRefusal(swim + " --csv " + scene.path("o") + " --json " + scene.path("meshes/../o"), "--json", "--csv");
    EXPECT_EQ(scene.folder.listing(), "edges.csv frames.csv hard.json link.obj meshes w.json ");
    EXPECT_EQ(readWholeFile(scene.world), before);
    EXPECT_EQ(readWholeFile(scene.mesh), mesh);
}

TEST(OutputSafety, NoOutputReplacesARobotOrAFileThatAFileNames) {
    const Scene scene;
    const std::string robot = scene.folder.write(
        "r.urdf", "<robot name=\"r\"><link name=\"a\"><inertial><mass value=\"30\"/><inertia ixx=\"1\" iyy=\"1\" "
                  "izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial><collision><geometry><mesh "
                  "filename=\"meshes/hull.obj\"/></geometry></collision></link></robot>");
    const std::string world =
        kTool + "simulate " + scene.folder.write("robot.json", R"({"medium": "water", "seconds": 0.01,
                                  "articulated_bodies": [{"robot": "r.urdf"}]})");
    expectRefusal(world + " --csv " + robot, "--csv", "articulated_bodies[0].robot");
    expectRefusal(world + " --joints " + scene.mesh, "--joints", "hull.obj");
    // A world that cannot be saved is refused before the run; no table is left.
    expectRefusal(world + " --csv " + scene.path("a.csv") + " --save " + scene.path("b.json"), "articulated_bodies[0]");
    scene.folder.write("buffer one.bin", "bytes");
    const std::string gltf = scene.folder.write("s.gltf", R"({"buffers": [{"uri": "buffer%20one.bin"}]})");
    expectRefusal(kTool + "check " + gltf + " --output '" + scene.path("buffer one.bin") + "'", "--output", "the mesh");
    fs::create_directory(scene.path("frames"));
    const std::string frame = scene.folder.write("frames/1.obj", "v 0 0 0\n");
    expectRefusal(kTool + "swim " + scene.path("frames") + " --csv " + frame, "--csv", "the frames");
    EXPECT_EQ(readWholeFile(frame), "v 0 0 0\n");
    EXPECT_EQ(scene.folder.listing(), "buffer one.bin frames meshes r.urdf robot.json s.gltf w.json ");
}

TEST(OutputSafety, StandardOutputIsAnOutputToo) {
    const Scene scene;
    const std::string simulate = kTool + "simulate " + scene.world;
    const ProgramResult dash = runProgram(simulate + " --csv -"), device = runProgram(simulate + " --csv /dev/stdout");
    EXPECT_EQ(device.exitCode, 0) << device.err;
    EXPECT_EQ(device.out, dash.out);
    EXPECT_EQ(runProgram(simulate + " --csv /dev/null --save /dev/null").exitCode, 0);
    const std::string both = scene.path("both");
    EXPECT_EQ(runProgram("( " + simulate + " --csv " + both + " > " + both + " )").exitCode, 2);
}

TEST(OutputSafety, SignalsLeaveTheFormerFilesAndNoRest) {
    const ScratchFolder folder;
    const std::string world = folder.write("pendulum.json", kPendulum);
    const std::string command = kTool + "simulate " + world + " --csv " + folder.write("a.csv", "old") + " --joints " +
                                folder.path("j.csv") + " --skeleton " + folder.path("s.glb") + " --save " +
                                folder.write("later.json", "old");
    folder.write("a.csv.tmp", "mine");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        expectNoRest(folder, command, 4, signal);
    EXPECT_EQ(readWholeFile(folder.path("a.csv")) + readWholeFile(folder.path("later.json")), "oldold");
    EXPECT_EQ(readWholeFile(folder.path("a.csv.tmp")), "mine");
    const std::string mesh = folder.write("mesh.obj", objOf(ambient::makeSphere(0.1, 20480)));
    expectNoRest(folder, kTool + "polar " + mesh + " --csv " + folder.path("p.csv") + " --plot " + folder.path("p.svg"),
                 3, SIGTERM);
}

TEST(OutputSafety, ASignalThatIsIgnoredStaysIgnored) {
    const ScratchFolder folder;
    const std::string world = folder.write("pendulum.json", kPendulum);
    RunningProgram running(kTool + "simulate " + world + " --csv " + folder.path("a.csv"), SIGHUP);
    ASSERT_TRUE(running.waitFor([&] { return countOf(folder.listing(), ".ambient-") == 1; }));
    running.send(SIGHUP);
    running.send(SIGTERM);
    EXPECT_EQ(running.end(), SIGTERM);
    EXPECT_EQ(folder.listing(), "pendulum.json ");
}

// If the reader closes the pipe, the program ends, as other programs do.
TEST(OutputSafety, ABrokenPipeLeavesNoRest) {
    const ScratchFolder folder;
    const std::string world = folder.write("pendulum.json", kPendulum);
    const ProgramResult head = runProgram("( " + kTool + "simulate " + world + " --quiet --csv - --joints " +
                                          folder.path("j.csv") + " | head -n 2 )");
    EXPECT_EQ(std::count(head.out.begin(), head.out.end(), '\n'), 2) << head.err;
    EXPECT_EQ(folder.listing(), "pendulum.json ");
}

// The drawing program would create the file again after its removal, so it must end first.
TEST(OutputSafety, ASignalEndsTheProgramThatDraws) {
    const ScratchFolder folder, tools;
    const std::string started = tools.path("started");
    const std::string gnuplot =
        tools.write("gnuplot", "#!/bin/sh\nout=$(sed -n \"s/^set output '\\(.*\\)'$/\\1/p\")\n(sleep 1000; echo $$) "
                               ">/dev/null &\necho $$ $! >'" +
                                   started + ".new'\nmv '" + started + ".new' '" + started +
                                   "'\nsleep 1000\necho rest >\"$out\"\n");
    fs::permissions(gnuplot, fs::perms::owner_all);
    const std::string mesh = folder.write("mesh.obj", objOf(ambient::makeSphere(0.1, 80)));
    RunningProgram running("env PATH='" + tools.path("") + "':\"$PATH\" " + kTool + "polar " + mesh + " --plot " +
                           folder.path("p.svg"));
    ASSERT_TRUE(running.waitFor([&] { return fs::exists(started); }));
    running.send(SIGTERM);
    EXPECT_EQ(running.end(), SIGTERM);
    EXPECT_EQ(folder.listing(), "mesh.obj p.gp ");
    std::istringstream processes(readWholeFile(started));
    for (pid_t process = 0; processes >> process;) {
        bool isGone = false; // a killed one is gone after its new parent has reaped it
        for (int i = 0; i < 6000 && !isGone; ++i) {
            const std::string state = readWholeFile("/proc/" + std::to_string(process) + "/stat");
            isGone = state.empty() || state.find(") Z") != std::string::npos;
            if (!isGone) std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        EXPECT_TRUE(isGone) << process;
    }
}

TEST(OutputSafety, AFullDiskLeavesTheFormerFilesAndNoRest) {
    const ScratchFolder folder;
    const std::string world = folder.write("pendulum.json", kPendulum);
    const std::string before = folder.write("a.csv", "old");
    for (const char* option : {"--csv", "--joints", "--save", "--skeleton", "--glb"}) {
        const ProgramResult result =
            runProgram(onFullDisk(kTool + "simulate " + world + " --seconds 2 " + option + " " + before));
        EXPECT_NE(result.out.find("a.csv: could not be written completely: File too large\nexit 1\n"),
                  std::string::npos)
            << option << result.out;
        EXPECT_EQ(readWholeFile(before), "old") << option;
        EXPECT_EQ(folder.listing(), "a.csv pendulum.json ") << option;
    }
    expectRefusal(kTool + "simulate " + world + " --csv " + folder.path("none/a.csv"), "none/a.csv");
}

TEST(OutputSafety, ASmallFileSystemIsAFullDisk) {
    const ScratchFolder folder;
    const std::string disk = folder.path("disk");
    fs::create_directory(disk);
    if (geteuid() != 0 || mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=32k") != 0)
        GTEST_SKIP() << "no file system can be mounted here";
    std::ofstream(disk + "/a.csv") << "old";
    const std::string world = folder.write("pendulum.json", kPendulum);
    const ProgramResult result =
        runProgram(kTool + "simulate " + world + " --seconds 5 --csv " + disk + "/a.csv --save " + disk + "/b.json");
    EXPECT_EQ(result.exitCode, 1);
    EXPECT_NE(result.err.find("No space left on device"), std::string::npos) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    EXPECT_EQ(readWholeFile(disk + "/a.csv"), "old");
    EXPECT_EQ(std::distance(fs::directory_iterator(disk), fs::directory_iterator()), 1);
    umount(disk.c_str());
}

TEST(OutputSafety, ASavedWorldLoadsFromWhereItLies) {
    const Scene scene;
    const ScratchFolder elsewhere;
    fs::create_directories(scene.path("runs/deep"));
    fs::create_directory(scene.path("work"));
    fs::create_directory_symlink(elsewhere.path(""), scene.path("away"));
    fs::create_symlink("runs/real.json", scene.path("link.json"));
    // As seen from scene.path("work"): beside the world, above its meshes, below it, outside, behind links.
    for (const char* saved : {"../later.json", "../meshes/later.json", "../runs/deep/later.json", "later.json",
                              "../away/later.json", "../link.json", "../runs/../away/again.json"}) {
        const ProgramResult made =
            runProgram(inFolder(scene.path("work"), kTool + "simulate ../w.json --save " + saved));
        EXPECT_EQ(made.exitCode, 0) << saved << made.err;
        const std::string place = scene.path("work/") + saved;
        for (const std::string& path :
             std::set<std::string>{fs::path(place).lexically_normal(), fs::canonical(place)}) {
            const ProgramResult again = runProgram(inFolder("/", kTool + "simulate '" + path + "' --csv -"));
            EXPECT_EQ(again.exitCode, 0) << path << again.err;
        }
    }
    const auto nameIn = [&](const std::string& file) {
        return nlohmann::json::parse(readWholeFile(scene.path(file)))["bodies"][0]["shape"]["file"].get<std::string>();
    };
    EXPECT_EQ(nameIn("later.json"), "meshes/hull.obj");
    EXPECT_EQ(nameIn("meshes/later.json"), "hull.obj");
    EXPECT_EQ(nameIn("work/later.json"), fs::canonical(scene.mesh).string());
    EXPECT_TRUE(fs::is_symlink(scene.path("link.json")));
    // A tree moved as a whole still loads.
    const ScratchFolder moved;
    fs::rename(scene.path("meshes"), moved.path("meshes"));
    EXPECT_EQ(runProgram(kTool + "simulate " + moved.path("meshes/later.json")).exitCode, 0);
}

TEST(OutputSafety, AWorldFromAPipeIsReadOnceAndNamesFilesFromHere) {
    const Scene scene;
    const std::string byFile = scene.path("by-file.json"), byPipe = scene.path("by-pipe.json");
    EXPECT_EQ(runProgram(kTool + "simulate " + scene.world + " --save " + byFile).exitCode, 0);
    for (const char* how : {"cat w.json | ", ""}) {
        const std::string from = *how ? "" : " < w.json";
        const ProgramResult piped = runProgram(
            "( " + inFolder(scene.path(""), how + kTool + "simulate /dev/stdin --save by-pipe.json" + from) + " )");
        EXPECT_EQ(piped.exitCode, 0) << piped.err;
        EXPECT_EQ(readWholeFile(byPipe), readWholeFile(byFile));
    }
    EXPECT_EQ(
        runProgram("( " + kTool + "simulate /dev/stdin --save " + scene.world + " < " + scene.world + " )").exitCode,
        2);
}

#ifdef AMBIENT_HAVE_SAMPLES
TEST(OutputSafety, TheSamplesKeepFilesToo) {
    const Scene scene;
    const std::string samples = test::samplesWord();
    const std::string world = samples + " --world " + scene.world + " --headless";
    expectRefusal(world + " --csv " + scene.world, "--csv", "the world");
    expectRefusal(world + " --csv " + scene.mesh, "--csv", "bodies[0].shape.file");
    const std::string plate = samples + " --run falling-plate --headless";
    expectRefusal(plate + " --set mesh=" + scene.mesh + " --csv " + scene.mesh, "--csv", "--set mesh");
    expectRefusal(plate + " --csv " + scene.path("a.gp") + " --plot " + scene.path("a.png"), "--csv",
                  "the script of --plot");
    expectRefusal(plate + " --png " + scene.path("a.png") + " --plot " + scene.path("meshes/../a.png"), "--png",
                  "--plot");
    const std::string all = plate + " --seconds 1000 --csv " + scene.folder.write("a.csv", "old") + " --plot " +
                            scene.path("a.svg") + " --png " + scene.path("a.png") + " --mp4 " + scene.path("a.mp4") +
                            " --loop " + scene.path("l.mp4") + " --glb " + scene.folder.write("a.glb", "old");
    for (const int signal : {SIGINT, SIGTERM, SIGHUP})
        expectNoRest(scene.folder, all, 7, signal);
    for (const char* option : {"--csv", "--glb"}) {
        const std::string file = scene.path(std::string("a.") + (option + 2));
        const ProgramResult full = runProgram(onFullDisk(plate + " --seconds 2 " + option + " " + file));
        EXPECT_NE(full.out.find("could not be written completely: File too large\nexit 1\n"), std::string::npos)
            << full.out;
        EXPECT_EQ(readWholeFile(file), "old");
    }
    EXPECT_EQ(scene.folder.listing(), "a.csv a.glb meshes w.json ");
}
#endif

} // namespace output_safety_test
