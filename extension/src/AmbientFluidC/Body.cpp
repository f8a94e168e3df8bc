// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "Handles.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Mesh/MassProperties.h"

#include <cmath>

using namespace ambient;
using namespace ambient::c;

namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

FluidBody bodyOf(const ambient_model& model, const ambient_body_options& options) {
    const Matrix3 inertia = Eigen::Map<const RowMajor3>(options.inertia);
    const Vector3 centerOfMass = vectorOf(options.center_of_mass);
    if (!centerOfMass.allFinite()) throw std::invalid_argument("ambient_body_options: center_of_mass is not finite");
    if (!(options.mass > 0.0) || !std::isfinite(options.mass))
        throw std::invalid_argument("ambient_body_options: mass must be positive and finite");
    if (!inertia.allFinite() || !inertia.isApprox(inertia.transpose(), 1e-9))
        throw std::invalid_argument("ambient_body_options: inertia is not finite or not symmetric");
    FluidBody body;
    body.model = model.model;
    body.bodyFromMesh.position = -centerOfMass;
    body.bodyInertia = SpatialInertia::ofBody(options.mass, inertia);
    return body;
}

/// A body at rest. \param gravity world axes; null: 9.81 m/s^2 along -z
std::unique_ptr<ambient_body> makeBody(FluidBody body, const double gravity[3], const char* forces,
                                       const ambient_medium* medium) {
    const Vector3 g = gravity ? vectorOf(gravity) : Vector3(0.0, 0.0, -9.81);
    if (!g.allFinite()) throw std::invalid_argument("gravity is not finite");
    KirchhoffMotion equations(std::move(body), medium ? medium->medium : nullptr,
                              ForceSet::named(forces ? forces : "default"), g);
    auto made = std::make_unique<ambient_body>(ambient_body{std::move(equations), {}, {}, {}});
    made->state = makeState(made->equations, Pose(), Twist(), 0.0);
    return made;
}

} // namespace

Pose ambient::c::poseOf(const double position[3], const double orientation[4], const char* name) {
    const double* q = orientation;
    const Quaternion quaternion(q[3], q[0], q[1], q[2]);
    Pose pose{quaternion.normalized(), vectorOf(position)};
    if (!(quaternion.norm() > 0.0) || !pose.isFinite())
        throw std::invalid_argument(std::string(name) +
                                    ": the position is not finite or the orientation no quaternion");
    return pose;
}

void ambient::c::copyTo(ambient_body_state& to, const KirchhoffMotion& equations, const FluidBodyState& from) {
    const Twist twist = twistInWorld(equations, from);
    copyTo(to.position, from.worldFromBody.position);
    const Quaternion& q = from.worldFromBody.orientation;
    std::copy(q.coeffs().data(), q.coeffs().data() + 4, to.orientation);
    copyTo(to.angular_velocity, twist.angular);
    copyTo(to.linear_velocity, twist.linear);
    to.time = from.time;
}

IntegratorOptions ambient::c::optionsOf(const ambient_body& body, double duration, const double wrench[6]) {
    if (!(duration > 0.0) || !std::isfinite(duration))
        throw std::invalid_argument("duration must be positive and finite");
    IntegratorOptions options = body.integrator;
    if (wrench) options.userWrench = {vectorOf(wrench), vectorOf(wrench + 3)};
    if (!options.userWrench.isFinite()) throw std::invalid_argument("wrench is not finite");
    return options;
}

ambient_readout ambient::c::readoutOf(const FluidReadout& from, const ForceSet& forces) {
    ambient_readout to{};
    to.struct_size = sizeof to;
    Wrench surface = from.powerLimit.wrench, rest;
    for (int i = 0; i < from.termCount; ++i)
        (forces.force(i).isDissipative() ? surface : rest) += from.terms[i].wrench;
    copyTo(to.surface_wrench, surface);
    copyTo(to.buoyancy_wrench, rest);
    copyTo(to.weight_wrench, from.weight.wrench);
    copyTo(to.total_wrench, from.total());
    copyTo(to.momentum, from.momentum);
    to.kinetic_energy = from.kineticEnergy;
    to.submerged_volume = from.submergedVolume;
    to.wetted_area = from.wettedArea;
    copyTo(to.center_of_buoyancy, from.centerOfBuoyancy);
    return to;
}

