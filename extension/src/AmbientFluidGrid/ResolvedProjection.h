// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/BodyFriction.h"
#include "AmbientFluidGrid/BoxSolver.h"
#include "AmbientFluidGrid/CoveredFace.h"
#include "AmbientFluidGrid/GridBody.h"
#include "AmbientFluidGrid/GridJoints.h"
#include "AmbientFluidGrid/GridProjection.h"
#include "AmbientFluidGrid/GridSurface.h"

#include <vector>

namespace ambient {

/// Result of a solve with bodies.
struct ResolvedReport {
    int iterations = 0;    ///< of conjugate gradients
    double residual = 0.0; ///< recomputed, relative to the right side
    /// Bodies with a velocity, load or impulse that was not finite: they go on from rest, without load.
    int contained = 0;
};

/// Projection with bodies that the grid resolves, all in one symmetric system [Batty2007]:
///     [D W D^T/(rho h^3) + C M^-1 C^T] x = D W u* + C v*,  u = u* - D^T x/(rho h^3),  v = v* - M^-1 C^T x,
/// with the share w of fluid on each face, D differences over faces, C = D (1 - W) B, B the six rigid motions of each
/// body. The grid gives the added mass; impulses of fluid and bodies are equal and opposite to rounding, whatever the
/// solver's residual. Conjugate gradients; preconditioner: the box without bodies by BoxSolver, and Gauss-Seidel sweeps
/// over the cells at bodies before and after it.
///
/// Viscosity is that of BodyFriction: the fluid sticks to bodies. Bodies of less than about six cells in diameter are
/// not resolved. Shares of faces are those of a cell cut by a plane, from the signed distance. Steps allocate nothing
/// as long as bodies stay within the box.
///
/// With a surface (FluidGridDef::surface) the unknowns are the cells in the water, with pressure 0 on the surface
/// [Gibou2002]. The pressure is the whole one: GridBody::load is then the weight alone, and shares of faces are means
/// of 4^3 points, since those of a plane are too large at edges, and bodies would float too high.
class ResolvedProjection final : public GridProjection {
  public:
    /// \param def of the grid \param tolerance largest residual, relative
    /// \throws std::invalid_argument if the tolerance is not between 0 and 1, and as requireValid(def)
    explicit ResolvedProjection(const FluidGridDef& def, double tolerance = 1e-6);

    /// Sets the bodies and places them in the grid.
    /// \param groups of bodies with joints, in ascending order; the other bodies are free
    /// \throws std::invalid_argument, with nothing changed, if a body has no distance, a mass or inertia that is not
    /// positive, a state that is not finite, or is outside the box, larger than it or too small for the grid: with the
    /// size that would do; if groups overlap or have bodies that do not exist. Absent bodies need not fit
    void setBodies(std::vector<GridBody> bodies, std::vector<GridGroup> groups = {});
    const std::vector<GridBody>& bodies() const { return m_bodies; } ///< as moved by project()
    /// Loads, velocities and poses may be changed between steps; call place() after a change of poses.
    std::vector<GridBody>& bodies() { return m_bodies; }
    /// Finds the shares of all faces from the poses. A body whose pose is not finite becomes absent.
    void place();

    /// Adds the bodies' share to their impulses.
    void absorb(const GridVelocity& change) override;
    /// Adds loads and impulses to the bodies, then friction.
    void diffuse(double duration, const GridField& pressure, GridVelocity& velocity) override;
    /// Removes the divergence of fluid and bodies together; adds loads and impulses before it unless diffuse() did.
    void project(double duration, GridVelocity& velocity, GridField& pressure) override;
    /// Moves the bodies by their velocities, and places them. Bodies without joints keep their angular momentum about
    /// all axes that are not locked.
    /// Fluid that they uncover and cover changes their impulses in the next projection.
    void advance(double duration, const GridVelocity& velocity) override;
    void fillSolids(GridVelocity& velocity) const override;
    void setLowCorner(const Vector3& corner) override;
    void setSurface(const GridSurface* surface) override;
    const GridVelocity& weights() const override { return m_cover.weights; }
    int extendDistance(GridField& distance) override;
    /// Of the last project().
    const ResolvedReport& report() const { return m_report; }
    /// Iterations of the last diffuse().
    int frictionIterations() const { return m_friction.iterations(); }

    /// Of fluid outside the bodies, sum over faces [kg m/s].
    Vector3 fluidMomentum(const GridVelocity& velocity) const;
    /// Volume of a body as the grid sees it [m^3]: third of the sum over the faces of all components.
    double volume(int body) const;

