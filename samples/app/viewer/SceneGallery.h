// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

/// Keys for moving in the gallery.
enum class GalleryKey { Left, Right, Up, Down, First, Last };

/// The scenes to choose from, as cards in rows, and the chosen one. Independent of windows.
class SceneGallery {
  public:
    bool isOpen = false;
    int columns = 1;        ///< cards side by side, as the panel draws them
    bool wantsView = false; ///< the chosen card is to be scrolled into view
    std::string search;     ///< cards with this text in name, description or figure are shown

    /// Opens the gallery with this scene chosen, or the first one if the name is unknown.
    void open(const std::string& scene);
    /// Indices of the shown scenes in sampleEntries().
    std::vector<int> shown() const;
    /// Name of the chosen scene; empty: none is shown.
    std::string chosen() const;
    /// \param entry index in sampleEntries()
    void choose(int entry) { m_chosen = entry; }
    /// Moves the choice, and stops at the ends.
    void move(GalleryKey key);

  private:
    int m_chosen = 0; ///< index in sampleEntries()
};

/// Whether name, description or figure of an entry hold a text, in letters of either case. \param entry index
bool isSceneFound(int entry, const std::string& search);

} // namespace samples
