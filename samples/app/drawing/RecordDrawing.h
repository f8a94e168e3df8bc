// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "drawing/ShowOptions.h"
#include "interface/PlotSpec.h"

#include <map>

namespace samples {

/// Makes drawings of a run, one moment or several in one. Keeps only sums of the record, so that the record may grow
/// between drawings; shares the record's meshes.
class RecordDrawing {
  public:
    /// \param record outlives this, as does the specification
    /// \param duration until which colours of time reach [s]; 0: to the end of the record
    RecordDrawing(const RunRecord& record, const PlotSpec& spec, double duration = 0.0);

    /// The bodies at a time [s], between two frames if need be, and their path up to this time. The note gives the
    /// time.
    Drawing moment(double time, const ShowOptions& show, const View& view) const;

    /// A multi-exposure: the bodies again and again along their whole path, in the colours of time or of the bodies.
    Drawing exposures(const ShowOptions& show, const View& view) const;

    /// How many legends the drawings have.
    int legendCount(const ShowOptions& show) const;

    /// The colour of a body, unless colours show time or slip: the colour of the body's curves in the plot, if there
    /// are any.
    Rgb bodyColour(int body) const;

  private:
    using Mesh = std::shared_ptr<const ambient::TriangleMesh>;

    Drawing scenery(const ShowOptions& show, const View& view) const;
    void addBody(Drawing& drawing, int body, const BodySample& sample, const Rgb& colour,
                 const ShowOptions& show) const;
    /// The shown slice at a time [s], with the arrows of its flow.
    void addSlice(Drawing& drawing, double time, const ShowOptions& show) const;
    /// Its number; the record has slices.
    std::size_t shownSlice(const ShowOptions& show) const;
    void addTrail(Drawing& drawing, int body, double untilTime, const View& view) const;
    void addName(Drawing& drawing, int body, const BodySample& sample, double enlargement) const;
    std::vector<DrawnLegend> legends(const ShowOptions& show) const;
    double endOfTime() const;
    /// Of the whole record, computed again after a growth of the record by a quarter.
    struct Scales {
        int frames = 0;
        double slip = 0.0;          ///< [m/s]
        double force = 0.0;         ///< [m/s^2], of forceScale()
        double velocityArrow = 0.0; ///< arrows show the distance covered in this time [s]
        double flow = 0.0;          ///< this time for the arrows in slices
        std::vector<double> slices; ///< sliceScale() of each
    };
    const Scales& scales() const;

    const RunRecord& m_record;
    const PlotSpec& m_spec;
    double m_duration;
    mutable Scales m_scales;
    mutable std::map<const ambient::FluidBodyModel*, Mesh> m_ellipsoids;
    mutable Mesh m_sheet; ///< of the last drawn slice
    mutable std::size_t m_sheetNumber = 0;
};

} // namespace samples
