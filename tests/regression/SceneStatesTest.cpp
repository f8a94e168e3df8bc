// SPDX-License-Identifier: Zlib
// States saved in the middle of sample scenes.
#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/Base/btFluidForgottenContacts.h"
#include "interface/SampleEntries.h"
#include "interface/SceneRunner.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace scene_states_test {

using namespace samples;

namespace {

constexpr int kSteps = 60;

/// As when a world of a file is saved or restored.
void forgetContacts(btDiscreteDynamicsWorld& world) {
    btCollisionObjectArray& all = world.getCollisionObjectArray();
    std::vector<btCollisionObject*> objects;
    for (int i = 0; i < all.size(); ++i)
        objects.push_back(all[i]);
    btFluidForgetContacts(world, objects);
}

/// Poses and velocities of all bodies in the last frame.
std::vector<double> lastFrame(const SceneRun& run) {
    std::vector<double> numbers;
    const RunRecord& record = run.record();
    for (auto sample = record.samples.end() - std::ptrdiff_t(record.bodies.size()); sample != record.samples.end();
         ++sample) {
        const BodySample& s = *sample;
        const ambient::Vector3& p = s.worldFromBody.position;
        const Eigen::Vector4d q = s.worldFromBody.orientation.coeffs();
        numbers.insert(numbers.end(), {p.x(), p.y(), p.z(), q[0], q[1], q[2], q[3]});
        for (int k = 0; k < 6; ++k)
            numbers.push_back(s.velocity.vector()[k]);
    }
    return numbers;
}

std::vector<std::vector<double>> framesOf(SceneRun& run) {
    std::vector<std::vector<double>> frames;
    for (int i = 0; i < kSteps && run.step(); ++i)
        frames.push_back(lastFrame(run));
    return frames;
}

} // namespace

// Not those with actions of their own: movers and controllers of a user are no part of the fluid's state.
TEST(SceneStates, ScenesOfTheFluidAloneGoOnFromASavedState) {
    int checked = 0;
    for (const SampleEntry& entry : sampleEntries()) {
        const auto scene = entry.create();
        ParameterValues values(scene->parameters());
        if (entry.name == "harbour") values.set("floats", 12.0);
        RunOptions options;
        options.timeStep = scene->defaultTimeStep();
        options.solver = scene->defaultSolver();
        options.model = scene->defaultModel();
        options.duration = 10.0 * scene->defaultDuration() + 1000.0 * options.timeStep;
        options.log = [](const std::string&) {};
        SceneRun run(entry.name, *scene, values, options);
        if (run.context().isLed() || run.context().isVacuum()) continue;
        const int middle = std::clamp(int(0.5 * scene->defaultDuration() / options.timeStep), 1, 60);
        while (run.stepsDone() < middle && run.step()) {
        }
        run.context().world().getDispatchInfo().m_deterministicOverlappingPairs = true;
        forgetContacts(run.context().world());
        const std::vector<unsigned char> state = run.context().fluid().saveState();
        const auto first = framesOf(run);
        forgetContacts(run.context().world());
        run.context().fluid().restoreState(state);
        const auto second = framesOf(run);
        if (second.size() < first.size()) continue; // the scene is over
        EXPECT_TRUE(first == second) << entry.name;
        ++checked;
    }
    EXPECT_GT(checked, 20);
}

} // namespace scene_states_test
