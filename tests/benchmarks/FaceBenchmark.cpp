// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <benchmark/benchmark.h>
#include <omp.h>
#include <vector>

namespace {

using Sum = ambient::Wrench (*)(const ambient::Surface&, const ambient::RelativeFlow&, const ambient::FaceTerms&);

/// Pressure and friction of the default set on a body of 500 faces.
void sumFaces(benchmark::State& state, Sum sum, bool isSingle) {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, 500));
    ambient::RelativeFlow flow;
    flow.density = 998.2;
    flow.twist = {{2.0, 1.0, 3.0}, {1.0, 2.0, 0.5}};
    const ambient::FaceTerms terms = {998.2, 0.0, 3.0, ambient::kAttachmentBand, isSingle};
    for (auto _ : state)
        benchmark::DoNotOptimize(sum(*model, flow, terms));
}

void sumWith(benchmark::State& state, ambient::InstructionSet set) {
    if (!ambient::hasInstructionSet(set)) return state.SkipWithError("this processor does not have it");
    const ambient::InstructionSet before = ambient::instructionSet();
    ambient::setInstructionSet(set);
    sumFaces(state, ambient::sumFaceTerms, state.range(1) == 1);
    ambient::setInstructionSet(before);
}

void BM_FacesPlain(benchmark::State& state) {
    sumFaces(state, ambient::sumFaceTermsPlainly, false);
}
void BM_FacesBaseline(benchmark::State& state) {
    sumWith(state, ambient::InstructionSet::Baseline);
}
void BM_FacesAvx2(benchmark::State& state) {
    sumWith(state, ambient::InstructionSet::Avx2);
}
void BM_FacesAvx512(benchmark::State& state) {
    sumWith(state, ambient::InstructionSet::Avx512);
}

/// 64 bodies sharing one model of 3000 faces.
void BM_FacesThreads(benchmark::State& state) {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, 3000));
    const int threads = static_cast<int>(state.range(0));
    std::vector<ambient::Wrench> wrenches(64);
    for (auto _ : state) {
#pragma omp parallel for num_threads(threads)
        for (int i = 0; i < 64; ++i) {
            ambient::RelativeFlow flow;
            flow.density = 998.2;
            flow.twist = {{2.0, 1.0, 0.1 * i}, {1.0, 2.0, 0.5}};
            wrenches[static_cast<std::size_t>(i)] =
                ambient::sumFaceTerms(*model, flow, {998.2, 0.0, 3.0, ambient::kAttachmentBand, false});
        }
        benchmark::DoNotOptimize(wrenches.data());
    }
}

} // namespace

BENCHMARK(BM_FacesThreads)->Arg(1)->Arg(2)->UseRealTime();
BENCHMARK(BM_FacesPlain)->Arg(500);
BENCHMARK(BM_FacesBaseline)->Args({500, 0})->Args({500, 1}); // the second: in single precision
BENCHMARK(BM_FacesAvx2)->Args({500, 0})->Args({500, 1});
BENCHMARK(BM_FacesAvx512)->Args({500, 0})->Args({500, 1});
