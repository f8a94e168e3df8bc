// SPDX-License-Identifier: Zlib
// The window of ambient-samples: its panels and settings, its message without a display, and its start under a display
// of its own.
#include "ReadPng.h"
#include "RunProgram.h"
#include "TestPaths.h"
#include "commands/PreparedRun.h"
#include "viewer/PanelLayout.h"
#include "viewer/ViewInput.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <utility>

namespace viewer_test {

using namespace samples;

TEST(PanelLayout, PanelsNeverOverlapAndLeaveRoomForTheView) {
    ViewerSettings settings;
    for (const auto& [width, height] : {std::pair(800.0, 560.0), std::pair(1280.0, 800.0), std::pair(1920.0, 1080.0)})
        for (int hidden = 0; hidden < 8; ++hidden) {
            settings.leftPanels = hidden & 1;
            settings.rightPanels = hidden & 2;
            settings.plots = hidden & 4;
            settings.leftWidth = settings.rightWidth = hidden == 7 ? 1500.0 : 300.0;
            const PanelLayout l = layoutOf(settings, width, height, 1.0);
            double area = 0.0;
            for (const PanelRect& r : {l.left, l.right, l.plots, l.bar, l.view}) {
                area += r.width * r.height;
                EXPECT_TRUE(r.x >= 0.0 && r.y >= 0.0 && r.x + r.width <= width && r.y + r.height <= height);
            }
            EXPECT_NEAR(area, width * height, 1e-6);
            EXPECT_GT(l.view.width, 0.3 * width - 1.0);
            EXPECT_GT(l.view.height, 0.4 * height);
        }
}

TEST(ViewerKeys, EveryToggleIsItsOwnAndComesBack) {
    ViewerState state{ViewerSettings()};
    const ShowOptions& show = state.settings.show;
    const auto flags = [&] {
        return std::vector<bool>{show.slip,     show.separation, show.forces, show.addedMass,          show.trails,
                                 show.velocity, show.labels,     show.ruler,  state.settings.waterline};
    };
    const std::vector<bool> usual = flags();
    for (unsigned key = 0; key < 9; ++key) {
        EXPECT_TRUE(takeCharacter('1' + key, state));
        std::vector<bool> expected = usual;
        expected[key] = !expected[key];
        EXPECT_EQ(flags(), expected) << key + 1;
        takeCharacter('1' + key, state);
        EXPECT_EQ(flags(), usual);
    }
    // There is no run yet: all keys must cope.
    for (const char key : std::string(" n.[]glrafpvh?x"))
        takeCharacter(static_cast<unsigned>(key), state);
    EXPECT_FALSE(takeCharacter('x', state));
    takeCharacter('h', state);
}

TEST(RunExport, WritesTheFileOfTheCommandLineAndLeavesNoneWhenItIsStopped) {
    const PreparedRun prepared(findSample("falling-plate"), CommandLine{});
    RunOptions options;
    options.duration = 0.2;
    const RunRecord record = runScene("falling-plate", *prepared.scene, prepared.values, options);
    const PlotSpec spec = prepared.scene->plot(prepared.values);
    const ScratchFolder folder;
    RunExport exported;
    exported.startGlb(record, spec, GlbOptions(), folder.path("plate.glb"));
    while (exported.isBusy())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_EQ(exported.takeResult(), "saved " + folder.path("plate.glb"));
    EXPECT_EQ(exported.takeResult(), "");
    EXPECT_TRUE(readWholeFile(folder.path("plate.glb")) == glbOf(record, spec, GlbOptions()));
    exported.startGlb(record, spec, GlbOptions(), folder.path("no/plate.glb"));
    while (exported.isBusy())
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_NE(exported.takeResult().find("no/plate.glb"), std::string::npos);
    {
        RunExport stopped;
        stopped.startFilm(record, spec, ShowOptions(), folder.path("plate.mp4"));
    }
    EXPECT_EQ(folder.listing(), "plate.glb ");
}

TEST(ViewerSettings, ComeBackAsTheyWereSaved) {
    const ScratchFolder folder;
    ViewerSettings saved;
    saved.place = {40, 60, 1500, 900, true};
    saved.scene = "coins";
    saved.quality = QualityChoice::Good;
    saved.show.slip = saved.show.addedMass = true;
    saved.show.trails = saved.plots = false;
    saved.leftWidth = 333.0;
    saved.quantities = {"height [m]", "speed [m/s]"};
    const std::string file = folder.path("new/folder/settings.json");
    saveSettings(file, saved);
    std::string warning;
    const ViewerSettings loaded = loadSettings(file, warning);
    EXPECT_EQ(warning, "");
    saveSettings(folder.path("again.json"), loaded);
    EXPECT_EQ(readWholeFile(folder.path("again.json")), readWholeFile(file));
    EXPECT_EQ(loaded.scene, "coins");
    EXPECT_TRUE(loaded.show.slip && loaded.place.isMaximized && !loaded.plots);
    EXPECT_EQ(folder.listing(), "again.json new ") << "something was left behind";
}

TEST(ViewerSettings, BrokenOnesGiveTheUsualOnesAndOneWarning) {
    const ScratchFolder folder;
    std::string warning;
    loadSettings(folder.path("none.json"), warning);
    EXPECT_EQ(warning, "");
    for (const char* text :
         {"", "{", "[1,2]", "{\"window\": 3}", "{\"window\": {\"width\": -5}}", "\xff\xfe", "{\"quality\": \"best\"}",
          "{\"show\": {\"slip\": \"yes\"}}", "{\"panels\": {\"left\": 1e9}}"}) {
        const ViewerSettings loaded = loadSettings(folder.write("broken.json", text), warning);
        EXPECT_NE(warning.find("broken.json"), std::string::npos) << text;
        EXPECT_EQ(warning.find('\n'), std::string::npos) << text;
        EXPECT_EQ(loaded.place.width, ViewerSettings().place.width) << text;
        EXPECT_FALSE(loaded.show.slip) << text;
    }
}

TEST(ViewerProgram, SaysInOneLineThatThereIsNoDisplay) {
    const std::string bare = "env -u DISPLAY -u WAYLAND_DISPLAY " + test::samplesWord();
    expectRefusal(bare, "there is no display", "--headless");
    expectRefusal(bare + " --run falling-plate", "there is no display", "--png FILE");
    expectRefusal(bare + " --run nothing", "nothing");
    expectRefusal(bare + " --set mass=1", "--run NAME");
}

TEST(ViewerProgram, OpensAWindowAndLeavesAPictureOfEveryPanel) {
    if (runProgram("command -v xvfb-run").exitCode != 0) GTEST_SKIP() << "xvfb-run is not installed";
    const ScratchFolder folder;
    // Left beside the programs, for people to look at.
    const auto build = std::filesystem::path(test::samplesPath()).parent_path().parent_path();
    const std::string pictures = (build / "screenshots").string();
    std::filesystem::remove_all(pictures);
    // The leak detector has no business with graphics drivers.
    const ProgramResult result =
        runProgram("ASAN_OPTIONS=detect_leaks=0 XDG_CONFIG_HOME=" + folder.path("config") +
                   " LIBGL_ALWAYS_SOFTWARE=1 xvfb-run -a -s '-screen 0 " + "1280x800x24' " + test::samplesWord() +
                   " --run falling-plate --set faces=80 --screenshots '" + pictures + "'");
    ASSERT_EQ(result.exitCode, 0) << result.err;
    for (const char* panel : {"scenes", "parameters", "run", "show", "numbers", "plots", "view", "help", "gallery"}) {
        const std::string file = pictures + "/" + panel + ".png";
        const Image image = readPng(readWholeFile(file));
        ASSERT_EQ(image.size.width, 1280) << file;
        ASSERT_EQ(image.size.height, 800);
        int others = 0;
        for (int y = 0; y < 800; ++y)
            for (int x = 0; x < 1280; ++x)
                others += std::abs(image.pixel(x, y)[0] - image.pixel(0, 0)[0]) > 12;
        EXPECT_GT(others, 1280 * 800 / 50) << panel << " is empty";
    }
}

} // namespace viewer_test
