// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "interface/RunRecord.h"

namespace samples {

/// The slices of a record at the time nearest to this one [s]; null if there are none.
const SliceMoment* sliceMomentAt(const RunRecord& record, double time);

/// Value at the upper end of the colours of slice `slice` of a record in all pictures: no smaller than all but one in a
/// hundred of its values. 0 if the slice has only zeros.
double sliceScale(const RunRecord& record, std::size_t slice);

/// The colours of a slice.
const ColourMap& sliceColours(const RecordedSlice& slice);

/// A sheet of two sides in the plane of a slice, its vertices at the centres of the cells: world axes about the first
/// one [m].
ambient::TriangleMesh sliceSheet(const RecordedSlice& slice);

/// Centre of the first cell of a slice, world frame [m].
ambient::Vector3 sliceOrigin(const RecordedSlice& slice);

/// Corners of a slice, world frame [m].
std::array<ambient::Vector3, 4> sliceCorners(const RecordedSlice& slice);

/// The slice as a sheet of colours. \param sheet of this slice \param scale of sliceScale()
DrawnBody drawnSlice(const RecordedSlice& slice, std::shared_ptr<const ambient::TriangleMesh> sheet, double scale);

/// The arrows of the flow in the plane of a slice.
/// \param seconds arrows show the distance covered in this time
void addFlow(Drawing& drawing, const RecordedSlice& slice, double seconds);

/// The particles at the moment nearest to a time [s], each as its path in the quarter of a second before, those at rest
/// as dots.
void addParticles(Drawing& drawing, const RunRecord& record, double time);

/// The time of the distances shown by the arrows of a record [s]: the longest arrow spans somewhat more than the
/// distance between arrows. 0 without arrows.
double flowSeconds(const RunRecord& record);

} // namespace samples
