// SPDX-License-Identifier: Zlib
#include "scenes/parts/ResolvedWater.h"

#include "scenes/parts/TankWater.h"

#include <algorithm>
#include <cmath>

namespace samples {

using ambient::GridBody;
using ambient::Matrix3;
using ambient::Pose;
using ambient::Twist;
using ambient::Vector3;
using ambient::Wrench;

namespace {

/// Several bodies as one rigid body, world axes.
struct Composite {
    double mass = 0.0;
    Vector3 center = Vector3::Zero();
    Matrix3 inertia = Matrix3::Zero(); ///< about the centre

    Composite(const GridBody* bodies, int count) {
        for (int i = 0; i < count; ++i) {
            mass += bodies[i].mass;
            center += bodies[i].mass * bodies[i].worldFromBody.position;
        }
        center /= mass;
        for (int i = 0; i < count; ++i) {
            const Matrix3 turn = bodies[i].worldFromBody.orientation.toRotationMatrix();
            const Vector3 arm = bodies[i].worldFromBody.position - center;
            inertia += turn * bodies[i].inertia * turn.transpose() +
                       bodies[i].mass * (arm.squaredNorm() * Matrix3::Identity() - arm * arm.transpose());
        }
    }

    /// Its motion by impulses on the bodies about their centres, or with their momenta. \param isPlanar in x and z only
    Twist motion(const GridBody* bodies, const Wrench* impulses, int count, bool isPlanar) const {
        Wrench sum;
        for (int i = 0; i < count; ++i) {
            const Vector3 arm = bodies[i].worldFromBody.position - center;
            sum.linear += impulses[i].linear;
            sum.angular += impulses[i].angular + arm.cross(impulses[i].linear);
        }
        if (!isPlanar) return {inertia.ldlt().solve(sum.angular), sum.linear / mass};
        return {sum.angular.y() / inertia(1, 1) * Vector3::UnitY(),
                {sum.linear.x() / mass, 0.0, sum.linear.z() / mass}};
    }

    /// The velocity of a body in a motion of the whole.
    Twist of(const GridBody& body, const Twist& motion) const {
        return {motion.angular, motion.linear + motion.angular.cross(Vector3(body.worldFromBody.position - center))};
    }
};

/// The velocity from one pose to another.
Twist between(const Pose& from, const Pose& to, double seconds) {
    const Eigen::AngleAxisd turn(to.orientation * from.orientation.conjugate());
    return {turn.angle() / seconds * turn.axis(), (to.position - from.position) / seconds};
}

} // namespace

/// Bodies moving as one under impulses: links of one shape, or a body by itself.
class ResolvedWater::Links final : public ambient::GridJoints {
  public:
    /// \param shape null: a body by itself \param isPlanar moves in x and z only
    Links(int count, Shape shape, bool isPlanar) : GridJoints(count), m_shape(std::move(shape)), m_isPlanar(isPlanar) {}

    void respond(const GridBody* bodies, const Wrench* impulses, Twist* changes) override {
        const Composite whole(bodies, count());
        const Twist motion = whole.motion(bodies, impulses, count(), m_isPlanar);
        for (int i = 0; i < count(); ++i)
            changes[i] = whole.of(bodies[i], motion);
    }

    /// Changes the velocities of links to those of the shape over the coming step, at constant momentum.
    void deform(GridBody* links, double time, double timeStep) const {
        if (!m_shape) return;
        const std::vector<Pose> now = m_shape(time), next = m_shape(time + timeStep);
        const Pose worldFromFrame = links[0].worldFromBody * now[0].inverse();
        std::vector<Wrench> momenta; // of the old motion beyond those of the changing shape
        for (int i = 0; i < count(); ++i) {
            const std::size_t link = static_cast<std::size_t>(i);
            GridBody& body = links[i];
            body.worldFromBody = worldFromFrame * now[link]; // joints hold
            const Matrix3 turn = body.worldFromBody.orientation.toRotationMatrix();
            const Twist old = body.velocity;
            body.velocity = between(body.worldFromBody, worldFromFrame * next[link], timeStep);
            momenta.emplace_back(
                Vector3(turn * body.inertia * turn.transpose() * (old.angular - body.velocity.angular)),
                Vector3(body.mass * (old.linear - body.velocity.linear)));
        }
        const Composite whole(links, count());
        const Twist motion = whole.motion(links, momenta.data(), count(), m_isPlanar);
        for (int i = 0; i < count(); ++i)
            links[i].velocity += whole.of(links[i], motion);
    }

