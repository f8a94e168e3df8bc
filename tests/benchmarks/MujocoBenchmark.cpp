// SPDX-License-Identifier: Zlib
#include "Report.h"

#ifdef AMBIENT_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

#if defined(AMBIENT_HAVE_MUJOCO) && mjVERSION_HEADER >= 300

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>

namespace bench {

std::string mujocoVersion() {
    return mj_versionString();
}

namespace {

/// The fluid of a world of MuJoCo: none; a box with the inertia of the body; the ellipsoid of the geom.
enum class Fluid { None, InertiaBox, Ellipsoid };

/// The bodies of FreeBodies.h as MuJoCo knows them, in the same air, without contacts.
std::string worldOf(int count, Fluid fluid, const char* integrator) {
    std::string xml =
        "<mujoco><option timestep=\"0.00416667\" gravity=\"0 0 0\" integrator=\"" + std::string(integrator) + "\" ";
    xml += fluid == Fluid::None ? "density=\"0\" viscosity=\"0\"" : "density=\"1.2\" viscosity=\"1.8e-5\"";
    xml += "><flag contact=\"disable\"/></option><worldbody>";
    const std::string shape = fluid == Fluid::InertiaBox ? "" : " fluidshape=\"ellipsoid\"";
    for (int i = 0; i < count; ++i)
        xml += "<body pos=\"" + std::to_string(i) +
               " 0 0\"><freejoint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.001 0.002 0.003\"/>"
               "<geom type=\"ellipsoid\" size=\"0.10 0.06 0.03\"" +
               shape + "/></body>";
    return xml + "</worldbody></mujoco>";
}

std::shared_ptr<mjModel> modelOf(const std::string& xml, std::string& error) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_addBufferVFS(files.get(), "world.xml", xml.data(), static_cast<int>(xml.size()));
    char text[500] = "";
    std::shared_ptr<mjModel> model(mj_loadXML("world.xml", files.get(), text, sizeof text), mj_deleteModel);
    mj_deleteVFS(files.get());
    error = text;
    return model;
}

void step(benchmark::State& state, Fluid fluid, const char* integrator) {
    std::string error;
    const int count = static_cast<int>(state.range(0));
    const std::shared_ptr<mjModel> model = modelOf(worldOf(count, fluid, integrator), error);
    if (!model) return state.SkipWithError(error.c_str());
    const std::shared_ptr<mjData> data(mj_makeData(model.get()), mj_deleteData);
    const double velocity[] = {1, 2, 0, 2, 1, 3};
    for (int i = 0; i < count; ++i)
        std::copy(velocity, velocity + 6, data->qvel + 6 * i);
    for (int i = 0; i < 3; ++i)
        mj_step(model.get(), data.get());
    for (auto _ : state)
        mj_step(model.get(), data.get());
    state.SetItemsProcessed(state.iterations() * count);
}

void BM_MujocoDryEuler(benchmark::State& state) {
    step(state, Fluid::None, "Euler");
}
void BM_MujocoDryFast(benchmark::State& state) {
    step(state, Fluid::None, "implicitfast");
}
void BM_MujocoBoxEuler(benchmark::State& state) {
    step(state, Fluid::InertiaBox, "Euler");
}
void BM_MujocoBoxFast(benchmark::State& state) {
    step(state, Fluid::InertiaBox, "implicitfast");
}
void BM_MujocoEllipsoidEuler(benchmark::State& state) {
    step(state, Fluid::Ellipsoid, "Euler");
}
void BM_MujocoEllipsoidFast(benchmark::State& state) {
    step(state, Fluid::Ellipsoid, "implicitfast");
}

void worlds(benchmark::internal::Benchmark* bench) {
    bench->Arg(10)->Arg(100)->Arg(1000)->Arg(4000)->Unit(benchmark::kMicrosecond);
}

} // namespace

BENCHMARK(BM_MujocoDryEuler)->Apply(worlds);
BENCHMARK(BM_MujocoDryFast)->Apply(worlds);
BENCHMARK(BM_MujocoBoxEuler)->Apply(worlds);
BENCHMARK(BM_MujocoBoxFast)->Apply(worlds);
BENCHMARK(BM_MujocoEllipsoidEuler)->Apply(worlds);
BENCHMARK(BM_MujocoEllipsoidFast)->Apply(worlds);

} // namespace bench

#else

std::string bench::mujocoVersion() {
    return "";
}

#endif
