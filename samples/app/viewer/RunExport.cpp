// SPDX-License-Identifier: Zlib
#include "viewer/RunExport.h"

#include "FilePath.h"
#include "exporters/Film.h"

#include <filesystem>
#include <stdexcept>

namespace samples {

RunExport::~RunExport() {
    m_isStopped = true;
    if (m_thread.joinable()) m_thread.join();
}

template <typename Work>
void RunExport::start(const std::string& file, Work work) {
    if (m_thread.joinable()) m_thread.join();
    m_file = file;
    m_fraction = 0.0;
    m_isBusy = m_hasResult = true;
    m_thread = std::thread([this, file, work = std::move(work)] {
        try {
            work();
            m_result = "saved " + file;
        } catch (const std::exception& error) {
            m_result = error.what();
        }
        m_isBusy = false;
    });
}

void RunExport::startFilm(const RunRecord& record, const PlotSpec& spec, const ShowOptions& show,
                          const std::string& file) {
    start(file, [this, record, spec, show, file] {
        if (!isFfmpegInstalled()) throw std::runtime_error("no film: ffmpeg is not installed (Debian: ffmpeg)");
        FilmOptions options;
        options.show = show;
        ambient::OutputFile output(file);
        OffscreenRenderer renderer(options.size);
        writeFilm(record, spec, options, renderer, output, [this](double fraction) {
            m_fraction = fraction;
            if (m_isStopped) throw std::runtime_error("the film was stopped");
        });
    });
}

void RunExport::startGlb(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options,
                         const std::string& file) {
    start(file, [record, spec, options, file] {
        ambient::OutputFile output(file);
        output.write(glbOf(record, spec, options));
        output.commit();
    });
}

std::string RunExport::takeResult() {
    if (m_isBusy || !m_hasResult) return "";
    m_hasResult = false;
    return m_result;
}

std::string freeFileName(const std::string& scene, const std::string& ending) {
    // The scene of a world file has the file's name.
    const std::string stem = ambient::utf8Of(ambient::pathFromUtf8(scene).stem());
    std::string file;
    for (int number = 1; file.empty() || std::filesystem::exists(ambient::pathFromUtf8(file)); ++number)
        file = stem + "-" + std::to_string(number) + ending;
    return file;
}

} // namespace samples
