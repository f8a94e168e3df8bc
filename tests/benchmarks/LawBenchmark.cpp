// SPDX-License-Identifier: Zlib
#include "../core/Forces/WingMeshes.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <benchmark/benchmark.h>

namespace {

/// A whole set of forces on one body, in single precision. \param set of instructions
void evaluate(benchmark::State& state, ambient::InstructionSet set, const char* model) {
    if (!ambient::hasInstructionSet(set)) return state.SkipWithError("this processor does not have it");
    const ambient::InstructionSet before = ambient::instructionSet();
    ambient::setInstructionSet(set);
    const auto body =
        ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, static_cast<int>(state.range(0))));
    ambient::ForceSet forces = ambient::ForceSet::named(model);
    forces.setSingle(true);
    ambient::RelativeFlow flow;
    flow.density = 998.2;
    flow.dynamicViscosity = 1.0e-3;
    flow.twist = {{2.0, 1.0, 3.0}, {1.0, 2.0, 0.5}};
    for (auto _ : state)
        benchmark::DoNotOptimize(forces.evaluate(*body, flow));
    ambient::setInstructionSet(before);
}

void BM_LawAvx2(benchmark::State& state) {
    evaluate(state, ambient::InstructionSet::Avx2, "default");
}
void BM_EarlierLawAvx2(benchmark::State& state) {
    evaluate(state, ambient::InstructionSet::Avx2, "surface2026b");
}
void BM_LawAvx512(benchmark::State& state) {
    evaluate(state, ambient::InstructionSet::Avx512, "default");
}
void BM_EarlierLawAvx512(benchmark::State& state) {
    evaluate(state, ambient::InstructionSet::Avx512, "surface2026b");
}

/// The default forces of a lifting body, 0: a wing of 3000 faces, 1: a plate of 432, 2: a disc of 400.
/// \param keepsCells without them the same faces are summed, which then have no sheet and no lee
void evaluateWing(benchmark::State& state, bool keepsCells) {
    const ambient::TriangleMesh meshes[] = {test::makeWing(test::nacaSection(0.0, 0.4, 0.12), 6.0, 30, 24),
                                            ambient::makePlate({1.0, 3.0, 0.02}, 432),
                                            ambient::makeDisc(0.5, 0.02, 400)};
    const auto model = ambient::FluidBodyModel::build(meshes[state.range(0)]);
    ambient::SurfaceData data = model->surface().data();
    if (!keepsCells) data.pressureWeights.wings = {};
    ambient::Surface surface;
    surface.assign(model->mesh(), data);
    const ambient::ForceSet forces = ambient::ForceSet::surfacePressure();
    ambient::RelativeFlow flow;
    flow.density = 1.2;
    flow.dynamicViscosity = 1.8e-5;
    flow.twist = {{0.2, 0.1, 0.3}, {10.0, 0.2, -0.7}};
    for (auto _ : state)
        benchmark::DoNotOptimize(forces.evaluate(surface, flow));
}

void BM_WingCells(benchmark::State& state) {
    evaluateWing(state, true);
}
void BM_WithoutWingCells(benchmark::State& state) {
    evaluateWing(state, false);
}

/// Preparation of a whole model.
void BM_LawModel(benchmark::State& state) {
    const ambient::TriangleMesh mesh = ambient::makeEllipsoid({0.10, 0.06, 0.03}, static_cast<int>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(ambient::FluidBodyModel::build(mesh));
}

/// Preparation of the weights alone: description of the surface, with given potentials, and sums of rotation.
void BM_LawWeights(benchmark::State& state) {
    const auto model =
        ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, static_cast<int>(state.range(0))));
    const Eigen::Matrix<double, Eigen::Dynamic, 3> potentials =
        Eigen::Matrix<double, Eigen::Dynamic, 3>::Constant(model->faces().size(), 3, 0.02);
    for (auto _ : state) {
        const ambient::SurfaceShape shape = ambient::describeSurface(model->mesh(), potentials);
        benchmark::DoNotOptimize(ambient::computePressureWeights(model->mesh(), shape, 1.0));
    }
}

} // namespace

BENCHMARK(BM_LawAvx2)->Arg(320)->Arg(2880);
BENCHMARK(BM_EarlierLawAvx2)->Arg(320)->Arg(2880);
BENCHMARK(BM_LawAvx512)->Arg(320)->Arg(2880);
BENCHMARK(BM_EarlierLawAvx512)->Arg(320)->Arg(2880);
BENCHMARK(BM_WingCells)->DenseRange(0, 2);
BENCHMARK(BM_WithoutWingCells)->DenseRange(0, 2);
BENCHMARK(BM_LawModel)->Arg(2000)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_LawWeights)->Arg(2000)->Unit(benchmark::kMillisecond);
