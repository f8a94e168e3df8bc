// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/PlotView.h"
#include "interface/RunRecord.h"

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace samples {

/// A curve over time of the whole run.
struct PlotCurve {
    std::string name;
    std::function<double(const RunRecord& record, int frame)> value;
};

/// A curve over another quantity than time.
struct PlotTrace {
    std::string name;
    std::vector<std::array<double, 2>> points; ///< abscissa and value
    bool isDotted = false;                     ///< dots at the points in place of a line
};

/// Curves over time next to the view: of every body, or the named ones; or over another quantity.
struct PlotPanel {
    std::string label;   ///< quantity and unit
    double smallestSpan; ///< the axis shows at least this much, so that rounding does not look like an event; on a
                         ///< logarithmic axis: the smallest value above 0
    std::function<double(const BodySample&)> value = {}; ///< of every body; empty: see `curves`
    std::vector<PlotCurve> curves = {};
    bool logarithmic = false;
    std::string abscissa = {}; ///< other quantity and unit, of `traces`
    /// In place of curves over time: of the whole run. Only in plots of one run.
    std::function<std::vector<PlotTrace>(const RunRecord& record)> traces = {};
};

/// Meaning of the colours of paths and outlines.
enum class PlotColours {
    Time,
    Bodies, ///< one shade per body
    Curves  ///< one colour per body, as of its curves. Their outlines take turns, to be distinct on one path
};

/// Something to read off a picture in space: an arrow with a text beside its middle.
struct PlotNote {
    ambient::Vector3 from, to; ///< world [m]
    std::string text;          ///< such as a way with its unit; may be empty
};

/// Picture of a run: the path seen from one side (equal axes) with the outline of each body drawn again
/// and again as on a multiply exposed photograph, and curves over time.
struct PlotSpec {
    std::string title;
    std::string subtitle;
    PlotView view = PlotView::Side;
    bool wide = false;     ///< view on top, curves below; else view at the left, curves at the right
    double exposure = 0.1; ///< time between two outlines [s]
    /// Times of the outlines in place of `exposure` [s]; times after the end of the run mean its end.
    std::vector<double> shownTimes;
    PlotColours colours = PlotColours::Time;
    double enlargement = 1.0;   ///< outlines are drawn this many times as large, and the picture says so
    bool startOutlines = false; ///< also draw the bodies at their start, as mere lines
    bool nameBodies = false;    ///< write each body's name at its start
    /// The bodies whose path is drawn; default: all.
    std::optional<std::vector<int>> paths;
    /// The bodies in a comparison of models; default: all. For scenes with bodies independent of the model.
    std::optional<std::vector<int>> compared;
    std::vector<ambient::Vector3> marks; ///< fixed points to draw [m]
    std::optional<double> ground;        ///< height of the ground to draw, except from above [m]
    /// Height of a body's centre at which its path, outlines and curves end; default: with the run [m].
    std::optional<double> landing;
    std::vector<PlotPanel> panels;

    /// \name Of pictures in space only
    /// @{
    std::optional<double> pictureEnd; ///< end of the multi-exposure [s], for a run without change afterwards
    /// The first and last time at which the picture has all bodies in view [s]; default: the whole run.
    std::optional<std::array<double, 2>> framed;
    /// At a frame; in a multi-exposure of the last one.
    std::function<std::vector<PlotNote>(const RunRecord& record, int frame)> notes;
    std::optional<double> azimuth;   ///< of the eye, from +x towards +y [deg]; default: by `view`
    std::optional<double> elevation; ///< of the eye above the level [deg]; default: by `view`
    /// @}
};

} // namespace samples
