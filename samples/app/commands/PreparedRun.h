// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/Gnuplot.h"
#include "commands/Commands.h"
#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"

#include <functional>
#include <memory>

namespace samples {

/// A scene with all its options from the command line, checked.
struct PreparedRun {
    SampleEntry entry;
    std::unique_ptr<Scene> scene;
    ParameterValues values;
    RunOptions options; ///< with the model of the command line, or the default one

    /// \throws std::invalid_argument, one line: unknown parameter, model or solver, or an impossible value
    PreparedRun(const SampleEntry& chosen, const CommandLine& line);

    /// Runs the scene with a model, with a progress bar and warnings on standard error.
    /// \param label of the bar
    RunRecord run(const std::string& model, const std::string& label, bool quiet) const;

    /// The drawing's specification, with a line about the model (empty: not named), parameters, solver and step under
    /// the title.
    /// \param solver the used solver, as some scenes need the exact one; empty: the chosen one
    PlotSpec plot(const std::string& model, const std::string& solver = "") const;
};

/// The output files of a command, opened before its start to report an unwritable place early.
class ResultFiles {
  public:
    /// \throws std::invalid_argument, one line: an unwritable name, two outputs to one file, or an output to an input
    /// file
    ResultFiles(const CommandLine& line, const PreparedRun& prepared);

    bool wantsCsv() const { return m_csv != nullptr; }
    bool wantsPlot() const { return m_plot != nullptr; }
    void writeCsv(const std::string& text);
    /// Leaves the script beside the plot; without gnuplot only the script, and says so unless quiet.
    /// \param script as GnuplotPicture::draw takes it
    void drawPlot(const std::function<std::string(ambient::PlotFormat, const std::string& file)>& script, bool quiet);

    /// The files of `--png`, `--mp4`, `--loop`, `--glb`, `--joints` and `--skeleton`; null if not named.
    ambient::OutputFile* png() const { return m_png.get(); }
    ambient::OutputFile* mp4() const { return m_mp4.get(); }
    ambient::OutputFile* loop() const { return m_loop.get(); }
    ambient::OutputFile* glb() const { return m_glb.get(); }
    ambient::OutputFile* joints() const { return m_joints.get(); }
    ambient::OutputFile* skeleton() const { return m_skeleton.get(); }

  private:
    std::unique_ptr<ambient::OutputFile> m_csv, m_png, m_mp4, m_loop, m_glb, m_joints, m_skeleton;
    std::unique_ptr<ambient::GnuplotPicture> m_plot;
};

/// Takes `--threads`; empty: one per core of the machine. \throws std::invalid_argument for any other text
void setThreads(const std::string& text);

} // namespace samples