ambient_status ambient_body_options_init(ambient_body_options* options, size_t struct_size, const ambient_model* model,
                                         double mass) {
    return guarded([&] {
        requireSize(struct_size, sizeof *options, "ambient_body_options");
        required(options, "options");
        const FluidBody solid = makeSolidBodyOfMass(required(model, "model").model, mass);
        ambient_body_options result{};
        result.struct_size = sizeof result;
        result.mass = mass;
        copyTo(result.center_of_mass, Vector3(-solid.bodyFromMesh.position));
        Eigen::Map<RowMajor3>(result.inertia) = solid.bodyInertia.matrix().topLeftCorner<3, 3>();
        result.gravity[2] = -9.81;
        result.tolerance = IntegratorOptions().tolerance;
        *options = result;
    });
}

ambient_status ambient_body_create(const ambient_model* model, const ambient_body_options* options,
                                   const ambient_medium* medium, ambient_body** body) {
    return guarded([&] {
        required(body, "body");
        requireSize(required(options, "options").struct_size, sizeof *options, "ambient_body_options");
        if (!(options->tolerance > 0.0)) throw std::invalid_argument("ambient_body_options: tolerance is not positive");
        auto made = makeBody(bodyOf(required(model, "model"), *options), options->gravity, options->forces, medium);
        made->integrator.tolerance = options->tolerance;
        *body = made.release();
    });
}

ambient_status ambient_body_create_deforming(const ambient_shape* shape, const double gravity[3], const char* forces,
                                             const ambient_medium* medium, ambient_body** body) {
    return guarded([&] {
        required(body, "body");
        auto made = makeBody(required(shape, "shape").model->body(), gravity, forces, medium);
        const EvaluationAt start(made->equations, made->state);
        made->state.momentum = made->state.momentum - start.inertia().shapeMomentum.as<Momentum>();
        *body = made.release();
    });
}

void ambient_body_destroy(ambient_body* body) {
    delete body;
}

ambient_status ambient_body_get_state(const ambient_body* body, ambient_body_state* state) {
    return guarded([&] {
        const FluidBodyState& from = required(body, "body").state;
        copyTo(required(state, "state"), body->equations, from);
    });
}

ambient_status ambient_body_set_state(ambient_body* body, const ambient_body_state* state) {
    return guarded([&] {
        required(body, "body");
        required(state, "state");
        const Pose pose = poseOf(state->position, state->orientation, "ambient_body_state");
        const Twist twist{vectorOf(state->angular_velocity), vectorOf(state->linear_velocity)};
        if (!twist.isFinite() || !std::isfinite(state->time))
            throw std::invalid_argument("ambient_body_state: a velocity or the time is not finite");
        body->state = makeState(body->equations, pose, twist, state->time);
        body->hosted.cancel();
    });
}

ambient_status ambient_body_step(ambient_body* body, double duration, const double wrench[6]) {
    return guarded([&] {
        const IntegratorOptions options = optionsOf(required(body, "body"), duration, wrench);
        if (!integrate(body->equations, body->state, duration, options).finite)
            throw std::invalid_argument("the state became non-finite during the step and was restored");
        body->hosted.cancel();
    });
}

ambient_status ambient_body_get_readout(const ambient_body* body, ambient_readout* readout) {
    return guarded([&] {
        const KirchhoffMotion& equations = required(body, "body").equations;
        requireSize(required(readout, "readout").struct_size, sizeof *readout, "ambient_readout");
        *readout = readoutOf(readOut(equations, body->state), equations.fluid().forces());
    });
}
