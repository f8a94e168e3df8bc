// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ShowOptions.h"
#include "exporters/GlbFile.h"

#include <atomic>
#include <string>
#include <thread>

namespace samples {

/// Writes the run of a window to a file, in a thread of its own, while the run goes on.
class RunExport {
  public:
    RunExport() = default;
    /// Stops a running export and leaves no file.
    ~RunExport();
    RunExport(const RunExport&) = delete;
    RunExport& operator=(const RunExport&) = delete;

    /// Both start with the present record and return at once. No other export may be running.
    /// \param file ends in .mp4 and .glb; relative to the current folder
    void startFilm(const RunRecord& record, const PlotSpec& spec, const ShowOptions& show, const std::string& file);
    void startGlb(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options, const std::string& file);

    bool isBusy() const { return m_isBusy; }
    /// Name of the present file.
    const std::string& file() const { return m_file; }
    /// Completed part, 0 to 1.
    double fraction() const { return m_fraction; }
    /// Once after each file: "saved FILE", or the reason of the failure; otherwise empty.
    std::string takeResult();

  private:
    template <typename Work>
    void start(const std::string& file, Work work);

    std::thread m_thread;
    std::atomic<bool> m_isBusy{false}, m_isStopped{false};
    std::atomic<double> m_fraction{0.0};
    std::string m_file, m_result; ///< m_result is the thread's until its end
    bool m_hasResult = false;
};

/// The first unused name of SCENE-1.ENDING, SCENE-2.ENDING, ... in the current folder.
std::string freeFileName(const std::string& scene, const std::string& ending);

} // namespace samples
