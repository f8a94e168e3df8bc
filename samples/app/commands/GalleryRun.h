// SPDX-License-Identifier: Zlib
#pragma once

#include "commands/Commands.h"
#include "gallery/GalleryPage.h"
#include "interface/SampleEntries.h"

#include <functional>

namespace samples {

/// Makes the folder of a gallery if there is none. \throws std::invalid_argument, one line, if that is not possible
void makeGalleryFolder(const std::string& folder);

/// A scene of the gallery and the files that it leaves in a folder.
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
    /// \param threads that it may use
    /// \param quiet no hints about programs that are missing
    /// \throws std::runtime_error, one line that names the scene, if the program cannot be started or fails
    void run(const std::string& program, int threads, bool quiet);
    /// Its card on the page; complete after run().
    const GalleryItem& item() const { return m_item; }

  private:
    std::string commandOf(const std::string& program, int threads, bool quiet) const;

    SampleEntry m_entry;
    GalleryItem m_item;
    CommandLine m_line;
    double m_cost;
};

/// Runs the scenes: those that take long last, else in their order.
/// \param program path of ambient-samples
/// \param jobs number of scenes that run at a time, and of threads of each
/// \param progress called with the fraction of the whole processor time that has passed, from one thread at a time
/// \returns their cards, in the order of the entries
/// \throws as GalleryRun::run()
std::vector<GalleryItem> runGallery(const std::vector<SampleEntry>& entries, const std::string& folder,
                                    const std::string& program, int jobs, bool quiet,
                                    const std::function<void(double fraction)>& progress);

} // namespace samples
