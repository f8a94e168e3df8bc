// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModelCache.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <benchmark/benchmark.h>
#include <filesystem>
#include <omp.h>
#include <random>

using namespace ambient;

namespace {

TriangleMesh body(const benchmark::State& state) {
    return makeEllipsoid({1.0, 2.0, 3.0}, static_cast<int>(state.range(0)));
}

void BM_ModelBuild(benchmark::State& state) {
    omp_set_num_threads(1);
    const TriangleMesh mesh = body(state);
    for (auto _ : state)
        benchmark::DoNotOptimize(FluidBodyModel::build(mesh));
}

/// A folder of its own, removed at the end.
struct Folder {
    Folder()
        : path(std::filesystem::temp_directory_path() / ("ambient-bench-" + std::to_string(std::random_device()()))) {}
    ~Folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path, ignored);
    }
    std::filesystem::path path;
};

/// A second start of the program: the file exists and is in the system's memory.
void BM_ModelLoad(benchmark::State& state) {
    static const Folder folder;
    static FluidBodyModelCache cache(folder.path);
    const TriangleMesh mesh = body(state);
    cache.build(mesh);
    for (auto _ : state)
        benchmark::DoNotOptimize(cache.build(mesh));
    if (cache.counts().built != 1) state.SkipWithError("the model was not read from its file");
}

} // namespace

BENCHMARK(BM_ModelBuild)->Arg(3000)->Iterations(1)->Unit(benchmark::kMillisecond);
BENCHMARK(BM_ModelLoad)->Arg(3000)->Unit(benchmark::kMillisecond);