  private:
    Shape m_shape;
    bool m_isPlanar;
};

ambient::FluidGridDef ResolvedWater::boxOf(const ambient::UniformMedium& medium) {
    ambient::FluidGridDef box;
    box.density = medium.density();
    box.dynamicViscosity = medium.dynamicViscosity();
    return box;
}

ResolvedWater& ResolvedWater::addTo(SceneContext& context, const ambient::FluidGridDef& box) {
    auto water = std::make_unique<ResolvedWater>(context, box);
    ResolvedWater& added = *water;
    context.addAction(std::move(water));
    showTank(context, added.grid());
    return added;
}

ResolvedWater::ResolvedWater(SceneContext& context, const ambient::FluidGridDef& box)
    : m_context(context), m_grid(box), m_projection(box, 1e-5),
      m_isPlanar(box.side(1, false).kind == ambient::GridSideKind::Periodic) {}

int ResolvedWater::add(const std::string& name, const ambient::TriangleMesh& mesh, const GridBody& body) {
    const std::size_t number = m_bodies.size();
    m_bodies.push_back(body);
    m_bulletBodies.push_back(m_context.addMoved(name, mesh, std::make_unique<btEmptyShape>(),
                                                [this, number](double) { return poseOf(number); }));
    return static_cast<int>(number);
}

int ResolvedWater::addFree(const std::string& name, const ambient::TriangleMesh& mesh, const GridBody& body) {
    m_courses.emplace_back();
    m_groups.push_back({static_cast<int>(m_bodies.size()), std::make_shared<Links>(1, nullptr, m_isPlanar)});
    return add(name, mesh, body);
}

int ResolvedWater::addLed(const std::string& name, const ambient::TriangleMesh& mesh, GridBody body, Course course) {
    // Heavy enough to be immovable; its momentum after a step gives the force on the body.
    body.mass = 1e6 * m_grid.def().density * std::pow(body.radius, 3);
    body.inertia = body.mass * body.radius * body.radius * Matrix3::Identity();
    m_groups.push_back({static_cast<int>(m_bodies.size()), std::make_shared<Links>(1, nullptr, m_isPlanar)});
    m_courses.push_back(course ? std::move(course) : [](double) { return Twist(); });
    return add(name, mesh, body);
}

Pose ResolvedWater::poseOf(std::size_t body) const {
    const bool isStarted = body < m_projection.bodies().size();
    return (isStarted ? m_projection.bodies() : m_bodies)[body].worldFromBody;
}

void ResolvedWater::join(int first, Shape shape) {
    while (!m_groups.empty() && m_groups.back().first >= first)
        m_groups.pop_back();
    const int count = static_cast<int>(m_bodies.size()) - first;
    m_groups.push_back({first, std::make_shared<Links>(count, std::move(shape), m_isPlanar)});
}

void ResolvedWater::start() {
    m_projection.setBodies(m_bodies, m_groups);
    m_grid.setProjection(&m_projection);
    m_forces.assign(m_bodies.size(), Vector3::Zero());
}

void ResolvedWater::updateAction(btCollisionWorld*, btScalar timeStep) {
    const double duration = double(timeStep);
    std::vector<GridBody>& bodies = m_projection.bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i)
        if (m_courses[i]) bodies[i].velocity = m_courses[i](m_time + 0.5 * duration);
    for (const ambient::GridGroup& group : m_groups)
        static_cast<const Links&>(*group.joints)
            .deform(&bodies[static_cast<std::size_t>(group.first)], m_time, duration);
    std::vector<Vector3> before;
    for (const GridBody& body : bodies)
        before.push_back(body.velocity.linear);
    m_projection.place();
    if (m_context.isVacuum())
        m_projection.advance(duration, m_grid.velocity());
    else
        m_grid.step(duration);
    m_time += duration;
    for (std::size_t i = 0; i < bodies.size(); ++i)
        m_forces[i] = bodies[i].mass * (bodies[i].velocity.linear - before[i]) / duration - bodies[i].load.linear;
    for (std::size_t i = 0; i < bodies.size(); ++i) { // records take velocities from Bullet's bodies
        m_bulletBodies[i]->setLinearVelocity(btFluidVector(bodies[i].velocity.linear));
        m_bulletBodies[i]->setAngularVelocity(btFluidVector(bodies[i].velocity.angular));
    }
}

GridBody slabBar(double half, double radius, double width, double density) {
    GridBody bar;
    bar.distance = [half, radius](const Vector3& p) {
        return std::hypot(p.x() - std::clamp(p.x(), -half, half), p.z()) - radius;
    };
    bar.radius = half + radius + width;
    const double box = 4.0 * half * radius, ends = ambient::kPi * radius * radius; // areas
    bar.mass = density * width * (box + ends);
    // About y: a rectangle, and two half discs whose middle lies 4 r/(3 pi) beyond its ends.
    const double moment = box * (half * half + radius * radius) / 3.0 +
                          ends * (0.5 * radius * radius + half * half + 8.0 * half * radius / (3.0 * ambient::kPi));
    bar.inertia = density * width * moment * Matrix3::Identity();
    return bar;
}

ambient::TriangleMesh slabBarMesh(double half, double radius) {
    ambient::TriangleMesh mesh = ambient::makeCapsule(radius, 2.0 * half, 600);
    for (Vector3& vertex : mesh.vertices)
        vertex = {vertex.z(), vertex.y(), -vertex.x()};
    return mesh;
}

Pose inSlab(double x, double z, double angle) {
    return {ambient::Quaternion(Eigen::AngleAxisd(-angle, Vector3::UnitY())), {x, 0.0, z}};
}

} // namespace samples
