// SPDX-License-Identifier: Zlib
#include "BulletWorld.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/ParallelLoop.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <benchmark/benchmark.h>

// A fast swimming robot: six links of 320 faces in water, five hinges with servos that bend by .6 rad twice a second in
// a wave from head to tail, 240 steps a second.

namespace {

using namespace bench;

constexpr int kLinks = 6, kFaces = 320;
const ambient::Vector3 kRadii(0.10, 0.04, 0.06);

/// The wave of bends.
class TravellingWave final : public ambient::JointPath {
  public:
    void evaluate(double time, ambient::JointVector& positions, ambient::JointVector& rates,
                  ambient::JointVector& accelerations) const override {
        constexpr double kAmplitude = 0.6, kTurn = 6.283185307179586, kRate = 2.0 * kTurn;
        for (int i = 0; i < kLinks - 1; ++i) {
            const double phase = kRate * time - kTurn * i / 6.0, sine = ambient::portable::sin(phase);
            positions(i) = kAmplitude * sine;
            rates(i) = kAmplitude * kRate * ambient::portable::cos(phase);
            accelerations(i) = -kAmplitude * kRate * kRate * sine;
        }
    }
};

/// What an eel's links are in the fluid.
enum class Detail {
    Dry,  ///< Bullet's multi-body alone
    Full, ///< all faces, in double precision
    Game  ///< the faces for games, in single precision
};

std::shared_ptr<const ambient::FluidBodyModel> model(Detail detail) {
    static const auto full = ambient::FluidBodyModel::build(ambient::makeEllipsoid(kRadii, kFaces));
    static const auto game = ambient::gameModel(full).model;
    return detail == Detail::Game ? game : full;
}

class Eels {
  public:
    Eels(Detail detail, int count)
        : m_world(&m_dispatcher, &m_broadphase, &m_stock, &m_configuration), m_fluid(&m_world, info(detail)),
          m_solver(m_fluid) {
        m_world.setGravity(btVector3(0, 0, 0));
        if (detail != Detail::Dry) {
            m_fluid.setMedium(ambient::UniformMedium::water());
            m_world.addAction(&m_fluid);
            m_world.setMultiBodyConstraintSolver(&m_solver);
        }
        for (int i = 0; i < count; ++i)
            addEel(detail, btVector3(0, 0, btScalar(i)));
    }
    ~Eels() {
        for (auto& eel : m_eels) {
            m_fluid.removeMultiBody(eel.get());
            m_world.removeMultiBody(eel.get());
        }
        m_world.removeAction(&m_fluid);
        m_world.setMultiBodyConstraintSolver(&m_stock);
    }
    Eels(const Eels&) = delete;
    Eels& operator=(const Eels&) = delete;

    void step() { m_world.stepSimulation(btScalar(1.0 / 240.0), 0); }

  private:
    static btFluidAction::btFluidActionConstructionInfo info(Detail detail) {
        btFluidAction::btFluidActionConstructionInfo info = quiet();
        info.m_isSingle = detail == Detail::Game;
        return info;
    }
    void addEel(Detail detail, const btVector3& at) {
        const btScalar mass = btScalar(1000.0 * model(Detail::Full)->volume());
        const auto moment = [&](int a, int b) {
            return mass / 5 * btScalar(kRadii[a] * kRadii[a] + kRadii[b] * kRadii[b]);
        };
        const btVector3 inertia(moment(1, 2), moment(0, 2), moment(0, 1)), half(btScalar(kRadii.x()), 0, 0);
        m_eels.push_back(std::make_unique<btMultiBody>(kLinks - 1, mass, inertia, false, false));
        btMultiBody& eel = *m_eels.back();
        for (int i = 0; i < kLinks - 1; ++i)
            eel.setupRevolute(i, mass, inertia, i - 1, btQuaternion::getIdentity(), btVector3(0, 0, 1), -half, -half,
                              true);
        eel.finalizeMultiDof();
        eel.setBasePos(at);
        eel.setCanSleep(false);
        ambient::JointVector positions(kLinks - 1), rates(kLinks - 1), accelerations(kLinks - 1);
        m_path->evaluate(0.0, positions, rates, accelerations);
        for (int i = 0; i < kLinks - 1; ++i) {
            eel.setJointPos(i, btScalar(positions(i)));
            eel.setJointVel(i, btScalar(rates(i)));
        }
        m_world.addMultiBody(&eel);
        if (detail == Detail::Dry) return;
        m_fluid.addMultiBody(
            &eel, std::vector<btFluidLinkModel>(kLinks, btFluidLinkModel{model(detail), btTransform::getIdentity()}));
        ambient::JointDrive drive;
        drive.path = m_path;
        drive.stiffness = ambient::JointVector::Constant(kLinks - 1, 200.0);
        drive.damping = ambient::JointVector::Constant(kLinks - 1, 8.0);
        m_fluid.getFluidMultiBodies().setDrive(&eel, drive);
    }

    std::shared_ptr<const TravellingWave> m_path = std::make_shared<TravellingWave>();
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher{&m_configuration};
    btDbvtBroadphase m_broadphase;
    btMultiBodyConstraintSolver m_stock;
    btMultiBodyDynamicsWorld m_world;
    btFluidAction m_fluid;
    btFluidMultiBodyConstraintSolver m_solver;
    std::vector<std::unique_ptr<btMultiBody>> m_eels;
};

void eels(benchmark::State& state, Detail detail) {
    Eels eels(detail, static_cast<int>(state.range(0)));
    ambient::setParallelSettings({ambient::LoopThreads::Library, static_cast<int>(state.range(1)), {}});
    for (int i = 0; i < 240; ++i) // the start is no smooth motion
        eels.step();
    for (auto _ : state)
        eels.step();
    ambient::setParallelSettings({});
}
void BM_EelDry(benchmark::State& state) {
    eels(state, Detail::Dry);
}
void BM_EelFull(benchmark::State& state) {
    eels(state, Detail::Full);
}
void BM_EelGame(benchmark::State& state) {
    eels(state, Detail::Game);
}

} // namespace

// Numbers of eels and of threads.
BENCHMARK(BM_EelDry)->Args({1, 1})->Args({10, 1})->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EelFull)->Args({1, 1})->Args({10, 1})->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EelFull)->Args({10, 2})->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EelGame)->Args({1, 1})->Args({10, 1})->Unit(benchmark::kMillisecond);
BENCHMARK(BM_EelGame)->Args({10, 2})->UseRealTime()->Unit(benchmark::kMillisecond);
