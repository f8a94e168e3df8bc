// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/GridLayout.h"

#include <functional>
#include <memory>
#include <vector>

namespace ambient {

class BoxSolver;
class GridBlob;
class GridProjection;
class GridSurface;
class SurfaceFlow;

/// Result of FluidGrid::step().
struct GridReport {
    int substeps = 0;                 ///< into which the step was divided
    bool isViscosityImplicit = false; ///< whether viscosity was solved for
    bool finite = true; ///< false: the flow stopped being finite and starts anew with FluidGridDef::velocity
};

/// Incompressible flow on a staggered grid in a box, world frame.
///
/// A step is divided by the Courant number. Each part: fluxes of momentum (third-order upwind, Koren's limiter,
/// viscosity) with Heun's rule, then one projection by a direct solver. Heun's first stage feels the pressure of the
/// last part, so that one projection is enough for second order. If explicit viscosity needed more than twice as many
/// parts as advection, it is solved for: by the trapezoidal rule for moderate steps, towards backward Euler for long
/// ones. Momentum is conserved to rounding: it changes by forces and through the sides only.
///
/// With FluidGridDef::surface the fluid is water below a surface (GridSurface), with gravity, in air of pressure 0.
/// Each part: half a step of the surface and of bodies; momentum, in advective form, with the velocity of the water
/// continued into the air; a projection of the water; the other half. Waves of closed water do not gain energy if the
/// box is twenty cells long or more. Momentum is then conserved in the projection, not in the fluxes at the surface.
/// Drops and sheets thinner than about 1.5 cells are lost, and their volume goes back to all of the water.
///
/// step() allocates nothing and gives the same bytes for any number of threads. Not for two threads at once.
class FluidGrid {
  public:
    /// \throws std::invalid_argument as requireValid(def)
    explicit FluidGrid(const FluidGridDef& def);
    ~FluidGrid();
    FluidGrid(FluidGrid&&) noexcept;            ///< what is moved from may only be destroyed
    FluidGrid& operator=(FluidGrid&&) noexcept; ///< what is moved from may only be destroyed

    const FluidGridDef& def() const { return m_def; }     ///< of the constructor; shift() moves the corner
    const GridLayout& layout() const { return m_layout; } ///< of the fields
    double time() const { return m_time; }                ///< sum of all steps [s]

    /// Sets the velocity at all faces and makes it free of divergence.
    /// \param velocity at a point, world frame; called at the centres of the faces
    void setVelocity(const std::function<Vector3(const Vector3& point)>& velocity);
    /// Sets the dye in all cells. \param dye at the centre of a cell; any unit
    void setDye(const std::function<double(const Vector3& point)>& dye);
    /// Raises the dye within a ball to at least a value.
    void addDye(const Vector3& center, double radius, double value);

    /// Adds a force that acts on the fluid during the next step, spread by a blob of this grid [N].
    void addForce(const GridBlob& blob, const Vector3& force);
    /// Adds a force that acts on all fluid during the next step, per unit mass [m/s^2].
    void addAcceleration(const Vector3& acceleration);
    /// Adds a torque that acts on the fluid during the next step, spread by a blob of this grid: forces around its
    /// centre, without a resultant [N m].
    void addTorque(const GridBlob& blob, const Vector3& torque);
    /// Replaces projection and viscosity in steps, for bodies that the grid resolves; null: those of the box without
    /// bodies. The caller keeps it alive.
    void setProjection(GridProjection* projection);
    /// Advances the flow. \param duration [s] > 0
    GridReport step(double duration);
    /// Moves the box by whole cells. New cells have FluidGridDef::velocity and no dye. No periodic axis can be moved
    /// along. \throws std::invalid_argument if an axis of the shift is periodic, or the grid has a surface
    void shift(const std::array<int, 3>& cells);

    /// Mean velocity under a blob of this grid [m/s].
    Vector3 meanVelocity(const GridBlob& blob) const;
    /// Mean gradient of the pressure under a blob of this grid, of the last part of the last step [Pa/m].
    Vector3 meanPressureGradient(const GridBlob& blob) const;
    /// Velocity at a point, trilinear; at the nearest point of the box for points outside [m/s].
    Vector3 velocityAt(const Vector3& point) const;
    /// Curl of the velocity at the centre of a cell [1/s].
    Vector3 vorticity(int i, int j, int k) const;
    /// Dye at the centre of a cell.
    double dye(int i, int j, int k) const { return m_dye[at(i, j, k)]; }
    const GridVelocity& velocity() const { return m_velocity; } ///< with borders
    /// Component `axis` on the low face of a cell along that axis; indices up to the number of cells along it.
    double faceVelocity(int axis, int i, int j, int k) const { return m_velocity[std::size_t(axis)][at(i, j, k)]; }
    /// Pressure at the centre of a cell, of the last part of the last step [Pa].
    double pressure(int i, int j, int k) const { return m_def.density * m_pressure[at(i, j, k)]; }
    /// Centre of a cell, world frame [m].
    Vector3 centerOf(int i, int j, int k) const {
        return m_def.lowCorner + m_def.spacing * Vector3(i + 0.5, j + 0.5, k + 0.5);
    }

    const GridSurface* surface() const; ///< null: the box is full of fluid
    /// Change of the velocity by gravity and pressure in the last part of the last step, continued into the air as the
    /// velocity is, without borders [m/s^2]. \throws std::logic_error if the grid has no surface
    const GridVelocity& surfaceAcceleration() const;

    Vector3 momentum() const;         ///< of fluid and spray: sum over all free faces and drops [kg m/s]
    Vector3 angularMomentum() const;  ///< of these about the world's origin [kg m^2/s]
    double kineticEnergy() const;     ///< of these [J]
    double largestDivergence() const; ///< over all cells [1/s]

    /// The whole state, for restoreState() of a grid with an equal definition.
    std::vector<double> saveState() const;
    /// \throws std::invalid_argument, with nothing changed, if the state is not of such a grid
    /// \param offset by which the box is moved: the origin of the world has moved since the state was saved [m]
    void restoreState(const std::vector<double>& state, const Vector3& offset = Vector3::Zero());

  private:
    std::size_t at(int i, int j, int k) const { return static_cast<std::size_t>(m_layout.index(i, j, k)); }
    void substep(double duration, bool implicit);
    void diffuse(double duration);
    void carryDye(double duration);
    /// Removes the divergence of a velocity; m_pressure becomes its potential over the duration.
    void project(double duration);
    void startAnew();
    void makeSolvers();

    FluidGridDef m_def;
    GridLayout m_layout;
    GridVelocity m_velocity, m_stage, m_rate, m_secondRate, m_force;
    GridField m_pressure; ///< over the density [m^2/s^2]
    GridField m_dye, m_dyeStage, m_dyeRate, m_dyeSecondRate, m_flux;
    bool m_hasDye = false;
    std::unique_ptr<BoxSolver> m_pressureSolver;
    std::array<std::unique_ptr<BoxSolver>, 3> m_viscousSolvers;
    std::vector<double> m_packed; ///< unknowns of a solver
    GridProjection* m_projection = nullptr;
    std::unique_ptr<SurfaceFlow> m_flow; ///< of water with a surface
    double m_time = 0.0;
};

} // namespace ambient
