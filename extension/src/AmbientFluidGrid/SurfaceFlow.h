// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridSurface.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "AmbientFluidGrid/SurfaceExtension.h"
#include "AmbientFluidGrid/SurfaceSpray.h"

#include <memory>

namespace ambient {

/// The step of a FluidGrid with a surface, and what it has beside velocity and pressure.
class SurfaceFlow {
  public:
    /// The fields of the FluidGrid.
    struct Fields {
        GridVelocity& velocity; ///< with borders
        GridField& pressure;    ///< over the density
        GridVelocity &stage, &rate, &secondRate;
        const GridVelocity& force; ///< per unit mass
        GridField& flux;
    };

    /// \throws std::invalid_argument as GridSurface
    explicit SurfaceFlow(const FluidGridDef& def);

    /// \param projection kept by reference; null: the water alone
    void setProjection(GridProjection* projection);
    GridProjection& projection() { return *m_projection; }
    const GridSurface& surface() const { return m_surface; }
    /// Share of the water around a face, without bodies.
    double waterShare(int component, std::size_t face) const;
    /// Change of the velocity by gravity and pressure in the last part, continued into the air [m/s^2].
    const GridVelocity& acceleration() const { return m_lastChange; }
    double waveRate() const; ///< largest speed of waves over the spacing [1/s]

    /// The surface of the start, at rest.
    void start();
    /// Makes the velocity of the water free of divergence, without bodies, and continues it into the air.
    void removeDivergence(double duration, GridVelocity& velocity, GridField& pressure);
    /// Takes note of bodies that have come and gone since the last step: they displace water.
    void noteBodies();
    /// Advances surface, bodies and flow.
    void advance(double duration, const Fields& fields);

    /// Adds the numbers of a state.
    void save(std::vector<double>& state) const;
    /// Whether so many numbers are those of a state of such a grid.
    bool fits(const double* state, std::size_t count) const;
    void restore(const double* state, const Vector3& corner); ///< \param state one that fits

  private:
    /// Moves surface and bodies.
    void move(double duration, const Fields& fields);
    /// momentumRates() in advective form.
    void findRates(const GridVelocity& velocity, GridVelocity& rate, GridField& flux);

    FluidGridDef m_def;
    GridLayout m_layout;
    GridSurface m_surface;
    SurfaceExtension m_extension;
    ResolvedProjection m_own; ///< without bodies
    GridProjection* m_projection = &m_own;
    GridVelocity m_lastChange; ///< of the velocity by gravity and pressure in the last part, continued [m/s^2]
    GridField m_divergence;    ///< buffer, per cell [1/s]
    std::unique_ptr<SurfaceSpray> m_spray; ///< null: there is none
    int m_parts = 0;                       ///< since the distances were renewed
    int m_bodies = -1;                     ///< present in the last step; -1: there was none
};

} // namespace ambient
