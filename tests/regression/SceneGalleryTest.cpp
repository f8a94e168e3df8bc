// SPDX-License-Identifier: Zlib
// The first page of the window: its cards, their choice by keys, its pictures.
#include "graphics/Image.h"
#include "interface/SampleEntries.h"
#include "viewer/Thumbnails.h"
#include "viewer/ViewInput.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

namespace scene_gallery_test {

using namespace samples;

namespace {

const std::string& nameOf(std::size_t entry) {
    return sampleEntries()[entry].name;
}

} // namespace

TEST(SceneGallery, KeysMoveTheChoiceAndStopAtTheEnds) {
    SceneGallery gallery;
    gallery.open(nameOf(5));
    gallery.columns = 4;
    EXPECT_EQ(gallery.chosen(), nameOf(5));
    gallery.move(GalleryKey::Down);
    EXPECT_EQ(gallery.chosen(), nameOf(9));
    gallery.move(GalleryKey::Left);
    EXPECT_EQ(gallery.chosen(), nameOf(8));
    for (int i = 0; i < 5; ++i)
        gallery.move(GalleryKey::Up);
    EXPECT_EQ(gallery.chosen(), nameOf(0));
    gallery.move(GalleryKey::Left);
    EXPECT_EQ(gallery.chosen(), nameOf(0));
    gallery.move(GalleryKey::Last);
    const std::string last = gallery.chosen();
    EXPECT_EQ(last, sampleEntries().back().name);
    gallery.move(GalleryKey::Right);
    gallery.move(GalleryKey::Down);
    EXPECT_EQ(gallery.chosen(), last);
    for (std::size_t i = 0; i <= sampleEntries().size(); ++i)
        gallery.move(GalleryKey::Up);
    for (std::size_t i = 0; i <= sampleEntries().size(); ++i)
        gallery.move(GalleryKey::Down); // every row is reached, also the last one
    const std::size_t rows = (sampleEntries().size() + 3) / 4;
    EXPECT_GE(4 * (rows - 1), std::size_t(4));
    const auto found = std::find_if(sampleEntries().begin(), sampleEntries().end(),
                                    [&](const SampleEntry& entry) { return entry.name == gallery.chosen(); });
    EXPECT_EQ(static_cast<std::size_t>(found - sampleEntries().begin()) / 4, rows - 1);
}

TEST(SceneGallery, SearchLeavesWhatHasTheWordAndTheChoiceStaysAmongIt) {
    SceneGallery gallery;
    gallery.open("falling-plate");
    gallery.search = "GOLF";
    ASSERT_GE(gallery.shown().size(), 2u);
    for (const int entry : gallery.shown())
        EXPECT_TRUE(isSceneFound(entry, "golf")) << nameOf(static_cast<std::size_t>(entry));
    EXPECT_EQ(gallery.chosen(), "golf-drive");
    gallery.move(GalleryKey::Right);
    EXPECT_EQ(gallery.chosen(), "golf-cases");
    gallery.search = "no scene has these words";
    EXPECT_EQ(gallery.chosen(), "");
    gallery.move(GalleryKey::Down);
    gallery.open("no such scene");
    EXPECT_EQ(gallery.chosen(), nameOf(0));
    EXPECT_EQ(gallery.shown().size(), sampleEntries().size());
}

TEST(SceneGallery, TakesTheKeysWhileItIsOpen) {
    ViewerState state{ViewerSettings()};
    state.openGallery();
    EXPECT_EQ(state.gallery.chosen(), "falling-plate");
    takeNamedKey(NamedKey::Right, false, state);
    EXPECT_EQ(state.gallery.chosen(), "plate-sizes");
    const bool plots = state.settings.plots;
    EXPECT_FALSE(takeCharacter('p', state));
    EXPECT_EQ(state.settings.plots, plots);
    takeCharacter('b', state);
    EXPECT_TRUE(state.gallery.isOpen) << "there is no run to go back to";
    takeNamedKey(NamedKey::Left, false, state);
    takeNamedKey(NamedKey::Enter, false, state);
    EXPECT_FALSE(state.gallery.isOpen);
    EXPECT_EQ(state.settings.scene, "falling-plate");
    state.run.finishPreparing();
    ASSERT_TRUE(state.run.hasRun());
    takeCharacter('b', state);
    EXPECT_TRUE(state.gallery.isOpen);
    EXPECT_FALSE(state.run.isPlaying());
    takeNamedKey(NamedKey::Escape, false, state);
    EXPECT_FALSE(state.gallery.isOpen || state.wantsQuit);
    takeNamedKey(NamedKey::Escape, false, state);
    EXPECT_TRUE(state.wantsQuit);
}

// samples/pictures/thumbnails.sh makes them.
TEST(SceneGallery, EverySceneHasAPictureAndEveryPictureAScene) {
    std::set<std::string> names;
    for (const SampleEntry& entry : sampleEntries()) {
        names.insert(entry.name + ".jpg");
        const Image image = readJpeg(thumbnailFile(entry.name));
        ASSERT_EQ(image.size.width, 240) << entry.name << ": run samples/pictures/thumbnails.sh " << entry.name;
        EXPECT_EQ(image.size.height, 135) << entry.name;
        const auto [least, most] = std::minmax_element(image.rgb.begin(), image.rgb.end());
        EXPECT_GT(*most - *least, 60) << entry.name << " is blank";
    }
    const auto folder = std::filesystem::path(thumbnailFile("x")).parent_path();
    for (const auto& file : std::filesystem::directory_iterator(folder))
        EXPECT_EQ(names.count(file.path().filename().string()), 1u) << file.path();
    EXPECT_TRUE(readJpeg(thumbnailFile("no such scene")).rgb.empty());
}

} // namespace scene_gallery_test
