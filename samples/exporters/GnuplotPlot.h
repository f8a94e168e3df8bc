// SPDX-License-Identifier: Zlib
#pragma once

#include "RunRecord.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace samples {

/// A curve over time that is not about a single body.
struct PlotCurve {
    std::string name;
    std::function<double(const RunRecord& record, int frame)> value;
};

/// Curves over time next to the side view: of every body, or those that are named.
struct PlotPanel {
    std::string label;   ///< quantity and unit
    double smallestSpan; ///< the axis shows at least this much, so that rounding does not look like an event; on a
                         ///< logarithmic axis: the smallest value that is told from 0
    std::function<double(const BodySample&)> value = {}; ///< of every body; empty: see `curves`
    std::vector<PlotCurve> curves = {};
    bool logarithmic = false;
};

/// What the colours of the outlines say.
enum class PlotColours { Time, Bodies };

/// What a picture of a run shows: the path seen from the side (world x to the right, z up, equal axes) with the outline
/// of each body drawn again and again as on a multiply exposed photograph, and curves over time.
struct PlotSpec {
    std::string title;
    std::string subtitle;
    bool wide = false;     ///< side view on top, curves below; else side view at the left, curves at the right
    double exposure = 0.1; ///< time between two outlines [s]
    /// Times of the outlines in place of `exposure` [s]; what lies behind the end of the run is its end.
    std::vector<double> shownTimes;
    PlotColours colours = PlotColours::Time;
    bool startOutlines = false; ///< draw the bodies where they start too, as mere lines
    bool nameBodies = false;    ///< write each body's name where it starts
    /// The bodies whose path is drawn; default: all.
    std::optional<std::vector<int>> paths;
    std::vector<ambient::Vector3> marks; ///< fixed points to draw [m]
    std::optional<double> ground;        ///< height of the ground to draw [m]
    std::vector<PlotPanel> panels;
};

/// File format of a picture, known by the ending of its name.
enum class PlotFormat { Png, Svg };

/// \throws std::invalid_argument when the name ends neither in .png nor in .svg
PlotFormat plotFormatOf(const std::string& path);

/// A self-contained gnuplot script that draws the record into `outputPath`.
std::string plotScript(const RunRecord& record, const PlotSpec& spec, PlotFormat format, const std::string& outputPath);

/// Whether a program called gnuplot is found on the PATH.
bool isGnuplotInstalled();

/// Lets gnuplot run a script. \throws std::runtime_error when it fails.
void runGnuplot(const std::string& script);

} // namespace samples
