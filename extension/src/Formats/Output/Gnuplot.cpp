// SPDX-License-Identifier: Zlib
#include "Output/Gnuplot.h"

#include "FileBytes.h"
#include "OneLine.h"
#include "Output/SystemCalls.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

namespace ambient {
namespace {

/// True if a file has the end of a complete picture. Gnuplot reports no error if the disk is full.
bool isWholePicture(const std::string& path, PlotFormat format) {
    const std::string end = format == PlotFormat::Png ? "IEND\xae\x42\x60\x82" : "</svg>";
    std::string content = bytesOfFile(path).value_or("");
    content.erase(content.find_last_not_of('\n') + 1);
    return content.size() >= end.size() && content.compare(content.size() - end.size(), end.size(), end) == 0;
}

std::string fileName(const std::string& path) {
    return utf8Of(pathFromUtf8(path).filename());
}

} // namespace

PlotFormat plotFormatOf(const std::string& path) {
    const std::string ending = path.size() < 4 ? "" : path.substr(path.size() - 4);
    if (ending == ".png") return PlotFormat::Png;
    if (ending == ".svg") return PlotFormat::Svg;
    throw std::invalid_argument("--plot " + path + ": the name must end in .png or .svg");
}

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : inOneLine(text))
        result += c == '\'' ? std::string("''") : std::string(1, c);
    return result + "'";
}

bool isGnuplotInstalled() {
    return isOnPath("gnuplot");
}

void runGnuplot(const std::string& script) {
    ProgramPipe gnuplot({"gnuplot"});
    gnuplot.write(script.data(), script.size());
    if (!gnuplot.close()) throw std::runtime_error("gnuplot could not draw the picture");
}

std::string scriptPathFor(const std::string& plot) {
    return utf8Of(pathFromUtf8(plot).replace_extension(".gp"));
}

GnuplotPicture::GnuplotPicture(const std::string& path)
    : m_format(plotFormatOf(path)), m_picture(path), m_script(scriptPathFor(path)) {}

void GnuplotPicture::draw(const std::function<std::string(PlotFormat, const std::string& file)>& script, bool quiet) {
    m_script.write(script(m_format, fileName(m_picture.path())));
    m_script.commit();
    const std::string folder = folderOfFile(m_picture.path());
    if (!isGnuplotInstalled()) {
        if (!quiet)
            spdlog::warn(
                "no picture: gnuplot is not installed (Debian: gnuplot-nox); once installed, gnuplot {} draws {}{}",
                fileName(m_script.path()), fileName(m_picture.path()), folder.empty() ? "" : " in " + folder);
        return;
    }
    const std::string& drawn = m_picture.handOver();
    // The path is absolute: a relative name could begin with a character with a meaning to gnuplot.
    runGnuplot(script(m_format, utf8Of(std::filesystem::absolute(pathFromUtf8(drawn)))));
    if (!isWholePicture(drawn, m_format))
        throw std::runtime_error(m_picture.path() + ": the picture could not be written completely");
    m_picture.commit();
}

} // namespace ambient
