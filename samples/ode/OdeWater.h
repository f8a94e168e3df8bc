// SPDX-License-Identifier: Zlib
#pragma once

#include <AmbientFluidC/AmbientEngineC.h>
#include <ode/ode.h>

#include <array>
#include <memory>
#include <vector>

/// Medium with its deleter.
using MediumHandle = std::unique_ptr<ambient_medium, decltype(&ambient_medium_destroy)>;
/// Model with its deleter.
using ModelHandle = std::unique_ptr<ambient_model, decltype(&ambient_model_destroy)>;
/// Body with its deleter.
using BodyHandle = std::unique_ptr<ambient_body, decltype(&ambient_body_destroy)>;

/// Water around bodies of an ODE world, by the shared steps of AmbientEngineC.h. Makes the world's steps: collision,
/// contacts, joints, water. SI units; gravity is the world's.
class OdeWater {
  public:
    /// \param world outlives this object \param space of its geometries \param medium null: vacuum
    OdeWater(dWorldID world, dSpaceID space, const ambient_medium* medium);
    ~OdeWater();
    OdeWater(const OdeWater&) = delete;
    OdeWater& operator=(const OdeWater&) = delete;

    /// Puts a uniform solid into the water, with the pose and velocity of the body. From now on the water sets the
    /// body's mass, gravity and gyroscopic modes; apply no forces to the body. \param model in the body's frame, with
    /// its centre of mass at the origin \param mass [kg] \throws std::runtime_error with the library's message
    void add(dBodyID body, const ambient_model* model, double mass);

    /// Friction of all contacts, default 0.5.
    void setFriction(double friction) { m_friction = friction; }

    /// One step [s]. \throws std::runtime_error with the library's message
    void step(double duration);

    /// Velocity of a wet body with its added mass: angular [rad/s], linear [m/s], world axes.
    std::array<double, 6> velocity(dBodyID body) const;

  private:
    struct WetBody {
        dBodyID body;
        BodyHandle water;
        std::array<double, 6> impulse; ///< of contacts in this step, about the centre of mass, world axes
        bool isTouched;
    };
    struct Contact {
        dBodyID bodies[2]; ///< null: the world
        dJointFeedback feedback;
    };

    static void collide(void* water, dGeomID one, dGeomID other);
    WetBody* find(dBodyID body);
    void begin(WetBody& wet, double duration);
    void collectContacts(double duration);
    /// Impulse of a pair of bodies, scaled up to their added mass, for each of the two.
    void exchange(const Contact& pair, const std::array<double, 6> (&impulses)[2], double duration);
    void end(WetBody& wet);

    dWorldID m_world;
    dSpaceID m_space;
    dJointGroupID m_joints;
    const ambient_medium* m_medium;
    double m_friction = 0.5;
    std::vector<WetBody> m_bodies;
    std::vector<std::unique_ptr<Contact>> m_contacts; ///< of this step; written by ODE
};

/// \throws std::runtime_error with the library's message if a call failed
void require(ambient_status status);
