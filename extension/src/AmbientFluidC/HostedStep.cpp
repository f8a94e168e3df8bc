// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientEngineC.h"
#include "Handles.h"

using namespace ambient;
using namespace ambient::c;

namespace {

Momentum impulseOf(const double* impulse) {
    return impulse ? Momentum(vectorOf(impulse), vectorOf(impulse + 3)) : Momentum();
}

const HostedStep& begunStep(const ambient_body* body) {
    const HostedStep& step = required(body, "body").hosted;
    if (!step.isBegun()) throw std::invalid_argument("no step is begun: call ambient_body_begin_step first");
    return step;
}

} // namespace

ambient_status ambient_body_begin_step(ambient_body* body, double duration, const double wrench[6],
                                       ambient_solver_body* solver) {
    return guarded([&] {
        const IntegratorOptions options = optionsOf(required(body, "body"), duration, wrench);
        requireSize(required(solver, "solver").struct_size, sizeof *solver, "ambient_solver_body");
        body->hosted.begin(body->equations, body->state, duration, options);
        solver->mass = body->hosted.effectiveMass().mass;
        const Matrix3& inertia = body->hosted.effectiveMass().inertia;
        std::copy(inertia.data(), inertia.data() + 9, solver->inertia); // symmetric
        copyTo(solver->angular_velocity, body->hosted.velocity().angular);
        copyTo(solver->linear_velocity, body->hosted.velocity().linear);
    });
}

ambient_status ambient_body_get_impulse(const ambient_body* body, const double angular_velocity[3],
                                        const double linear_velocity[3], double impulse[6]) {
    return guarded([&] {
        const HostedStep& step = begunStep(body);
        required(angular_velocity, "angular_velocity");
        required(linear_velocity, "linear_velocity");
        required(impulse, "impulse");
        copyTo(impulse, step.impulseOf({vectorOf(angular_velocity), vectorOf(linear_velocity)}));
    });
}

ambient_status ambient_body_get_responses(const ambient_body* body, const double impulse[6], double* effective,
                                          double* actual) {
    return guarded([&] {
        const HostedStep& step = begunStep(body);
        required(effective, "effective");
        required(actual, "actual");
        const ImpulseResponses responses = step.responsesTo(impulseOf(&required(impulse, "impulse")));
        *effective = responses.effective;
        *actual = responses.actual;
    });
}

ambient_status ambient_body_end_step(ambient_body* body, const double impulse[6], const double position[3],
                                     const double orientation[4], ambient_body_state* state) {
    return guarded([&] {
        begunStep(body);
        Pose pose = body->state.worldFromBody;
        if (impulse)
            pose =
                poseOf(&required(position, "position"), &required(orientation, "orientation"), "ambient_body_end_step");
        const FluidBodyState after = body->hosted.end(body->equations, impulseOf(impulse), pose);
        body->state = after;
        if (state) copyTo(*state, body->equations, after);
    });
}
