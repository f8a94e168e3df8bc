// SPDX-License-Identifier: Zlib
#include "OdeWater.h"

#include <algorithm>
#include <stdexcept>

namespace {

/// ODE's quaternions are (w, x, y, z).
void copyPose(dBodyID body, double position[3], double orientation[4]) {
    const dReal *p = dBodyGetPosition(body), *q = dBodyGetQuaternion(body);
    for (int i = 0; i < 3; ++i) {
        position[i] = double(p[i]);
        orientation[i] = double(q[i + 1]);
    }
    orientation[3] = double(q[0]);
}

void setVelocity(dBodyID body, const double angular[3], const double linear[3]) {
    dBodySetAngularVel(body, dReal(angular[0]), dReal(angular[1]), dReal(angular[2]));
    dBodySetLinearVel(body, dReal(linear[0]), dReal(linear[1]), dReal(linear[2]));
}

/// Product of an impulse and the change of a dry body's velocity by this impulse [J].
double dryResponse(dBodyID body, const std::array<double, 6>& impulse) {
    dMass mass;
    dBodyGetMass(body, &mass);
    double response = 0.0;
    for (int i = 3; i < 6; ++i)
        response += impulse[std::size_t(i)] * impulse[std::size_t(i)] / double(mass.mass);
    dVector3 inBody;
    dBodyVectorFromWorld(body, dReal(impulse[0]), dReal(impulse[1]), dReal(impulse[2]), inBody);
    dMatrix3 inverse;
    dInvertPDMatrix(mass.I, inverse, 3);
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            response += double(inBody[row] * inverse[4 * row + column] * inBody[column]);
    return response;
}

} // namespace

void require(ambient_status status) {
    if (status != AMBIENT_OK) throw std::runtime_error(ambient_last_error());
}

OdeWater::OdeWater(dWorldID world, dSpaceID space, const ambient_medium* medium)
    : m_world(world), m_space(space), m_joints(dJointGroupCreate(0)), m_medium(medium) {}

OdeWater::~OdeWater() {
    dJointGroupDestroy(m_joints);
}

void OdeWater::add(dBodyID body, const ambient_model* model, double mass) {
    ambient_body_options options;
    require(ambient_body_options_init(&options, sizeof options, model, mass));
    dVector3 gravity;
    dWorldGetGravity(m_world, gravity);
    std::copy(gravity, gravity + 3, options.gravity);
    ambient_body* water = nullptr;
    require(ambient_body_create(model, &options, m_medium, &water));
    BodyHandle handle(water, &ambient_body_destroy);
    ambient_body_state state{};
    copyPose(body, state.position, state.orientation);
    std::copy(dBodyGetAngularVel(body), dBodyGetAngularVel(body) + 3, state.angular_velocity);
    std::copy(dBodyGetLinearVel(body), dBodyGetLinearVel(body) + 3, state.linear_velocity);
    require(ambient_body_set_state(water, &state));
    dBodySetGravityMode(body, 0);
    dBodySetGyroscopicMode(body, 0);
    m_bodies.push_back({body, std::move(handle), {}, false});
}

std::array<double, 6> OdeWater::velocity(dBodyID body) const {
    for (const WetBody& wet : m_bodies) {
        if (wet.body != body) continue;
        ambient_body_state state;
        require(ambient_body_get_state(wet.water.get(), &state));
        return {state.angular_velocity[0], state.angular_velocity[1], state.angular_velocity[2],
                state.linear_velocity[0],  state.linear_velocity[1],  state.linear_velocity[2]};
    }
    throw std::runtime_error("OdeWater::velocity: the body is not in the water");
}

OdeWater::WetBody* OdeWater::find(dBodyID body) {
    const auto found =
        std::find_if(m_bodies.begin(), m_bodies.end(), [&](const WetBody& wet) { return wet.body == body; });
    return found == m_bodies.end() ? nullptr : &*found;
}

void OdeWater::begin(WetBody& wet, double duration) {
    ambient_solver_body solver{};
    solver.struct_size = sizeof solver;
    require(ambient_body_begin_step(wet.water.get(), duration, nullptr, &solver));
    dMass mass;
    const double* i = solver.inertia;
    dMassSetParameters(&mass, dReal(solver.mass), 0, 0, 0, dReal(i[0]), dReal(i[4]), dReal(i[8]), dReal(i[1]),
                       dReal(i[2]), dReal(i[5]));
    dBodySetMass(wet.body, &mass);
    setVelocity(wet.body, solver.angular_velocity, solver.linear_velocity);
    wet.impulse.fill(0.0);
    wet.isTouched = false;
}

