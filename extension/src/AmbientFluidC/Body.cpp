// SPDX-License-Identifier: Zlib
#include "Calls.h"

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Mesh/MassProperties.h"

using namespace ambient;
using namespace ambient::c;

namespace {

using RowMajor3 = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

FluidBody bodyOf(std::shared_ptr<const FluidBodyModel> model, const ambient_body_options& options) {
    FluidBody body;
    body.model = std::move(model);
    body.bodyFromMesh.position = -finiteVector(options.center_of_mass, "ambient_body_options: center_of_mass");
    requirePositive(options.mass, "ambient_body_options: mass");
    body.bodyInertia =
        SpatialInertia::ofBody(options.mass, inertiaOf(options.inertia, "ambient_body_options: inertia"));
    return body;
}

/// A body at rest. \param gravity world axes; null: 9.81 m/s^2 along -z
std::shared_ptr<FreeBody> makeBody(FluidBody body, const double gravity[3], const char* forces,
                                   const ambient_medium* medium) {
    KirchhoffMotion equations(std::move(body), sharedOrNull(medium, "medium"),
                              ForceSet::named(forces ? forces : "default"), gravityOf(gravity));
    auto made = std::make_shared<FreeBody>(FreeBody{std::move(equations), {}, {}, {}});
    made->state = makeState(made->equations, Pose(), Twist(), 0.0);
    return made;
}

} // namespace

Matrix3 ambient::c::inertiaOf(const double numbers[9], const char* name) {
    requireFinite(numbers, 9, name);
    const Matrix3 inertia = Eigen::Map<const RowMajor3>(numbers);
    if (!inertia.isApprox(inertia.transpose(), 1e-9))
        throw std::invalid_argument(std::string(name) + " is not symmetric");
    return inertia;
}

void ambient::c::copySolid(const FluidBody& solid, double centerOfMass[3], double inertia[9]) {
    copyTo(centerOfMass, Vector3(-solid.bodyFromMesh.position));
    Eigen::Map<RowMajor3>(inertia, 3, 3) = solid.bodyInertia.matrix().topLeftCorner<3, 3>();
}

Pose ambient::c::poseOf(const double position[3], const double orientation[4]) {
    return {turnOf(orientation, "orientation"), finiteVector(position, "position")};
}

Twist ambient::c::twistOf(const ambient_body_state& state) {
    return {finiteVector(state.angular_velocity, "ambient_body_state: angular_velocity"),
            finiteVector(state.linear_velocity, "ambient_body_state: linear_velocity")};
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

IntegratorOptions ambient::c::optionsOf(const FreeBody& body, double duration, const double wrench[6]) {
    requirePositive(duration, "duration");
    IntegratorOptions options = body.integrator;
    options.userWrench = finiteSpatial<Wrench>(wrench, "wrench");
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
        requireSizeOf<ambient_body_options>(struct_size, "ambient_body_options");
        required(options, "options");
        const FluidBody solid = makeSolidBodyOfMass(sharedOf(model, "model"), mass);
        ambient_body_options result{};
        result.struct_size = sizeof result;
        result.mass = mass;
        copySolid(solid, result.center_of_mass, result.inertia);
        result.gravity[2] = -9.81;
        result.tolerance = IntegratorOptions().tolerance;
        *options = result;
    });
}

ambient_status ambient_body_create(const ambient_model* model, const ambient_body_options* options,
                                   const ambient_medium* medium, ambient_body** body) {
    return guarded([&] {
        required(body, "body");
        requireSizeOf<ambient_body_options>(required(options, "options").struct_size, "ambient_body_options");
        requirePositive(options->tolerance, "ambient_body_options: tolerance");
        auto made = makeBody(bodyOf(sharedOf(model, "model"), *options), options->gravity, options->forces, medium);
        made->integrator.tolerance = options->tolerance;
        *body = handleOf<ambient_body>(std::move(made));
    });
}

ambient_status ambient_body_create_deforming(const ambient_shape* shape, const double gravity[3], const char* forces,
                                             const ambient_medium* medium, ambient_body** body) {
    return guarded([&] {
        required(body, "body");
        auto made = makeBody(objectOf(shape, "shape").body(), gravity, forces, medium);
        const EvaluationAt start(made->equations, made->state);
        made->state.momentum = made->state.momentum - start.inertia().shapeMomentum.as<Momentum>();
        *body = handleOf<ambient_body>(std::move(made));
    });
}

void ambient_body_destroy(ambient_body* body) {
    destroy(body, "body");
}

ambient_status ambient_body_get_state(const ambient_body* body, ambient_body_state* state) {
    return guarded([&] {
        const FreeBody& from = objectOf(body, "body");
        copyTo(required(state, "state"), from.equations, from.state);
    });
}

ambient_status ambient_body_set_state(ambient_body* body, const ambient_body_state* state) {
    return guarded([&] {
        FreeBody& to = objectOf(body, "body");
        const Pose pose = poseOf(required(state, "state").position, state->orientation);
        const Twist twist = twistOf(*state);
        requireFinite(state->time, "ambient_body_state: time");
        const FluidBodyState made = makeState(to.equations, pose, twist, state->time);
        if (!made.isFinite()) throw std::invalid_argument("ambient_body_state: the momentum is not finite");
        to.state = made;
        to.hosted.cancel();
    });
}

ambient_status ambient_body_step(ambient_body* body, double duration, const double wrench[6]) {
    return guarded([&] {
        FreeBody& moved = objectOf(body, "body");
        const IntegratorOptions options = optionsOf(moved, duration, wrench);
        if (!integrate(moved.equations, moved.state, duration, options).finite)
            throw std::invalid_argument("the state became non-finite during the step and was restored");
        moved.hosted.cancel();
    });
}

ambient_status ambient_body_get_readout(const ambient_body* body, ambient_readout* readout) {
    return guarded([&] {
        const FreeBody& from = objectOf(body, "body");
        requireSizeOf<ambient_readout>(required(readout, "readout").struct_size, "ambient_readout");
        *readout = readoutOf(readOut(from.equations, from.state), from.equations.fluid().forces());
    });
}
