// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/HostedBodies.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/Requirements.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ambient {

namespace {

Vector3 vectorAt(const double* numbers) {
    return {numbers[0], numbers[1], numbers[2]};
}

Pose poseAt(const double* numbers) {
    requireFinite(numbers, kPoseNumbers, "the pose");
    const double* q = numbers + 3;
    return {requireTurn(Quaternion(q[3], q[0], q[1], q[2]), "the orientation"), vectorAt(numbers)};
}

FluidBodyState stateAt(const HostedBody& body, const double* numbers) {
    const Pose pose = poseAt(numbers);
    requireFinite(numbers + kPoseNumbers, 6, "the velocity");
    const FluidBodyState state =
        makeState(body.equations, pose, Twist(vectorAt(numbers + 7), vectorAt(numbers + 10)), body.state.time);
    if (!state.isFinite()) throw std::invalid_argument("the momentum is not finite");
    return state;
}

void write(const Vector3& vector, double* numbers) {
    std::copy(vector.data(), vector.data() + 3, numbers);
}

void writeSolver(const HostedStep& step, double* numbers) {
    numbers[0] = step.effectiveMass().mass;
    write(step.effectiveMass().inertia.diagonal(), numbers + 1);
    write(step.velocity().angular, numbers + 4);
    write(step.velocity().linear, numbers + 7);
}

/// Calls work(i) for each body; its errors name the body.
template <class Work>
void forEachNamed(std::size_t count, Work&& work) {
    std::size_t i = 0;
    try {
        for (; i < count; ++i)
            work(i);
    } catch (const std::invalid_argument& error) {
        throw std::invalid_argument("bodies[" + std::to_string(i) + "]: " + error.what());
    }
}

} // namespace

void writeState(const HostedBody& body, double* numbers) {
    const Pose& pose = body.state.worldFromBody;
    const Twist twist = twistInWorld(body.equations, body.state);
    write(pose.position, numbers);
    std::copy(pose.orientation.coeffs().data(), pose.orientation.coeffs().data() + 4, numbers + 3);
    write(twist.angular, numbers + 7);
    write(twist.linear, numbers + 10);
}

void beginSteps(HostedBody* const* bodies, std::size_t count, double duration, const double* states,
                const unsigned char* isMoved, double* solver) {
    requirePositive(duration, "duration");
    std::vector<FluidBodyState> moved;
    try {
        forEachNamed(count, [&](std::size_t i) {
            HostedBody& body = *bodies[i];
            body.hosted.cancel();
            const bool isNew = isMoved && isMoved[i];
            if (isNew) moved.push_back(stateAt(body, states + kStateNumbers * i));
            body.hosted.begin(body.equations, isNew ? moved.back() : body.state, duration, body.integrator,
                              SolverInertia::Diagonal);
        });
    } catch (...) {
        for (std::size_t i = 0; i < count; ++i)
            bodies[i]->hosted.cancel();
        throw;
    }
    std::size_t next = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (isMoved && isMoved[i]) bodies[i]->state = moved[next++];
        writeSolver(bodies[i]->hosted, solver + kSolverNumbers * i);
    }
}

void respondTo(const HostedBody* const* bodies, std::size_t count, const double* impulses, double* responses) {
    forEachNamed(count, [&](std::size_t i) {
        const double* j = impulses + kImpulseNumbers * i;
        if (!bodies[i]->hosted.isBegun()) throw std::invalid_argument("no step is begun");
        requireFinite(j, kImpulseNumbers, "the impulse");
        const ImpulseResponses made = bodies[i]->hosted.responsesTo({vectorAt(j), vectorAt(j + 3)});
        responses[2 * i] = made.effective;
        responses[2 * i + 1] = made.actual;
    });
}

void endSteps(HostedBody* const* bodies, std::size_t count, const double* impulses, const double* poses,
              const unsigned char* isTouched, double* states) {
    std::vector<FluidBodyState> after(count);
    forEachNamed(count, [&](std::size_t i) {
        const HostedBody& body = *bodies[i];
        const double* j = impulses + kImpulseNumbers * i;
        const bool touched = isTouched[i] != 0;
        if (touched) requireFinite(j, kImpulseNumbers, "the impulse");
        HostedStep step = body.hosted;
        after[i] = step.end(body.equations, touched ? Momentum(vectorAt(j), vectorAt(j + 3)) : Momentum(),
                            touched ? poseAt(poses + kPoseNumbers * i) : body.state.worldFromBody);
        if (!after[i].isFinite()) throw std::invalid_argument("the state became non-finite and was kept");
    });
    for (std::size_t i = 0; i < count; ++i) {
        bodies[i]->hosted.cancel();
        bodies[i]->state = after[i];
        writeState(*bodies[i], states + kStateNumbers * i);
    }
}

} // namespace ambient
