// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/OutputFile.h"

#include <functional>

namespace ambient {

/// File format of a picture, known by the ending of its name.
enum class PlotFormat { Png, Svg };

/// \throws std::invalid_argument when the name ends neither in .png nor in .svg
PlotFormat plotFormatOf(const std::string& path);

/// As printf, of any length.
std::string format(const char* pattern, ...) __attribute__((format(printf, 1, 2)));

/// A gnuplot string in single quotes, in which nothing but the quote is special; control characters become spaces.
std::string quoted(const std::string& text);

/// Whether a program of this name is found on the PATH.
bool isOnPath(const std::string& program);

/// Whether a program called gnuplot is found on the PATH.
bool isGnuplotInstalled();

/// Lets gnuplot run a script. \throws std::runtime_error when it fails.
void runGnuplot(const std::string& script);

/// Where a picture's script is left: the same name, ending in .gp.
std::string scriptPathFor(const std::string& plot);

/// A picture that gnuplot draws, with its script beside it.
class GnuplotPicture {
  public:
    /// Opens both files, so that a place that cannot be written is known before the work starts.
    /// \throws std::invalid_argument, one line: a name that is no picture's, or that cannot be written
    explicit GnuplotPicture(const std::string& path);

    /// Writes both. Without gnuplot only the script, and says so on standard error unless quiet.
    /// \param script gives the script that draws into a file of this name, in the folder where gnuplot runs: that of
    /// the picture, wherever it is moved to
    /// \throws std::runtime_error when gnuplot fails or leaves a picture without its end, as on a full disk
    void draw(const std::function<std::string(PlotFormat, const std::string& file)>& script, bool quiet);

  private:
    PlotFormat m_format;
    OutputFile m_picture, m_script;
};

} // namespace ambient
