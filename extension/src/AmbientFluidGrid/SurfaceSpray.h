// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridSurface.h"

#include <vector>

namespace ambient {

/// The spray of a GridSurface. Pieces of water that are no thicker than two cells along two axes, and hang together
/// with nothing larger, leave the surface as drops, a drop a cell: the flow of the grid cannot carry them. A drop has
/// volume and velocity of its cell, falls with the drag of a ball in air, slides along walls, lies on a dry bottom, and
/// ends in the water or on a body: its volume goes back to the surface, and its momentum to the faces of the water
/// where it falls, as in an inelastic impact.
class SurfaceSpray {
  public:
    /// \param surface of this grid, kept by reference
    SurfaceSpray(const FluidGridDef& def, GridSurface& surface);

    /// Moves the drops; those that end change volume and velocity of the water.
    /// \param weights share of fluid of each face
    void fly(double duration, const GridVelocity& weights, GridVelocity& velocity);
    /// Makes drops of small pieces of water, and takes these out of surface and volume. \param weights as of fly()
    void shed(const GridVelocity& weights, const GridVelocity& velocity);

    /// Adds the numbers of a state.
    void save(std::vector<double>& state) const;
    /// Whether these are so many numbers.
    static bool fits(const double* state, std::size_t count);
    /// \param corner low corner of the box, world frame [m]
    void restore(const double* state, const Vector3& corner);

  private:
    /// Cells of water that hang together.
    struct Piece {
        int first, count; ///< in m_cells
        bool isThin;      ///< no thicker than two cells along two axes
    };
    using Cell = std::array<int, 3>;

    std::ptrdiff_t indexOf(const Cell& cell) const { return m_layout.index(cell[0], cell[1], cell[2]); }
    /// Whether a body covers all of a cell.
    bool isCovered(std::ptrdiff_t cell, const GridVelocity& weights) const;
    void findPieces(const GridVelocity& weights);
    /// Adds the cells that hang together with one to m_cells.
    Piece collect(const Cell& start, const GridVelocity& weights);
    /// Keeps a drop in the box. \returns false if it has left through the lid
    bool holdInBox(SprayDrop& drop) const;
    /// Calls function(face) for the faces of a component at a cell and at those beside it across its axis, without
    /// those on walls.
    template <class Function>
    void forEachFaceAround(int axis, const Cell& cell, const Function& function) const;
    /// Gives the momentum of a drop to the water around a cell.
    void land(const SprayDrop& drop, const Cell& cell, const GridVelocity& weights, GridVelocity& velocity) const;

    FluidGridDef m_def;
    GridLayout m_layout;
    GridSurface& m_surface;
    std::vector<char> m_isSeen; ///< per place of the layout
    std::vector<Cell> m_cells;  ///< of all pieces
    std::vector<Piece> m_pieces;
};

} // namespace ambient
