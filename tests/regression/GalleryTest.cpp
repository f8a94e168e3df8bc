// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "RunningProgram.h"
#include "TestPaths.h"
#include "commands/GalleryRun.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace gallery_test {

using namespace samples;

namespace {

const std::string kSamples = test::samplesWord();

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The first scene with the gallery's time and cost of a test.
class TimedScene final : public Scene {
  public:
    TimedScene(double duration, double cost) : m_duration(duration), m_cost(cost) {}
    std::vector<Parameter> parameters() const override { return m_plate->parameters(); }
    double defaultDuration() const override { return 0.1; }
    double galleryDuration() const override { return m_duration; }
    double galleryCost() const override { return m_cost; }
    void build(const ParameterValues& values, SceneContext& context) const override { m_plate->build(values, context); }
    std::string summary(const RunRecord& record) const override { return m_plate->summary(record); }
    PlotSpec plot(const ParameterValues& values) const override { return m_plate->plot(values); }

    static SampleEntry entry(const std::string& name, double duration, double cost) {
        return {name, "", "", [=] { return std::make_unique<TimedScene>(duration, cost); }};
    }

  private:
    std::unique_ptr<Scene> m_plate = firstSample().create();
    double m_duration, m_cost;
};

/// A program that records its arguments, prints one line and fails for the scene `broken`.
std::string notingProgram(const ScratchFolder& folder) {
    const std::string path =
        folder.write("it's a program", "#!/bin/sh\necho \"$*\" >>\"${0%/*}/diary\"\necho \"ran $3 $4 $5\"\n"
                                       "case \"$*\" in *broken*) exit 3 ;; esac\n");
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
}

std::vector<std::string> lines(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string line; std::getline(stream, line);)
        all.push_back(line);
    return all;
}

/// Numbers of the processes that a process has started.
std::vector<std::string> childrenOf(int process) {
    std::vector<std::string> all;
    std::error_code ended;
    const std::string threads = "/proc/" + std::to_string(process) + "/task";
    for (const auto& thread : std::filesystem::directory_iterator(threads, ended)) {
        std::ifstream file(thread.path() / "children");
        for (std::string number; file >> number;)
            all.push_back(number);
    }
    return all;
}

} // namespace

TEST(Gallery, RunsLongScenesLastAndShorterShowsThemInTheirOrderAndTellsWhatIsDone) {
    const ScratchFolder folder;
    std::vector<double> fractions;
    folder.write("long-loop.mp4", "of an earlier gallery");
    const std::vector<SampleEntry> entries = {TimedScene::entry("long", 0.05, 5.0), TimedScene::entry("a", 0.1, 1.0),
                                              TimedScene::entry("b", 0.1, 1.0)};
    const std::vector<GalleryItem> items = runGallery(entries, folder.path("."), notingProgram(folder), 1, false,
                                                      [&](double fraction) { fractions.push_back(fraction); });
    const std::vector<std::string> runs = lines(readWholeFile(folder.path("diary")));
    ASSERT_EQ(runs.size(), 3u);
    EXPECT_TRUE(contains(runs[0], "--run a --size 1280x720 --csv " + folder.path("./a.csv"))) << runs[0];
    EXPECT_TRUE(contains(runs[1], "--quiet --run b --size")) << runs[1];
    EXPECT_TRUE(contains(runs[2], "--quiet --run long --seconds 0.05")) << runs[2];
    EXPECT_FALSE(contains(runs[0], "--quiet")) << "hints about missing programs are lost";
    ASSERT_EQ(items.size(), 3u);
    EXPECT_EQ(items[0].name + items[1].name + items[2].name, "longab");
    EXPECT_EQ(items[0].excerpt, "The first 0.05 s of 0.1 s");
    EXPECT_EQ(items[1].excerpt, "");
    EXPECT_EQ(items[2].summary, "ran 1 --quiet --run\n");
    EXPECT_EQ(items[0].loop, "") << "the film of an earlier gallery is shown";
    EXPECT_TRUE(contains(galleryHtml(items), "<p class=\"figure\">The first 0.05 s of 0.1 s</p>"));
    EXPECT_EQ(fractions, (std::vector<double>{1.0 / 7.0, 2.0 / 7.0, 1.0}));
}

TEST(Gallery, TwoJobsRunEachSceneOnceAndAFailureIsNamed) {
    const ScratchFolder folder;
    std::vector<SampleEntry> entries;
    for (int i = 0; i < 12; ++i)
        entries.push_back(TimedScene::entry("scene-" + std::to_string(i), 0.1, 1.0));
    const std::string program = notingProgram(folder);
    std::vector<double> fractions;
    const auto items =
        runGallery(entries, folder.path("."), program, 2, true, [&](double done) { fractions.push_back(done); });
    EXPECT_EQ(items.size(), 12u);
    std::vector<std::string> runs = lines(readWholeFile(folder.path("diary")));
    std::sort(runs.begin(), runs.end());
    EXPECT_EQ(runs.size(), 12u);
    EXPECT_EQ(std::unique(runs.begin(), runs.end()), runs.end());
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_DOUBLE_EQ(fractions.back(), 1.0);
    entries[5] = TimedScene::entry("broken", 0.1, 1.0);
    try {
        runGallery(entries, folder.path("."), program, 2, true, [](double) {});
        FAIL() << "a failed scene went by";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "the scene broken failed");
    }
}

