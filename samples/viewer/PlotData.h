// SPDX-License-Identifier: Zlib
#pragma once

#include "RunRecord.h"
#include "drawing/ColourMap.h"
#include "exporters/GnuplotPlot.h"

#include <string>
#include <vector>

namespace samples {

/// A curve over the frames of a record.
struct LiveCurve {
    std::string name;   ///< empty where there is only one
    std::string legend; ///< the name in the legend; empty: none
    Rgb colour;
    bool isGhost = false;       ///< of the second run: drawn thin
    std::vector<double> values; ///< one per frame
};

/// One diagram over time that grows with the run.
struct LivePlot {
    std::string label;         ///< quantity and unit
    double smallestSpan = 0.0; ///< as PlotPanel's
    bool logarithmic = false;
    std::vector<LiveCurve> curves;
};

/// The diagrams of a live run: height, speed, energy and angle of every body (of the selected one, where there are
/// many), and what the scene itself draws.
class PlotData {
  public:
    /// For a run that begins or was replaced. \param selected the body that is drawn where there are many
    /// \param colours of the bodies
    void reset(const PlotSpec& spec, const RunRecord& record, const RunRecord* ghost, int selected,
               std::vector<Rgb> colours);
    /// Takes the frames that came since.
    void update(const RunRecord& record, const RunRecord* ghost);
    const std::vector<LivePlot>& plots() const { return m_plots; }

  private:
    using Value = std::function<double(const RunRecord&, int frame)>;

    void addPlot(const PlotPanel& panel, const RunRecord& record, const RunRecord* ghost, int selected);

    std::vector<LivePlot> m_plots;
    std::vector<Rgb> m_colours;
    std::vector<std::vector<Value>> m_values; ///< of m_plots' curves
};

} // namespace samples
