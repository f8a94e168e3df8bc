// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/ColourMap.h"
#include "exporters/GnuplotPlot.h"
#include "interface/RunRecord.h"

#include <string>
#include <vector>

namespace samples {

/// Curve over the frames of a record.
struct LiveCurve {
    std::string name;   ///< empty if the diagram has only one curve
    std::string legend; ///< name in the legend; empty: not in the legend
    Rgb colour;
    bool isGhost = false;       ///< curve of the ghost, drawn thin
    std::vector<double> values; ///< one per frame
};

/// Diagram over time, growing with the run.
struct LivePlot {
    std::string label;         ///< quantity and unit
    double smallestSpan = 0.0; ///< as in PlotPanel
    bool logarithmic = false;
    std::vector<LiveCurve> curves;
};

/// Diagrams of a live run: height, speed, energy and angle of each body, and the scene's own diagrams.
/// If there are many bodies, only the selected body is drawn.
class PlotData {
  public:
    /// Starts the diagrams of a new run.
    /// \param selected body to draw if there are many
    /// \param colours colours of the bodies
    void reset(const PlotSpec& spec, const RunRecord& record, const RunRecord* ghost, int selected,
               std::vector<Rgb> colours);
    /// Adds the frames recorded since the last call.
    void update(const RunRecord& record, const RunRecord* ghost);
    const std::vector<LivePlot>& plots() const { return m_plots; }

  private:
    using Value = std::function<double(const RunRecord&, int frame)>;

    void addPlot(const PlotPanel& panel, const RunRecord& record, const RunRecord* ghost, int selected);

    std::vector<LivePlot> m_plots;
    std::vector<Rgb> m_colours;
    std::vector<std::vector<Value>> m_values; ///< value functions of the curves of m_plots
};

} // namespace samples
