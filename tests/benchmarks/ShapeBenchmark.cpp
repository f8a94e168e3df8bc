// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/DrivenShape.h"
#include "AmbientFluid/Body/ShapeClock.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "FreeBodies.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <map>
#include <omp.h>

// Bodies of varying shape: the update of a shape beside one sum over its faces, and their steps beside those of rigid
// bodies with as many faces. Argument: faces.

namespace {

constexpr double kBeat = 2.0 * ambient::kPi; // [rad/s]

/// A bending and widening ellipsoid.
ambient::ShapeModes bending(int faces) {
    ambient::ShapeModes modes;
    modes.rest = ambient::makeEllipsoid({0.10, 0.06, 0.03}, faces);
    modes.mass = 1.0;
    modes.modes.resize(2);
    for (const ambient::Vector3& v : modes.rest.vertices) {
        modes.modes[0].offsets.push_back({0.0, 0.0, 2.0 * v.x() * v.x()});
        modes.modes[1].offsets.push_back({0.0, 0.2 * v.y(), 0.0});
    }
    return modes;
}

const std::shared_ptr<const ambient::AmplitudeModel>& amplitudes(int faces) {
    static std::map<int, std::shared_ptr<const ambient::AmplitudeModel>> models;
    auto& model = models[faces];
    if (!model) model = ambient::AmplitudeModel::build(bending(faces));
    return model;
}

const std::shared_ptr<const ambient::DeformingModel>& sequence(int faces) {
    static std::map<int, std::shared_ptr<const ambient::DeformingModel>> models;
    auto& model = models[faces];
    if (model) return model;
    const ambient::ShapeModes modes = bending(faces);
    ambient::ShapeSequence keys;
    keys.faces = modes.rest.faces;
    keys.mass = modes.mass;
    keys.period = 1.0;
    for (int k = 0; k < 8; ++k) {
        keys.times.push_back(k / 8.0);
        keys.keys.push_back(modes.rest.vertices);
        for (std::size_t v = 0; v < modes.rest.vertices.size(); ++v)
            keys.keys.back()[v] += 0.8 * std::sin(kBeat * k / 8.0) * modes.modes[0].offsets[v] +
                                   0.8 * std::cos(kBeat * k / 8.0) * modes.modes[1].offsets[v];
    }
    return model = ambient::DeformingModel::build(keys);
}

void beat(double time, double* q, double* rates) {
    q[0] = 0.8 * std::sin(kBeat * time);
    q[1] = 0.8 * std::cos(kBeat * time);
    rates[0] = 0.8 * kBeat * std::cos(kBeat * time);
    rates[1] = -0.8 * kBeat * std::sin(kBeat * time);
}

void update(benchmark::State& state, const ambient::BodyDeformation& deformation) {
    ambient::DeformedShape shape;
    shape.needsWetting = shape.needsSingle = false; // as in a uniform medium, in double precision
    shape.needsWeights = true;
    double time = 0.0;
    for (auto _ : state) {
        deformation.evaluate(time += 0.01, shape);
        benchmark::DoNotOptimize(shape.surface.volume());
    }
}

void BM_ShapeOfSequence(benchmark::State& state) {
    update(state, *sequence(static_cast<int>(state.range(0))));
}

void BM_ShapeOfAmplitudes(benchmark::State& state) {
    ambient::DrivenShape shape(amplitudes(static_cast<int>(state.range(0))));
    shape.setFunction(beat, 0.0);
    update(state, shape);
}

/// Pressure and friction of the default set, once.
void BM_ShapeFaceSum(benchmark::State& state) {
    const ambient::Surface& surface = amplitudes(static_cast<int>(state.range(0)))->rest()->surface();
    ambient::RelativeFlow flow;
    flow.density = 998.2;
    flow.twist = {{2.0, 1.0, 3.0}, {1.0, 2.0, 0.5}};
    ambient::FaceTerms terms;
    terms.surfacePressure = 998.2;
    terms.skinFriction = 3.0;
    terms.band = ambient::kAttachmentBand;
    terms.keepsTails = true;
    for (auto _ : state)
        benchmark::DoNotOptimize(ambient::sumFaceTerms(surface, flow, terms));
}

/// 50 bodies in air, solved exactly. `add` puts one of them into the fluid.
template <class Add>
void step(benchmark::State& state, Add add) {
    omp_set_num_threads(1);
    bench::FreeBodies world(50);
    bench::Fluid fluid(world, bench::quiet());
    btFluidConstraintSolver solver(fluid);
    world.world().setConstraintSolver(&solver);
    fluid.setMedium(ambient::UniformMedium::air());
    for (const auto& body : world.bodies())
        add(fluid, body.get());
    for (int i = 0; i < 3; ++i)
        world.step();
    for (auto _ : state)
        world.step();
}

void BM_ShapeStepRigid(benchmark::State& state) {
    const auto& model = amplitudes(static_cast<int>(state.range(0)))->rest();
    step(state, [&](btFluidAction& fluid, btRigidBody* body) { fluid.addBody(body, model); });
}

void BM_ShapeStepSequence(benchmark::State& state) {
    const auto& model = sequence(static_cast<int>(state.range(0)));
    step(state, [&](btFluidAction& fluid, btRigidBody* body) { fluid.addBody(body, model); });
}

void BM_ShapeStepAmplitudes(benchmark::State& state) {
    const auto& model = amplitudes(static_cast<int>(state.range(0)));
    step(state,
         [&](btFluidAction& fluid, btRigidBody* body) { fluid.addBody(body, model)->setAmplitudeFunction(beat); });
}

} // namespace

BENCHMARK(BM_ShapeFaceSum)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ShapeOfSequence)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ShapeOfAmplitudes)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ShapeStepRigid)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ShapeStepSequence)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_ShapeStepAmplitudes)->Arg(500)->Arg(2000)->Unit(benchmark::kMicrosecond);
