// SPDX-License-Identifier: Zlib
#ifdef AMBIENT_HAVE_MUJOCO

#include <benchmark/benchmark.h>
#include <mujoco/mujoco.h>

#include <cstring>
#include <memory>
#include <string>

namespace {

/// The bodies of FreeBodies.h as MuJoCo knows them: its fluid model takes ellipsoids as such.
std::string worldOf(int count, bool wet) {
    std::string xml = "<mujoco><size nstack=\"" + std::to_string(1000000 + 20000 * count) + "\"/>";
    xml += std::string("<option timestep=\"0.00416667\" gravity=\"0 0 0\" ") +
           (wet ? "density=\"1.2\" viscosity=\"1.8e-5\"" : "density=\"0\" viscosity=\"0\"") +
           "><flag contact=\"disable\"/></option><worldbody>";
    for (int i = 0; i < count; ++i)
        xml += "<body pos=\"" + std::to_string(i) +
               " 0 0\"><freejoint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"0.001 0.002 0.003\"/>"
               "<geom type=\"ellipsoid\" size=\"0.10 0.06 0.03\" fluidshape=\"ellipsoid\"/></body>";
    return xml + "</worldbody></mujoco>";
}

std::shared_ptr<mjModel> modelOf(const std::string& xml, std::string& error) {
    const auto files = std::make_unique<mjVFS>();
    mj_defaultVFS(files.get());
    mj_makeEmptyFileVFS(files.get(), "world.xml", static_cast<int>(xml.size()));
    std::memcpy(files->filedata[0], xml.data(), xml.size());
    char text[500] = "";
    std::shared_ptr<mjModel> model(mj_loadXML("world.xml", files.get(), text, sizeof text), mj_deleteModel);
    mj_deleteVFS(files.get());
    error = text;
    return model;
}

void step(benchmark::State& state, bool wet) {
    std::string error;
    const int count = static_cast<int>(state.range(0));
    const std::shared_ptr<mjModel> model = modelOf(worldOf(count, wet), error);
    if (!model) return state.SkipWithError(error.c_str());
    const std::shared_ptr<mjData> data(mj_makeData(model.get()), mj_deleteData);
    const double velocity[] = {1, 2, 0, 2, 1, 3};
    for (int i = 0; i < count; ++i)
        std::copy(velocity, velocity + 6, data->qvel + 6 * i);
    mj_step(model.get(), data.get());
    for (auto _ : state)
        mj_step(model.get(), data.get());
    state.SetItemsProcessed(state.iterations() * count);
}

void BM_MujocoDry(benchmark::State& state) {
    step(state, false);
}
void BM_MujocoFluid(benchmark::State& state) {
    step(state, true);
}

} // namespace

BENCHMARK(BM_MujocoDry)->Arg(10)->Arg(1000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BM_MujocoFluid)->Arg(10)->Arg(1000)->Unit(benchmark::kMicrosecond);

#endif
