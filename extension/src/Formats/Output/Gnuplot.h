// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/FormattedText.h"
#include "Output/OutputFile.h"

#include <functional>

namespace ambient {

/// File format of a picture, from the extension of its name.
enum class PlotFormat { Png, Svg };

/// Format of a file name. \throws std::invalid_argument if the extension is neither .png nor .svg
PlotFormat plotFormatOf(const std::string& path);

/// Gnuplot string in single quotes; quotes are escaped, control characters become spaces.
std::string quoted(const std::string& text);

/// True if gnuplot is on the PATH.
bool isGnuplotInstalled();

/// Runs a gnuplot script. \throws std::runtime_error if gnuplot fails
void runGnuplot(const std::string& script);

/// Path of the script of a picture: the name of the picture with the extension .gp.
std::string scriptPathFor(const std::string& plot);

/// A picture drawn by gnuplot, with its script in the same folder.
class GnuplotPicture {
  public:
    /// Opens both files, to report an unwritable location before the work starts.
    /// \throws std::invalid_argument, one line, if the extension is unknown or the file cannot be written
    explicit GnuplotPicture(const std::string& path);

    /// Writes the picture and the script.
    /// If gnuplot is not installed, writes the script only, with a warning on standard error unless quiet.
    /// \param script returns the script for a picture of the given file name, in the folder where gnuplot runs; picture
    ///        and script can be moved together
    /// \throws std::runtime_error if gnuplot fails or the picture is incomplete, as on a full disk
    void draw(const std::function<std::string(PlotFormat, const std::string& file)>& script, bool quiet);

  private:
    PlotFormat m_format;
    OutputFile m_picture, m_script;
};

} // namespace ambient
