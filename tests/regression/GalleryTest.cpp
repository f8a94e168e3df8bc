// SPDX-License-Identifier: Zlib
#include "RunProgram.h"
#include "TestPaths.h"
#include "gallery/GalleryPage.h"

namespace gallery_test {

namespace {

const std::string kSamples = test::samplesWord();

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(Gallery, ShowsAndLinksWhatASceneLeftAndNothingElse) {
    const samples::GalleryItem full = {"a-plate", "A <plate>", "falls & turns", "Someone 2025", "1 m\n2 m\n",
                                       "a.png",   "a.svg",     "a.mp4",         "a.csv",        "a.glb",
                                       ""};
    samples::GalleryItem bare;
    bare.name = "bare";
    bare.title = "Bare";
    bare.csv = "bare.csv";
    samples::GalleryItem shortFilm;
    shortFilm.name = "short";
    shortFilm.loop = "short-loop.mp4";
    shortFilm.picture = "short.png";
    const std::string page = samples::galleryHtml({full, bare, shortFilm});
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
