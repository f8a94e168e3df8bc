// SPDX-License-Identifier: Zlib
#include "FreeBodies.h"
#include "NaiveAction.h"

#include <benchmark/benchmark.h>
#include <map>
#include <omp.h>

// Steps of free bodies. First argument: how many; second: their faces.

namespace {

using ambient::InstructionSet;

const std::shared_ptr<const ambient::FluidBodyModel>& modelOf(int faces) {
    static std::map<int, std::shared_ptr<const ambient::FluidBodyModel>> models;
    auto& model = models[faces];
    if (!model) model = bench::ellipsoid(faces);
    return model;
}

void measure(benchmark::State& state, bench::FreeBodies& bodies) {
    for (int i = 0; i < 3; ++i)
        bodies.step();
    for (auto _ : state)
        bodies.step();
    state.SetItemsProcessed(state.iterations() * state.range(0));
}

void BM_FreePlain(benchmark::State& state) {
    bench::FreeBodies bodies(static_cast<int>(state.range(0)));
    measure(state, bodies);
}

void BM_FreeNaive(benchmark::State& state) {
    bench::FreeBodies bodies(static_cast<int>(state.range(0)));
    bench::NaiveAction action(modelOf(static_cast<int>(state.range(1)))->mesh());
    for (const auto& body : bodies.bodies())
        action.add(body.get());
    bodies.world().addAction(&action);
    measure(state, bodies);
    bodies.world().removeAction(&action);
}

/// With the best instruction set of this machine.
void BM_FreeFluid(benchmark::State& state) {
    omp_set_num_threads(1);
    bench::WetBodies bodies(static_cast<int>(state.range(0)), modelOf(static_cast<int>(state.range(1))));
    measure(state, bodies);
}

void stepWith(benchmark::State& state, InstructionSet set) {
    if (!ambient::hasInstructionSet(set)) return state.SkipWithError("this processor does not have it");
    const InstructionSet before = ambient::instructionSet();
    ambient::setInstructionSet(set);
    BM_FreeFluid(state);
    ambient::setInstructionSet(before);
}

void BM_FreeBaseline(benchmark::State& state) {
    stepWith(state, InstructionSet::Baseline);
}
void BM_FreeAvx2(benchmark::State& state) {
    stepWith(state, InstructionSet::Avx2);
}
void BM_FreeAvx512(benchmark::State& state) {
    stepWith(state, InstructionSet::Avx512);
}

/// Two threads.
void BM_FreeThreads(benchmark::State& state) {
    bench::WetBodies bodies(static_cast<int>(state.range(0)), modelOf(static_cast<int>(state.range(1))));
    omp_set_num_threads(static_cast<int>(state.range(2)));
    measure(state, bodies);
    omp_set_num_threads(1);
}

} // namespace

BENCHMARK(BM_FreePlain)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeNaive)->Args({1000, 500})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeFluid)
    ->Args({1, 500})
    ->Args({10, 500})
    ->Args({100, 500})
    ->Args({1000, 500})
    ->Args({4000, 500})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeBaseline)->Args({1000, 500})->Args({1000, 3000})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeAvx2)->Args({1000, 500})->Args({1000, 3000})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeAvx512)->Args({1000, 500})->Args({1000, 3000})->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeThreads)->Args({1000, 500, 1})->Args({1000, 500, 2})->UseRealTime()->Unit(benchmark::kMicrosecond);
