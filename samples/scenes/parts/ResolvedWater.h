// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"

#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"

#include <functional>
#include <vector>

namespace samples {

/// Water on a grid with resolved bodies. The water moves the bodies: for Bullet they are kinematic, without contacts.
/// In a box periodic along y they stay in the plane of x and z. Bodies are free, led, or links of one body; its joints
/// follow their angles, and the forces of the water move the whole.
class ResolvedWater final : public btActionInterface {
  public:
    /// Velocity of a led body at a time [s], about its centre of mass, world axes.
    using Course = std::function<ambient::Twist(double time)>;
    /// Poses of the links of a body at a time [s], in a frame moving with the body.
    using Shape = std::function<std::vector<ambient::Pose>(double time)>;

    /// A box with the density and the viscosity of a medium; lengths, cells and sides are to be set.
    static ambient::FluidGridDef boxOf(const ambient::UniformMedium& medium);
    /// Puts water into a scene, the owner of the water. \throws std::invalid_argument as ambient::FluidGrid
    static ResolvedWater& addTo(SceneContext& context, const ambient::FluidGridDef& box);
    ResolvedWater(SceneContext& context, const ambient::FluidGridDef& box);

    /// Adds a body moved by the water. \param mesh its appearance, about its centre of mass
    int addFree(const std::string& name, const ambient::TriangleMesh& mesh, const ambient::GridBody& body);
    /// Adds a body on a prescribed course. \param course null: stands still
    int addLed(const std::string& name, const ambient::TriangleMesh& mesh, ambient::GridBody body,
               Course course = nullptr);
    /// Makes free bodies, from `first` to the last one, the links of one body of this shape. At time 0 its frame is the
    /// world's.
    void join(int first, Shape shape);
    /// Ends the list of bodies. \throws std::invalid_argument as ResolvedProjection::setBodies
    void start();

    ambient::FluidGrid& grid() { return m_grid; }
    const ambient::ResolvedProjection& projection() const { return m_projection; }
    /// Mean force on a body over the last step, without its load: of the water, and for a link of the others [N].
    const ambient::Vector3& force(int body) const { return m_forces[static_cast<std::size_t>(body)]; }
    double time() const { return m_time; } ///< since the start [s]

    void updateAction(btCollisionWorld*, btScalar timeStep) override;
    void debugDraw(btIDebugDraw*) override {}

  private:
    class Links;

    int add(const std::string& name, const ambient::TriangleMesh& mesh, const ambient::GridBody& body);
    ambient::Pose poseOf(std::size_t body) const;

    SceneContext& m_context;
    ambient::FluidGrid m_grid;
    ambient::ResolvedProjection m_projection;
    std::vector<ambient::GridBody> m_bodies; ///< until start()
    std::vector<Course> m_courses;
    std::vector<ambient::GridGroup> m_groups; ///< each of Links
    std::vector<btRigidBody*> m_bulletBodies;
    std::vector<ambient::Vector3> m_forces;
    bool m_isPlanar; ///< bodies move in the plane of x and z
    double m_time = 0.0;
};

/// A bar with round ends along x, in a slab of water between periodic sides along y. The bar is as long as the slab is
/// wide. \param half of the straight part [m] \param width of the slab [m]
ambient::GridBody slabBar(double half, double radius, double width, double density);

/// Its appearance.
ambient::TriangleMesh slabBarMesh(double half, double radius);

/// A turn about -y, by which +x goes up towards +z, and a place in the plane of x and z.
ambient::Pose inSlab(double x, double z, double angle);

} // namespace samples
