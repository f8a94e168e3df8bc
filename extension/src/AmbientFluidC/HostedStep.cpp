// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientEngineC.h"
#include "Calls.h"

using namespace ambient;
using namespace ambient::c;

namespace {

const HostedStep& begunStep(const FreeBody& body) {
    if (!body.hosted.isBegun()) throw std::invalid_argument("no step is begun: call ambient_body_begin_step first");
    return body.hosted;
}

} // namespace

ambient_status ambient_body_begin_step(ambient_body* body, double duration, const double wrench[6],
                                       ambient_solver_body* solver) {
    return guarded([&] {
        FreeBody& begun = objectOf(body, "body");
        const IntegratorOptions options = optionsOf(begun, duration, wrench);
        requireSize(required(solver, "solver").struct_size, sizeof *solver, "ambient_solver_body");
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
