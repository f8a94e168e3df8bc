// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientEngineC.h"
#include "Calls.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"

#include <vector>

using namespace ambient;
using namespace ambient::c;

namespace {

const HostedStep& begunStep(const FreeBody& body) {
    if (!body.hosted.isBegun()) throw std::invalid_argument("no step is begun: call ambient_body_begin_step first");
    return body.hosted;
}

/// The bodies of handles. \throws std::invalid_argument naming a handle that is none
template <class Handle>
auto bodiesOf(Handle* const* handles, std::size_t count) {
    std::vector<decltype(&objectOf(*handles, ""))> bodies(count);
    if (count > 0) required(handles, "bodies");
    for (std::size_t i = 0; i < count; ++i)
        bodies[i] = &objectOf(handles[i], ("bodies[" + std::to_string(i) + "]").c_str());
    return bodies;
}

/// Checks an array of an argument for bodies.
template <class T>
void requireRows(const T* rows, std::size_t count, const char* name) {
    if (count > 0) required(rows, name);
}

} // namespace

ambient_status ambient_body_begin_step(ambient_body* body, double duration, const double wrench[6],
                                       ambient_solver_body* solver) {
    return guarded([&] {
        FreeBody& begun = objectOf(body, "body");
        const IntegratorOptions options = optionsOf(begun, duration, wrench);
        requireSizeOf<ambient_solver_body>(required(solver, "solver").struct_size, "ambient_solver_body");
        begun.hosted.begin(begun.equations, begun.state, duration, options);
        solver->mass = begun.hosted.effectiveMass().mass;
        const Matrix3& inertia = begun.hosted.effectiveMass().inertia;
        std::copy(inertia.data(), inertia.data() + 9, solver->inertia); // symmetric
        copyTo(solver->angular_velocity, begun.hosted.velocity().angular);
        copyTo(solver->linear_velocity, begun.hosted.velocity().linear);
    });
}

ambient_status ambient_body_get_impulse(const ambient_body* body, const double angular_velocity[3],
                                        const double linear_velocity[3], double impulse[6]) {
    return guarded([&] {
        const HostedStep& step = begunStep(objectOf(body, "body"));
        required(angular_velocity, "angular_velocity");
        required(linear_velocity, "linear_velocity");
        required(impulse, "impulse");
        copyTo(impulse, step.impulseOf({finiteVector(angular_velocity, "angular_velocity"),
                                        finiteVector(linear_velocity, "linear_velocity")}));
    });
}

ambient_status ambient_body_get_responses(const ambient_body* body, const double impulse[6], double* effective,
                                          double* actual) {
    return guarded([&] {
        const HostedStep& step = begunStep(objectOf(body, "body"));
        required(effective, "effective");
        required(actual, "actual");
        const ImpulseResponses responses =
            step.responsesTo(finiteSpatial<Momentum>(&required(impulse, "impulse"), "impulse"));
        *effective = responses.effective;
        *actual = responses.actual;
    });
}

ambient_status ambient_body_end_step(ambient_body* body, const double impulse[6], const double position[3],
                                     const double orientation[4], ambient_body_state* state) {
    return guarded([&] {
        FreeBody& ended = objectOf(body, "body");
        begunStep(ended);
        Pose pose = ended.state.worldFromBody;
        if (impulse) pose = poseOf(&required(position, "position"), &required(orientation, "orientation"));
        const Momentum given = finiteSpatial<Momentum>(impulse, "impulse");
        HostedStep hosted = ended.hosted;
        const FluidBodyState after = hosted.end(ended.equations, given, pose);
        if (!after.isFinite()) throw std::invalid_argument("impulse: the state became non-finite and was kept");
        ended.hosted = hosted;
        ended.state = after;
        if (state) copyTo(*state, ended.equations, ended.state);
    });
}

ambient_status ambient_body_get_inertia(const ambient_body* body, double inertia[36]) {
    return guarded([&] {
        const FreeBody& from = objectOf(body, "body");
        const Matrix6 total = totalInertia(from.equations, from.state).inertia.matrix();
        std::copy(total.data(), total.data() + 36, &required(inertia, "inertia")); // symmetric
    });
}

ambient_status ambient_body_set_gravity(ambient_body* body, const double gravity[3]) {
    return guarded([&] {
        FreeBody& to = objectOf(body, "body");
        to.equations.setGravity(gravityOf(gravity));
    });
}

ambient_status ambient_bodies_begin_step(ambient_body* const* bodies, size_t count, double duration,
                                         const double* states, const uint8_t* is_moved, double* solver) {
    return guarded([&] {
        const auto begun = bodiesOf(bodies, count);
        if (is_moved) requireRows(states, count, "states");
        requireRows(solver, count, "solver");
        beginSteps(begun.data(), count, duration, states, is_moved, solver);
    });
}

ambient_status ambient_bodies_get_responses(const ambient_body* const* bodies, size_t count, const double* impulses,
                                            double* responses) {
    return guarded([&] {
        const auto asked = bodiesOf(bodies, count);
        requireRows(impulses, count, "impulses");
        requireRows(responses, count, "responses");
        respondTo(asked.data(), count, impulses, responses);
    });
}

ambient_status ambient_bodies_end_step(ambient_body* const* bodies, size_t count, const double* impulses,
                                       const double* poses, const uint8_t* is_touched, double* states) {
    return guarded([&] {
        const auto ended = bodiesOf(bodies, count);
        requireRows(impulses, count, "impulses");
        requireRows(poses, count, "poses");
        requireRows(is_touched, count, "is_touched");
        requireRows(states, count, "states");
        endSteps(ended.data(), count, impulses, poses, is_touched, states);
    });
}
