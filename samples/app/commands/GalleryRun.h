// SPDX-License-Identifier: Zlib
#pragma once

#include "commands/Commands.h"
#include "gallery/GalleryPage.h"
#include "interface/SampleEntries.h"

#include <functional>

namespace samples {

/// Makes the folder of a gallery if there is none. \throws std::invalid_argument, one line, if the folder cannot be
/// made
void makeGalleryFolder(const std::string& folder);

/// A scene of the gallery and its files in a folder.
class GalleryRun {
  public:
    /// \param folder for its files
    GalleryRun(const SampleEntry& entry, const std::string& folder);

    /// Scene::galleryCost(): rough processor time [s].
    double cost() const { return m_cost; }
    /// Runs the scene here, for all its files but the films, which take most of the time.
    void drawStill();
    /// Runs the scene for all its files, by `PROGRAM --run NAME --headless` in a process of its own.
    /// \param program path of ambient-samples
    /// \param threads most threads of the scene
    /// \param quiet no hints about missing programs
    /// \throws std::runtime_error, one line naming the scene, if the program cannot be started or fails
    void run(const std::string& program, int threads, bool quiet);
    /// Its card on the page; complete after run().
    const GalleryItem& item() const { return m_item; }

  private:
    std::vector<std::string> commandOf(const std::string& program, int threads, bool quiet) const;

    SampleEntry m_entry;
    GalleryItem m_item;
    CommandLine m_line;
    double m_cost;
};

/// Runs the scenes in their order, but long ones last.
/// \param program path of ambient-samples
/// \param jobs number of scenes at a time, and of threads of each
/// \param progress called with the elapsed fraction of the whole processor time, from one thread at a time
/// \returns their cards, in the order of the entries
/// \throws as GalleryRun::run()
std::vector<GalleryItem> runGallery(const std::vector<SampleEntry>& entries, const std::string& folder,
                                    const std::string& program, int jobs, bool quiet,
                                    const std::function<void(double fraction)>& progress);

} // namespace samples