  private:
    /// A cell with a cut or closed face.
    struct BandCell {
        std::ptrdiff_t cell;
        std::ptrdiff_t neighbours[6];
        double weights[6]; ///< off the diagonal
        double diagonal;   ///< 0: closed
    };

    /// A cell with its centre within a body, not too deep.
    struct InnerCell {
        std::ptrdiff_t cell;
        double distance; ///< from the body's surface, negative [m]
        std::array<int, 3> index;
    };
    /// A face between water and air: the pressure is 0 where the surface is, not at the centre of the cell in the air.
    struct SurfaceFace {
        std::ptrdiff_t face, cell; ///< cell: in the water
        int component;
        double gradient;    ///< to be added to that of the cell's pressure, in its parts: with sign
        double conductance; ///< to be added to that of the face
    };

    /// Faces and cells at bodies, as they stand.
    struct Cover {
        GridVelocity weights;                        ///< share of fluid of each face; borders as of periodic fields
        std::vector<std::vector<CoveredFace>> faces; ///< per body
        std::vector<BandCell> band;
        std::vector<SurfaceFace> surface;        ///< between water and air
        std::vector<char> isBand;                ///< per cell, with a surface: 1 at faces that are not whole, 2 beside
        std::vector<char> isClosed;              ///< per cell
        std::vector<std::ptrdiff_t> closedCells; ///< cells without an open face, and in the air
        std::vector<std::ptrdiff_t> pocketCells; ///< cells from which no open side of the box can be reached
        std::vector<std::size_t> pocketEnds;     ///< of each pocket in pocketCells
        std::vector<char> isReached;             ///< per cell, while pockets are found
    };
    /// Vectors of the conjugate gradients, a number for each cell.
    struct Gradients {
        GridField x, right, residual, preconditioned, direction, applied, buffer;
        std::vector<double> packed; ///< of the preconditioner's box, without borders
    };

    void placeBody(int body);
    /// Sets a field to zero in closed cells.
    void clearClosed(GridField& field) const;
    /// Makes the sum over each pocket zero.
    void makeSolvable(GridField& field) const;
    void findBand();
    /// As findBand(), with cells in the air closed, and with the faces at the surface.
    void findWaterBand();
    void addBandCell(const std::array<int, 3>& index);
    void findPockets();
    /// to = A from, without borders of `to`.
    void apply(GridField& from, GridField& to);
    void applyBox(const GridField& from, GridField& to);
    void precondition(const GridField& residual, GridField& to);
    void sweep(const GridField& right, GridField& to, bool backwards) const;
    void respond(const Wrench* impulses, Twist* changes);
    /// Adds a multiple of the bodies' share of a field to their impulses.
    void addShares(double factor, const GridVelocity& field);
    /// Adds loads and impulses of users to the bodies.
    void applyLoads(double duration);
    /// Applies m_impulses to the bodies; m_changes receives the changes of their velocities.
    void applyImpulses();
    /// Applies the impulses of m_cg.x, with its borders, to fluid and bodies. \param factor of the impulses
    void applyPressure(double factor, GridVelocity& velocity);
    void impulsesOf(const GridField& x, Wrench* impulses) const;
    void addFluxes(const Twist* motions, double factor, GridField& to) const;
    double dot(const GridField& a, const GridField& b) const;
    void solve(GridField& x, double duration);
    /// Starts the gradients at water at rest below the surface, if this is nearer the solution than nothing.
    void startAtRest(GridField& x, double duration);
    template <class Function>
    void forEachCell(const Function& function) const;

    FluidGridDef m_def;
    GridLayout m_layout;
    double m_tolerance;
    BoxSolver m_box;
    std::vector<GridBody> m_bodies;
    std::vector<GridGroup> m_groups;
    std::vector<char> m_isJoined; ///< per body: whether it is in a group
    BodyFriction m_friction;
    Cover m_cover;
    Gradients m_cg;
    std::vector<Wrench> m_impulses;
    std::vector<Twist> m_changes;
    ResolvedReport m_report;
    bool m_isLoaded = false; ///< loads of the step are applied
    const GridSurface* m_surface = nullptr;
    std::vector<InnerCell> m_innerCells; ///< of one body, buffer
};

template <class Function>
void ResolvedProjection::forEachCell(const Function& function) const {
    for (int k = 0; k < m_def.cells[2]; ++k)
        for (int j = 0; j < m_def.cells[1]; ++j) {
            const std::ptrdiff_t row = m_layout.index(0, j, k);
            for (std::ptrdiff_t c = row; c < row + m_def.cells[0]; ++c)
                function(c);
        }
}

} // namespace ambient
