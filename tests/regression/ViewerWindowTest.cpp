// SPDX-License-Identifier: Zlib
// The window of ambient-samples on a display of its own: keys, closing, scenes that cannot be shown.
#include "AmbientFluid/Mesh/Primitives.h"
#include "ReadPng.h"
#include "RunProgram.h"
#include "TestDisplay.h"
#include "TestPaths.h"
#include "viewer/ViewerSettings.h"

#include <chrono>
#include <future>
#include <thread>

namespace viewer_window_test {

using namespace samples;

namespace {

const std::string kTitle = "Ambient fluid samples";

/// Runs the window in a folder of its own until its end, or for two minutes.
std::future<ProgramResult> open(const TestDisplay& display, const ScratchFolder& folder, const std::string& arguments) {
    // The leak detector has no business with graphics drivers.
    const std::string command = "cd '" + folder.path("") + "' && env ASAN_OPTIONS=detect_leaks=0 XDG_CONFIG_HOME='" +
                                folder.path("config") + "' LIBGL_ALWAYS_SOFTWARE=1 " + display.environment() +
                                " timeout 120 " + test::samplesWord() + " " + arguments;
    return std::async(std::launch::async, [command] { return runProgram("{ " + command + "; }"); });
}

/// Presses F12 and waits for its picture.
Image screenshot(TestDisplay& display, const std::string& file) {
    display.press("F12");
    for (int tenth = 0; tenth < 300 && !std::filesystem::exists(file); ++tenth)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    return readPng(readWholeFile(file));
}

/// Share of differing pixels in the upper three quarters: the texts of the window are below.
double difference(const Image& a, const Image& b) {
    const std::size_t size = std::min(a.rgb.size(), b.rgb.size()) / 4 * 3;
    double count = 0.0;
    for (std::size_t i = 0; i < size; ++i)
        count += a.rgb[i] != b.rgb[i];
    return count / static_cast<double>(size);
}

} // namespace

TEST(ViewerWindow, KeysDoWhatTheHelpSaysAndEscapeEndsIt) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    auto ended = open(display, folder, "--run falling-plate --set faces=80");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    std::this_thread::sleep_for(std::chrono::milliseconds(2000)); // a new run sets the camera to follow
    for (const char* key : {"1", "3", "7", "f"})                  // slip, forces, labels, follow
        display.press(key);
    const Image withPanels = screenshot(display, folder.path("falling-plate-1.png"));
    EXPECT_EQ(withPanels.size.width, 1280);
    display.press("v"); // only the view
    const Image view = screenshot(display, folder.path("falling-plate-2.png"));
    EXPECT_GT(difference(view, withPanels), 0.2);
    display.press("h"); // Escape closes the help first, and then the window
    display.press("Escape");
    EXPECT_EQ(ended.wait_for(std::chrono::milliseconds(500)), std::future_status::timeout);
    display.press("Escape");
    const ProgramResult result = ended.get();
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");

    std::string warning;
    const ViewerSettings usual, saved = loadSettings(folder.path("config/ambient-samples/settings.json"), warning);
    EXPECT_EQ(saved.show.slip, !usual.show.slip);
    EXPECT_EQ(saved.show.forces, !usual.show.forces);
    EXPECT_EQ(saved.show.labels, !usual.show.labels);
    EXPECT_EQ(saved.following, !usual.following);
    EXPECT_EQ(saved.show.trails, usual.show.trails);
    EXPECT_FALSE(saved.leftPanels || saved.rightPanels || saved.plots);
}

TEST(ViewerWindow, EscapeClosesADropDownListBeforeItEndsTheProgram) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    auto ended = open(display, folder, "--run falling-plate --set faces=80 --seconds 0.1");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    int number = 0;
    const auto next = [&] {
        return screenshot(display, folder.path("falling-plate-" + std::to_string(++number) + ".png"));
    };
    next();                                                       // its name is in all later ones
    std::this_thread::sleep_for(std::chrono::milliseconds(1500)); // the run is over, the camera at rest
    const Image closed = next();
    display.click(1255, 525); // the list of qualities in the panel at the right
    const double opened = difference(closed, next());
    EXPECT_GT(opened, 5e-3) << "no list came down: has it moved?";
    display.press("Escape");
    display.point(1150, 650); // no tooltip there
    ASSERT_EQ(ended.wait_for(std::chrono::milliseconds(700)), std::future_status::timeout)
        << "Escape ended the program";
    EXPECT_LT(difference(closed, next()), 0.3 * opened) << "the list is still open";
    display.press("Escape");
    EXPECT_EQ(ended.get().exitCode, 0);
}

