// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <benchmark/benchmark.h>

namespace {

using Sum = ambient::Wrench (*)(const ambient::FluidBodyModel&, const ambient::RelativeFlow&,
                                const ambient::FaceTerms&);

/// Pressure and friction of the default set on a body of 500 faces.
void sumFaces(benchmark::State& state, Sum sum) {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeEllipsoid({0.10, 0.06, 0.03}, 500));
    ambient::RelativeFlow flow;
    flow.density = 998.2;
    flow.twist = {{2.0, 1.0, 3.0}, {1.0, 2.0, 0.5}};
    const ambient::FaceTerms terms = {998.2, 0.0, 3.0, ambient::kAttachmentBand};
    for (auto _ : state)
        benchmark::DoNotOptimize(sum(*model, flow, terms));
}

void sumWith(benchmark::State& state, ambient::InstructionSet set) {
    if (!ambient::hasInstructionSet(set)) return state.SkipWithError("this processor does not have it");
    const ambient::InstructionSet before = ambient::instructionSet();
    ambient::setInstructionSet(set);
    sumFaces(state, ambient::sumFaceTerms);
    ambient::setInstructionSet(before);
}

void BM_FacesPlain(benchmark::State& state) {
    sumFaces(state, ambient::sumFaceTermsPlainly);
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

} // namespace

BENCHMARK(BM_FacesPlain)->Arg(500);
BENCHMARK(BM_FacesBaseline)->Arg(500);
BENCHMARK(BM_FacesAvx2)->Arg(500);
BENCHMARK(BM_FacesAvx512)->Arg(500);
