// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

#include <vector>

namespace ambient {

/// A drop of the spray over the water of a FluidGrid.
struct SprayDrop {
    Vector3 position; ///< of its centre, world frame [m]
    Vector3 velocity; ///< [m/s]
    double volume;    ///< [m^3]
};

/// The surface of the water of a FluidGrid: a signed distance at the centres of the cells, negative in the water, that
/// the flow carries. [OsherSethian1988]
///
/// Every few steps the numbers become distances anew, in a way that leaves the surface where it is: cells at the
/// surface by the gradient along the edges that it crosses, the others by sweeps of the eikonal equation [Zhao2005].
/// What advection has lost or gained of the volume is given back by a shift of the whole surface.
class GridSurface {
  public:
    /// \param def with a surface \throws std::invalid_argument as start()
    explicit GridSurface(const FluidGridDef& def);

    /// The surface as it is at the start.
    /// \throws std::invalid_argument if the distances of the start are not finite, or there is no water
    void start();

    const GridField& distance() const { return m_distance; } ///< per cell, with borders [m]
    GridField& distance() { return m_distance; }             ///< call update() after a change
    /// Whether the centre of a cell is in the water.
    bool isWater(std::ptrdiff_t cell) const { return m_distance[std::size_t(cell)] < 0.0; }
    /// Share of a cell below the surface, 0 to 1; bodies are not subtracted.
    double share(std::ptrdiff_t cell) const { return m_shares[std::size_t(cell)]; }
    /// Share of the volume around a face below the surface: mean of the two cells'.
    double faceShare(int axis, std::ptrdiff_t face) const {
        return 0.5 * (share(face) + share(face - m_layout.stride[std::size_t(axis)]));
    }
    /// 1 over the distance of the surface from the centre of a cell in the water, in cells, on the line to a neighbour
    /// in the air: the gradient of the pressure there is that much of the cell's pressure. [Gibou2002]
    double steepness(std::ptrdiff_t water, std::ptrdiff_t air) const;

    /// Carries the surface with the flow. \param velocity with borders \param flux buffer
    void carry(double duration, const GridVelocity& velocity, GridField& flux);
    /// Makes the numbers distances anew.
    void renewDistance();
    /// Shifts the whole surface so that the volume is volume(). \param weights share of fluid of each face
    void correctVolume(const GridVelocity& weights);
    /// Sets borders and shares from the distances.
    void update();

    /// Drops over the water; none without GridSurfaceDef::hasSpray.
    const std::vector<SprayDrop>& spray() const { return m_spray; }
    std::vector<SprayDrop>& spray() { return m_spray; } ///< their volume is not in volume()
    double sprayVolume() const;                         ///< [m^3]

    /// Volume below the surface and outside bodies, as the distances have it [m^3].
    /// \param weights share of fluid of each face
    double measuredVolume(const GridVelocity& weights) const { return volumeOfShift(0.0, weights); }
    double volume() const { return m_volume; }           ///< that corrections aim at [m^3]
    void setVolume(double volume) { m_volume = volume; } ///< to be called for bodies that come and water that leaves
    double shift() const { return m_shift; }             ///< sum of all corrections of the level [m]
    void setShift(double shift) { m_shift = shift; }     ///< of a saved state
    /// Water that leaves through the lid, if it is open [m^3/s]. \param upwards component of the velocity
    double outflow(const GridField& upwards) const;
    double deepestColumn() const; ///< largest height of water above the bottom [m]
    /// Height of the surface above a point, world frame; the topmost if there are several. NaN outside the box and
    /// where the ground is dry [m].
    double heightAt(double x, double y) const;
    /// Share of a ball below the surface, from the distance at its centre. \param center world frame
    double submergedShare(const Vector3& center, double radius) const;
    /// Potential energy of water and spray over that of as much water at rest in the box [J]. Bodies are not
    /// subtracted.
    double potentialEnergy() const;
    /// Moves box and surface. \param corner low corner of the box, world frame [m]
    void setLowCorner(const Vector3& corner);

  private:
    double shareOf(std::ptrdiff_t cell, double shift) const;
    double volumeOfShift(double shift, const GridVelocity& weights) const;
    void addRate(double factor, const GridVelocity& velocity, GridField& flux);
    /// Sets m_next where the surface passes between a cell and a neighbour. \returns whether it does
    bool renewAtSurface(std::ptrdiff_t cell);
    void sweep(const std::array<bool, 3>& backwards);
    /// Calls function(first cell, cell behind the last) for all rows along x, in parallel.
    template <class Function>
    void forEachRow(const Function& function) const;

    FluidGridDef m_def;
    GridLayout m_layout;
    GridField m_distance, m_next, m_rate, m_secondRate, m_shares;
    std::vector<char> m_isFixed; ///< per cell: at the surface, not to be swept
    double m_volume = 0.0, m_shift = 0.0;
    std::vector<SprayDrop> m_spray;
    Vector3 m_moved = Vector3::Zero(); ///< of the low corner since the start, with the origin of the world [m]
};

} // namespace ambient