void OdeWater::collide(void* data, dGeomID one, dGeomID other) {
    OdeWater& water = *static_cast<OdeWater*>(data);
    constexpr int kMostPoints = 8;
    dContact contacts[kMostPoints];
    const int count = dCollide(one, other, kMostPoints, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
        contacts[i].surface = {};
        contacts[i].surface.mode = dContactApprox1;
        contacts[i].surface.mu = dReal(water.m_friction);
        const dJointID joint = dJointCreateContact(water.m_world, water.m_joints, &contacts[i]);
        dJointAttach(joint, dGeomGetBody(one), dGeomGetBody(other));
        auto contact = std::make_unique<Contact>(Contact{{dGeomGetBody(one), dGeomGetBody(other)}, {}});
        // ODE puts the world second, and its feedback follows.
        if (!contact->bodies[0]) std::swap(contact->bodies[0], contact->bodies[1]);
        dJointSetFeedback(joint, &contact->feedback);
        water.m_contacts.push_back(std::move(contact));
    }
}

void OdeWater::step(double duration) {
    for (WetBody& wet : m_bodies)
        begin(wet, duration);
    dSpaceCollide(m_space, this, &OdeWater::collide);
    dWorldStep(m_world, dReal(duration));
    collectContacts(duration);
    for (WetBody& wet : m_bodies)
        end(wet);
    dJointGroupEmpty(m_joints);
    m_contacts.clear();
}

void OdeWater::collectContacts(double duration) {
    for (std::size_t i = 0; i < m_contacts.size();) {
        // The points of one pair of geometries follow each other.
        const Contact& pair = *m_contacts[i];
        std::array<double, 6> impulses[2] = {};
        for (; i < m_contacts.size() && std::equal(pair.bodies, pair.bodies + 2, m_contacts[i]->bodies); ++i) {
            const dJointFeedback& f = m_contacts[i]->feedback;
            for (std::size_t k = 0; k < 3; ++k) {
                impulses[0][k] += duration * double(f.t1[k]);
                impulses[0][k + 3] += duration * double(f.f1[k]);
                impulses[1][k] += duration * double(f.t2[k]);
                impulses[1][k + 3] += duration * double(f.f2[k]);
            }
        }
        exchange(pair, impulses, duration);
    }
}

void OdeWater::exchange(const Contact& pair, const std::array<double, 6> (&impulses)[2], double duration) {
    WetBody* wet[2] = {find(pair.bodies[0]), find(pair.bodies[1])};
    double effective = 0.0, actual = 0.0;
    for (int side = 0; side < 2; ++side) {
        double inSolver = 0.0, inWater = 0.0;
        if (wet[side])
            require(ambient_body_get_responses(wet[side]->water.get(), impulses[side].data(), &inSolver, &inWater));
        else if (pair.bodies[side])
            inSolver = inWater = dryResponse(pair.bodies[side], impulses[side]);
        effective += inSolver;
        actual += inWater;
    }
    if (!(actual > 0.0)) return;
    const double scale = effective / actual;
    for (int side = 0; side < 2; ++side) {
        const std::array<double, 6>& j = impulses[side];
        if (wet[side]) {
            wet[side]->isTouched = true;
            for (std::size_t k = 0; k < 6; ++k)
                wet[side]->impulse[k] += scale * j[k];
        } else if (pair.bodies[side]) {
            // A dry body has the solver's impulse; the excess is a force in its next step.
            const double excess = (scale - 1.0) / duration;
            dBodyAddTorque(pair.bodies[side], dReal(excess * j[0]), dReal(excess * j[1]), dReal(excess * j[2]));
            dBodyAddForce(pair.bodies[side], dReal(excess * j[3]), dReal(excess * j[4]), dReal(excess * j[5]));
        }
    }
}

void OdeWater::end(WetBody& wet) {
    double position[3], orientation[4];
    copyPose(wet.body, position, orientation);
    ambient_body_state state;
    require(ambient_body_end_step(wet.water.get(), wet.isTouched ? wet.impulse.data() : nullptr, position, orientation,
                                  &state));
    dBodySetPosition(wet.body, dReal(state.position[0]), dReal(state.position[1]), dReal(state.position[2]));
    const dQuaternion q = {dReal(state.orientation[3]), dReal(state.orientation[0]), dReal(state.orientation[1]),
                           dReal(state.orientation[2])};
    dBodySetQuaternion(wet.body, q);
    setVelocity(wet.body, state.angular_velocity, state.linear_velocity);
}