TEST(Gallery, ASignalEndsItsScenesToo) {
    // Each program of a scene has a process group of its own: the signal does not reach them by itself.
    const ScratchFolder folder;
    const std::string gallery = folder.path("gallery");
    RunningProgram running(kSamples + " --gallery " + gallery + " --quiet --threads 2");
    std::vector<std::string> started;
    ASSERT_TRUE(running.waitFor([&] { return (started = childrenOf(running.process())).size() == 2; }));
    running.send(SIGTERM);
    EXPECT_EQ(running.end(), SIGTERM);
    for (const std::string& process : started)
        EXPECT_FALSE(std::filesystem::exists("/proc/" + process)) << process;
    for (const auto& entry : std::filesystem::directory_iterator(gallery))
        EXPECT_FALSE(contains(entry.path().filename().string(), ".ambient-")) << entry.path();
}

TEST(Gallery, ShowsNoMoreOfASceneThanItsRun) {
    for (const SampleEntry& entry : sampleEntries()) {
        const std::unique_ptr<Scene> scene = entry.create();
        EXPECT_GT(scene->galleryDuration(), 0.0) << entry.name;
        EXPECT_LE(scene->galleryDuration(), scene->defaultDuration()) << entry.name;
        EXPECT_GT(scene->galleryCost(), 0.0) << entry.name;
        // This scene must be the first drawn: samples/run.sh builds its picture alone, and its film shows which
        // programs are missing.
        EXPECT_GE(scene->galleryCost(), firstSample().create()->galleryCost()) << entry.name;
    }
    EXPECT_EQ(sampleEntries().front().name, firstSample().name);
}

TEST(Gallery, TheFirstPictureIsThatOfItsSceneAndNeedsNoOtherScene) {
    const ScratchFolder folder;
    const std::string program = test::firstPictureWord();
    expectRefusal(program, "needs the folder");
    folder.write("file", "");
    expectRefusal(program + " " + folder.path("file"), "is no folder", "file");
    ASSERT_EQ(runProgram(program + " " + folder.path("gallery")).exitCode, 0);
    EXPECT_FALSE(std::filesystem::exists(folder.path("gallery/" + firstSample().name + "-loop.mp4")));
    EXPECT_FALSE(std::filesystem::exists(folder.path("gallery/" + firstSample().name + ".mp4")));
    ASSERT_EQ(runProgram(kSamples + " --run " + firstSample().name + " --headless --quiet --size 1280x720 --csv " +
                         folder.path("a.csv") + " --png " + folder.path("a.png") + " --glb " + folder.path("a.glb"))
                  .exitCode,
              0);
    for (const char* ending : {".csv", ".png", ".glb"})
        EXPECT_TRUE(readWholeFile(folder.path("gallery/" + firstSample().name + ending)) ==
                    readWholeFile(folder.path("a" + std::string(ending))))
            << ending;
}

TEST(Gallery, ShowsAndLinksWhatASceneLeftAndNothingElse) {
    const GalleryItem full = {"a-plate", "A <plate>", "falls & turns", "Someone 2025", "1 m\n2 m\n", "a.png",
                              "a.svg",   "a.mp4",     "a.csv",         "a.glb",        "",           ""};
    GalleryItem bare;
    bare.name = "bare";
    bare.title = "Bare";
    bare.csv = "bare.csv";
    GalleryItem shortFilm;
    shortFilm.name = "short";
    shortFilm.loop = "short-loop.mp4";
    shortFilm.picture = "short.png";
    const std::string page = galleryHtml({full, bare, shortFilm});
    for (const char* file : {"a.png", "a.svg", "a.mp4", "a.csv", "a.glb", "bare.csv", "short-loop.mp4", "short.png"})
        EXPECT_TRUE(contains(page, "=\"" + std::string(file) + "\"")) << file;
    EXPECT_TRUE(contains(page, "A &lt;plate&gt;"));
    EXPECT_TRUE(contains(page, "falls &amp; turns"));
    EXPECT_FALSE(contains(page, "<plate>"));
    EXPECT_FALSE(contains(page, "=\"\"")) << "a file that is not there is shown";
    EXPECT_FALSE(contains(page, "http")) << "the page needs something from elsewhere";
    EXPECT_FALSE(contains(page, "<script"));
}

TEST(Gallery, TakesNoOptionsOfSingleRunsAndNoFileForAFolder) {
    const ScratchFolder folder;
    const std::string gallery = kSamples + " --gallery " + folder.path("new");
    expectRefusal(gallery + " --run golf-drive --headless", "one thing at a time");
    expectRefusal(gallery + " --model paper001", "--gallery DIR takes --threads and --quiet only");
    expectRefusal(gallery + " --png a.png", "go with --run NAME");
    EXPECT_EQ(folder.listing(), "");
    folder.write("file", "");
    expectRefusal(kSamples + " --gallery " + folder.path("file"), "is no folder", "file");
}

} // namespace gallery_test
