// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Body/WingCells.h"
#include "AmbientFluid/Math/Lanes.h"

#include <array>

namespace ambient {

/// The rows of WingCells that WingForce reads in a step. A piece of a lifting surface that pierces a surface lifts by
/// the extents of its wet part.
///
/// With g the row Half of the cells of a piece, w their wet shares, x their points, y the way along c of each from the
/// middle of its chord, V(x) and V_w(x) the second moments about the mean with the weights g and g w, each over the sum
/// of its weights, and F the flatness of a cell:
///     sigma = Sum g w/Sum g   L_s = max(0, -ln(<s,V_w(x) s>/<s,V(x) s>)/2)   p_s = L_s/(L_s + L_c + .01)
///     n_s = sigma^(F p_s)     L_c, p_c and n_c are the same with y for x and c for s
/// The wet part is n_s times as long along s as the piece, n_c times along c: the spread tells in which direction it
/// lost its share, and the share by how much, which does not depend on the size of the cells. Chords are measured from
/// their middles, so that sweep is no length of the chord. The aspect ratio A_c is times n_s/n_c, A_s its inverse.
/// Slope, suction, side and behind change as LiftingDirection does with the aspect ratio. Exact for a wing of constant
/// chord that is cut along or across it, and for a triangle that keeps its shape; smooth, and without effect where all
/// faces of a piece are equally wet. The power of each cell stays <= 0: the share of the suction stays below 1.
///
/// The surface has no image: the end of the wet part is a free tip (docs/decisions/forces.md, 327).
class WingRows {
  public:
    /// \param faces null in a uniform flow. Rows of a cut piece are valid until this thread makes the next WingRows.
    WingRows(const WingCells& cells, const SurfaceMotion* faces);

    /// A row of WingCells, padded as there.
    AMBIENT_ALWAYS_INLINE const double* of(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

  private:
    std::array<const double*, WingCells::kRows> m_rows;
};

} // namespace ambient