TEST(ViewerWindow, SpaceStopsTheWorldAndLetsItGoOn) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    auto ended = open(display, folder, "--run falling-plate --set faces=80 --seconds 600");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    screenshot(display, folder.path("falling-plate-1.png")); // running by now
    display.press("v");
    display.press("space");
    int number = 2;
    const auto next = [&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(500));
        return screenshot(display, folder.path("falling-plate-" + std::to_string(number++) + ".png"));
    };
    // The camera comes to rest after the body, later still under load.
    Image before = next(), after = next();
    while (number < 60 && difference(before, after) > 0.0) {
        before = after;
        after = next();
    }
    EXPECT_EQ(difference(before, after), 0.0);
    display.press("space");
    before = after;
    do
        after = next();
    while (number < 90 && difference(before, after) < 1e-3);
    EXPECT_GE(difference(before, after), 1e-3);
    display.closeWindow();
    EXPECT_EQ(ended.get().exitCode, 0);
}

TEST(ViewerWindow, WithoutASceneItStartsWithAllOfThem) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    auto ended = open(display, folder, "");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    const Image first = screenshot(display, folder.path("gallery-1.png"));
    display.press("Right");
    const Image second = screenshot(display, folder.path("gallery-2.png"));
    EXPECT_GT(difference(first, second), 1e-3) << "no card is marked";
    EXPECT_LT(difference(first, second), 0.05);
    display.press("Left");
    display.press("Return");
    const Image run = screenshot(display, folder.path("falling-plate-1.png"));
    EXPECT_GT(difference(first, run), 0.2);
    display.press("b");
    screenshot(display, folder.path("gallery-3.png"));
    display.click(400, 200); // the second card
    EXPECT_GT(difference(first, screenshot(display, folder.path("plate-sizes-1.png"))), 0.2);
    display.closeWindow();
    EXPECT_EQ(ended.get().exitCode, 0);
}

TEST(ViewerWindow, SavesTheWorldAsAFileThatTheToolRuns) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    auto ended = open(display, folder, "--run falling-plate --set faces=80 --seconds 0.5");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    const std::string world = folder.path("falling-plate-1.json");
    for (int attempt = 1; attempt <= 30 && !std::filesystem::exists(world); ++attempt) {
        display.press("w"); // without a world yet, the window only says so
        screenshot(display, folder.path("falling-plate-" + std::to_string(attempt) + ".png"));
    }
    ASSERT_TRUE(std::filesystem::exists(world));
    const ProgramResult result = runProgram(test::toolWord() + " simulate '" + world + "' --seconds 0.1");
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_NE(result.out.find("plate"), std::string::npos);
    display.closeWindow();
    EXPECT_EQ(ended.get().exitCode, 0);
}

// How soon is a matter of AddedMass.WhatTheListenerThrowsGivesTheWorkUpAndIsPassedOn and LiveRun's tests.
TEST(ViewerWindow, ClosedWhileItPreparesItEndsInPeace) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    const std::string mesh = folder.write("ball.obj", objOf(ambient::makeSphere(0.05, 80000))); // takes seconds
    auto ended = open(display, folder, "--run falling-plate --set mesh='" + mesh + "'");
    ASSERT_TRUE(display.waitForWindow(kTitle, 30.0)) << ended.get().err;
    display.closeWindow();
    const ProgramResult result = ended.get();
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_EQ(result.err, "");
}

TEST(ViewerWindow, OfAMeshThatCannotBeUsedSaysSoAndEnds) {
    TestDisplay display;
    if (!display.isThere()) GTEST_SKIP() << "there is no Xvfb, or no Xlib";
    const ScratchFolder folder;
    const std::string broken = folder.write("broken.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    for (const std::string& mesh : {folder.path("missing.obj"), broken}) {
        const ProgramResult result = open(display, folder, "--run falling-plate --set mesh='" + mesh + "'").get();
        EXPECT_EQ(result.exitCode, 2) << result.err;
        EXPECT_EQ(result.out, "");
        EXPECT_EQ(result.err.rfind("ambient-samples: --set mesh: " + mesh, 0), 0U) << result.err;
        EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    }
}

} // namespace viewer_window_test
