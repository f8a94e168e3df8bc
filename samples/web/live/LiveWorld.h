// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"
#include "Worlds/WorldSimulation.h"
#include "scenes/parts/BodyDrag.h"

#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace samples {

/// How a LiveWorld reports.
struct LiveWorldReports {
    std::function<void(double fraction)> progress;    ///< during the build of a model; default: null
    std::function<void(const std::string& line)> log; ///< warnings; default: standard error
};

/// A world from a JSON file, to be stepped, pulled at and drawn by a page. SI units, world axes of the file.
class LiveWorld {
  public:
    /// \param text JSON, see docs/worlds.md \param source its name in messages \param folder of mesh files
    /// \param before bodies go on from where they are in this world, if canContinue(); null: from the start
    /// \throws ambient::WorldFileError, one line
    LiveWorld(const std::string& text, const std::string& source, const std::string& folder, LiveWorld* before,
              const LiveWorldReports& reports);

    /// One step of Bullet.
    void step();
    /// Time since the start, including the time of the former world [s].
    double time() const { return m_timeBefore + m_simulation->time(); }
    bool hasContinued() const { return m_hasContinued; }

    /// The constant data, as JSON: settings, media, names and masses of bodies, walls, regions.
    std::string about() const;
    /// Rows of the present time as of `ambient simulate`.
    std::string rows() const { return m_simulation->rows(); }
    /// The present world as a file, like that of `ambient simulate --save`.
    /// \throws ambient::WorldFileError naming a part unfit for a file, such as the joints of a robot's file
    std::string saved() const;

    int bodyCount() const { return static_cast<int>(m_simulation->content().moving().size()); }
    /// Numbers per body of state().
    static constexpr int kStateSize = 10;
    /// Position of the centre of mass, orientation x, y, z, w of the shown mesh, velocity; body after body.
    void state(std::vector<float>& out) const;

    /// Numbers per body of forces().
    static constexpr int kForceSize = 9;
    /// Weight, buoyancy with the loads of non-uniform media, and surface forces of each body [N].
    void forces(std::vector<float>& out);

    /// Triangles.
    struct Shape {
        std::vector<float> vertices;
        std::vector<int> faces;
    };
    /// The mesh of a body in its shown frame; empty: no mesh. \param standing one of the still bodies
    Shape shape(bool standing, int index) const;
    /// Present vertices of a deforming body, world frame. \throws std::out_of_range for others
    void deformedVertices(int body, std::vector<float>& out) const;

    /// Number of media with a surface: the world's, then those of regions.
    int surfaceCount() const { return static_cast<int>(m_surfaces.size()); }
    /// Heights of a surface now: (cells + 1)^2 points, row by row along y; a region's surface ends at its walls.
    /// \param x,y,halfWidth of the drawn square of the world's surface [m]
    void surface(int index, double x, double y, double halfWidth, int cells, std::vector<float>& points) const;

    /// \name Dragging
    /// @{
    /// Takes hold of a body at a point, world [m].
    void grab(int body, const ambient::Vector3& point);
    void moveTo(const ambient::Vector3& target); ///< [m]; nothing without a body at hand
    void release();
    /// @}

  private:
    struct Surface {
        std::shared_ptr<const ambient::FluidMedium> medium;
        const ambient::WorldRegion* region = nullptr; ///< null: of the world
    };

    bool canContinue(const LiveWorld& before) const;
    void continueFrom(LiveWorld& before);
    const ambient::FileWorld::Moving& moving(int body) const;

    std::string m_text;
    ambient::WorldDescription m_description;
    std::unique_ptr<ambient::WorldSimulation> m_simulation;
    double m_timeBefore = 0.0;
    bool m_hasContinued = false;
    std::vector<ambient::Pose> m_frameFromShown; ///< of each moving body
    std::vector<Surface> m_surfaces;
    std::unique_ptr<BodyDrag> m_drag;
    /// Holds a link.
    struct LinkDrag {
        std::unique_ptr<btMultiBodyPoint2Point> spring;
        btMultiBody* multiBody = nullptr;
    } m_linkDrag;
};

} // namespace samples
