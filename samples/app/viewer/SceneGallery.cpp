// SPDX-License-Identifier: Zlib
#include "viewer/SceneGallery.h"

#include "interface/SampleEntries.h"

#include <algorithm>
#include <cctype>

namespace samples {
namespace {

std::string inSmallLetters(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

} // namespace

bool isSceneFound(int entry, const std::string& search) {
    const SampleEntry& e = sampleEntries()[static_cast<std::size_t>(entry)];
    return inSmallLetters(e.name + " " + e.description + " " + e.figure).find(inSmallLetters(search)) !=
           std::string::npos;
}

void SceneGallery::open(const std::string& scene) {
    isOpen = wantsView = true;
    search.clear();
    m_chosen = 0;
    const std::vector<SampleEntry>& entries = sampleEntries();
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (entries[i].name == scene) m_chosen = static_cast<int>(i);
}

std::vector<int> SceneGallery::shown() const {
    std::vector<int> found;
    for (int i = 0; i < static_cast<int>(sampleEntries().size()); ++i)
        if (isSceneFound(i, search)) found.push_back(i);
    return found;
}

std::string SceneGallery::chosen() const {
    const std::vector<int> all = shown();
    if (all.empty()) return "";
    const bool isShown = std::find(all.begin(), all.end(), m_chosen) != all.end();
    return sampleEntries()[static_cast<std::size_t>(isShown ? m_chosen : all.front())].name;
}

void SceneGallery::move(GalleryKey key) {
    const std::vector<int> all = shown();
    if (all.empty()) return;
    const int last = static_cast<int>(all.size()) - 1, row = std::max(1, columns);
    const auto found = std::find(all.begin(), all.end(), m_chosen);
    const int now = found == all.end() ? 0 : static_cast<int>(found - all.begin());
    int next = now;
    switch (key) {
    case GalleryKey::Left:
        next = now - 1;
        break;
    case GalleryKey::Right:
        next = now + 1;
        break;
    case GalleryKey::Up:
        next = now >= row ? now - row : now;
        break;
    case GalleryKey::Down: // from the last row but one, also where the last one is shorter
        next = now / row < last / row ? now + row : now;
        break;
    case GalleryKey::First:
        next = 0;
        break;
    case GalleryKey::Last:
        next = last;
        break;
    }
    m_chosen = all[static_cast<std::size_t>(std::clamp(next, 0, last))];
    wantsView = true;
}

} // namespace samples
