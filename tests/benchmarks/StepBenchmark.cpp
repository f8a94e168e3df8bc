// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/InstructionSet.h"
#include "AmbientFluid/Math/ParallelSettings.h"
#include "FreeBodies.h"
#include "NaiveAction.h"

#include <atomic>
#include <benchmark/benchmark.h>
#include <map>
#include <omp.h>
#include <thread>
#include <vector>

// Steps of free bodies. First argument: how many; second: their faces, kGame: those of the model for games,
// kCrowd: the points of the model for crowds.

namespace {

using ambient::InstructionSet;

constexpr int kGame = 0, kCrowd = 1;

const std::shared_ptr<const ambient::FluidBodyModel>& modelOf(int faces) {
    static std::map<int, std::shared_ptr<const ambient::FluidBodyModel>> models;
    auto& model = models[faces];
    if (model) return model;
    if (faces == kGame || faces == kCrowd)
        model = ambient::modelOfDetail(modelOf(500),
                                       faces == kGame ? ambient::ModelDetail::Game : ambient::ModelDetail::Crowd)
                    .model;
    else
        model = bench::ellipsoid(faces);
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

/// Threads computing endlessly: the work of a game.
class OtherWork {
  public:
    explicit OtherWork(int threads) {
        for (int t = 0; t < threads; ++t)
            m_threads.emplace_back([this] {
                for (std::uint64_t i = 0; !m_isOver; ++i)
                    benchmark::DoNotOptimize(i);
            });
    }
    ~OtherWork() {
        m_isOver = true;
        for (std::thread& thread : m_threads)
            thread.join();
    }
    OtherWork(const OtherWork&) = delete;
    OtherWork& operator=(const OtherWork&) = delete;

  private:
    std::atomic<bool> m_isOver{false};
    std::vector<std::thread> m_threads;
};

/// \param state third argument: LoopThreads; fourth: threads of the loops at most
void stepThreaded(benchmark::State& state) {
    bench::WetBodies bodies(static_cast<int>(state.range(0)), modelOf(static_cast<int>(state.range(1))));
    ambient::setParallelSettings(
        {static_cast<ambient::LoopThreads>(state.range(2)), static_cast<int>(state.range(3)), {}});
    for (int i = 0; i < 60; ++i) // the choice of Automatic
        bodies.step();
    measure(state, bodies);
    ambient::setParallelSettings({});
}

void BM_FreeThreads(benchmark::State& state) {
    stepThreaded(state);
}
/// Beside as many busy threads as there are processors.
void BM_FreeBusy(benchmark::State& state) {
    const OtherWork others(static_cast<int>(std::thread::hardware_concurrency()));
    stepThreaded(state);
}

void waysOfThreads(benchmark::internal::Benchmark* bench) {
    using By = ambient::LoopThreads;
    bench->UseRealTime()->Unit(benchmark::kMicrosecond)->MinTime(0.4);
    for (const By by : {By::Serial, By::Automatic, By::Library, By::OpenMp})
        bench->Args({1000, 500, static_cast<int>(by), 2});
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
BENCHMARK(BM_FreeBaseline)
    ->Args({1000, kCrowd})
    ->Args({1000, kGame})
    ->Args({1000, 500})
    ->Args({1000, 3000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeAvx2)
    ->Args({1000, kCrowd})
    ->Args({1000, kGame})
    ->Args({1000, 500})
    ->Args({1000, 3000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeAvx512)
    ->Args({1000, kCrowd})
    ->Args({1000, kGame})
    ->Args({1000, 500})
    ->Args({1000, 3000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_FreeThreads)->Apply(waysOfThreads);
BENCHMARK(BM_FreeBusy)->Apply(waysOfThreads);
