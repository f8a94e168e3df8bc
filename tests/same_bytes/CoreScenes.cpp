// SPDX-License-Identifier: Zlib
#include "Scenes.h"

#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Media/CombinedFlows.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/GustFlow.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/SeededRandom.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"
#include "AmbientFluid/Mesh/BluffBodies.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include <vector>

// Scenes of the core alone, each for another part. 200 steps each, long enough to spread a difference in the last bit
// to all digits of a tumbling body.

namespace same_bytes {
namespace {

using namespace ambient;

const Vector3 kGravity(0.0, 0.0, -9.81);
constexpr int kSteps = 200;

std::shared_ptr<const FluidBodyModel> modelOf(const TriangleMesh& mesh, BitHash& hash) {
    const auto model = FluidBodyModel::build(mesh);
    for (const Vector3& vertex : mesh.vertices)
        hash(vertex);
    hash(model->addedMassPerDensity().matrix());
    return model;
}

/// Moves a body by 200 steps of 1/60 s.
std::uint64_t moved(const KirchhoffMotion& equations, const Pose& start, const Twist& twist, BitHash hash,
                    const Told& told) {
    told("model", hash.value());
    FluidBodyState state = makeState(equations, start, twist, 0.0);
    LoadHistory history;
    MotionBuffers buffers;
    const IntegratorOptions options;
    equations.evaluate(state.worldFromBody, state.time, buffers.now);
    for (int step = 1; step <= kSteps; ++step) {
        integrate(equations, state, 1.0 / 60.0, options, &history);
        hash(state.worldFromBody);
        hash(state.momentum);
        if (step == 1) told("step 1", hash.value());
        if (step == 20) told("step 20", hash.value());
    }
    return hash.value();
}

Pose turned(double x, double y, double z) {
    return {expSO3(Vector3(x, y, z)), Vector3::Zero()};
}

std::uint64_t inStillWater(const Told& told) {
    BitHash hash;
    const auto model = modelOf(makeEllipsoid({0.2, 0.12, 0.05}, 320), hash);
    const KirchhoffMotion equations(makeSolidBody(model, 1300.0),
                                    std::make_shared<UniformMedium>(UniformMedium::water()),
                                    ForceSet::surfacePressure(), kGravity);
    return moved(equations, turned(0.3, 1.1, -0.4), {Vector3(3.0, -2.0, 1.0), Vector3(0.5, 1.0, 0.2)}, hash, told);
}

std::uint64_t inGustyWind(const Told& told) {
    BitHash hash;
    const auto model = modelOf(makeBox({0.2, 0.1, 0.004}, 300), hash);
    BoundaryLayerDef wind;
    wind.velocity = {4.0, 1.0, 0.0};
    GustDef gusts;
    gusts.intensity = 0.8;
    gusts.evolution = 0.5;
    std::vector<std::shared_ptr<const AmbientFlow>> flows = {
        std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::logarithmic(wind, 0.03)),
        std::make_shared<BoundaryLayerFlow>(BoundaryLayerFlow::powerLaw(wind, 1.0 / 7.0)),
        std::make_shared<GustFlow>(gusts)};
    const auto air = std::make_shared<FlowingMedium>(UniformMedium::air(), std::make_shared<SumFlow>(flows));
    const KirchhoffMotion equations(makeSolidBody(model, 200.0), air, ForceSet::surfacePressure(), kGravity);
    Pose start = turned(0.2, 0.1, 0.0);
    start.position = {0.0, 0.0, 30.0};
    return moved(equations, start, {Vector3(0.0, 1.0, 0.5), Vector3::Zero()}, hash, told);
}

std::uint64_t inWaves(const Told& told) {
    BitHash hash;
    const auto model = modelOf(makeBox({1.2, 0.8, 0.3}, 300), hash);
    SeaDef sea;
    sea.significantHeight = 0.6;
    sea.peakPeriod = 3.0;
    sea.peakedness = 3.3;
    sea.spread = 4.0;
    StillWater water;
    water.depth = 8.0;
    const WaveSet waves(makeSea(sea, water), water);
    const auto below = std::make_shared<FlowingMedium>(UniformMedium::water(), std::make_shared<WaveFlow>(waves));
    const auto medium = std::make_shared<DividedMedium>(below, std::make_shared<UniformMedium>(UniformMedium::air()),
                                                        std::make_shared<GerstnerWaves>(waves));
    const KirchhoffMotion equations(makeSolidBody(model, 600.0), medium, ForceSet::surfacePressure(), kGravity);
    return moved(equations, turned(0.1, 0.2, 0.7), {Vector3(0.2, 0.0, 0.1), Vector3(0.3, 0.0, 0.0)}, hash, told);
}

std::uint64_t throughTheSurface(const Told& told) {
    BitHash hash;
    const auto model = modelOf(makeCylinder(0.15, 0.5, 400), hash);
    const auto medium = std::make_shared<DividedMedium>(std::make_shared<UniformMedium>(UniformMedium::water()),
                                                        nullptr, std::make_shared<FlatSurface>(0.0));
    const KirchhoffMotion equations(makeSolidBody(model, 450.0), medium, ForceSet::surfacePressure(), kGravity);
    Pose start = turned(0.9, -0.2, 0.0);
    start.position = {0.0, 0.0, -0.8};
    return moved(equations, start, {Vector3(0.5, 0.2, 0.0), Vector3::Zero()}, hash, told);
}

std::uint64_t inLayersAndVortex(const Told& told) {
    BitHash hash;
    const auto model = modelOf(makeCone(0.2, 0.3, 300), hash);
    const auto layers = std::make_shared<LayeredMedium>(
        LayeredMedium::layers({{1025.0, 1.1e-3}, {1000.0, 1.0e-3}}, {{-0.5, 0.4, LayerTransition::Tanh}}));
    VortexDef swirl;
    swirl.center = {0.5, 0.0, 0.0};
    swirl.circulation = 2.0;
    swirl.coreRadius = 0.3;
    const auto vortex = std::make_shared<VortexFlow>(swirl);
    const auto medium = std::make_shared<FlowingMedium>(layers, vortex);
    const KirchhoffMotion equations(makeSolidBody(model, 1010.0), medium, ForceSet::surfacePressure(), kGravity);
    return moved(equations, turned(1.0, 0.5, 0.2), {Vector3(1.0, 0.0, 0.3), Vector3(0.2, 0.1, -0.4)}, hash, told);
}

std::uint64_t coupledPair(const Told& told) {
    BitHash hash;
    const TriangleMesh mesh = makeEllipsoid({0.1, 0.07, 0.05}, 320);
    const auto shape = CouplingShape::build(mesh);
    const MassProperties solid = solidMassProperties(mesh, 1000.0);
    CoupledMover mover;
    mover.shape = shape.get();
    mover.bodyFromMesh.position = -solid.centerOfMass;
    mover.inertia =
        SpatialInertia::ofBody(solid.mass, solid.inertia) + computeAddedMass(mesh).perDensity.scaled(1000.0);
    hash(mover.inertia.matrix());
    told("model", hash.value());
    std::vector<CoupledMover> movers(2, mover);
    movers[1].worldFromBody = turned(0.4, 0.3, 1.0);
    movers[1].worldFromBody.position = {0.24, 0.03, 0.02};
    movers[0].momentum = {Vector3(0.01, 0.0, 0.02), Vector3(1.0, 0.2, 0.0)};
    movers[1].momentum = {Vector3(0.0, 0.02, 0.0), Vector3(-0.8, 0.0, 0.1)};
    CoupledMotion motion(CouplingPrecision::Double);
    for (int step = 1; step <= kSteps; ++step) {
        motion.kick(movers, {}, 1000.0, 1.0 / 240.0);
        for (CoupledMover& m : movers) {
            const Quaternion& q = m.worldFromBody.orientation;
            const Twist alone(Vector6(m.inertia.matrix().llt().solve(rotated(q.conjugate(), m.momentum).vector())));
            m.worldFromBody = m.worldFromBody * expSE3(alone, 1.0 / 240.0);
            hash(m.worldFromBody);
            hash(m.momentum);
        }
        if (step == 1) told("step 1", hash.value());
        if (step == 20) told("step 20", hash.value());
    }
    return hash.value();
}

/// A body with a travelling wave, in a gusty stream: surface, inertia and momentum change at every evaluation.
std::uint64_t swimmingEel(const Told& told) {
    BitHash hash;
    const TriangleMesh straight = makeEllipsoid({0.4, 0.04, 0.06}, 320);
    constexpr int kKeys = 6;
    ShapeSequence sequence;
    sequence.period = 0.6;
    sequence.faces = straight.faces;
    sequence.mass = 998.0 * enclosedVolume(straight);
    for (int key = 0; key < kKeys; ++key) {
        sequence.times.push_back(sequence.period * key / kKeys);
        sequence.keys.push_back(straight.vertices);
        for (Vector3& v : sequence.keys.back())
            v.y() += (0.02 + 0.1 * v.x() * v.x()) * portable::sin(2.0 * kPi * (v.x() / 0.7 - double(key) / kKeys));
    }
    const auto eel = DeformingModel::build(sequence);
    hash(eel->bodyFromAuthor(0.2));
    GustDef gusts;
    gusts.intensity = 0.3;
    gusts.evolution = 0.5;
    const auto stream = std::make_shared<FlowingMedium>(UniformMedium::water(), std::make_shared<GustFlow>(gusts));
    const KirchhoffMotion equations(eel->body(), stream, ForceSet::surfacePressure(), Vector3::Zero());
    return moved(equations, turned(0.1, 0.3, 0.0), Twist(), hash, told);
}

/// The added mass of a large mesh: solved without a matrix, with multipoles in single precision.
std::uint64_t largeMesh(const Told& told) {
    BitHash hash;
    AddedMassOptions options;
    options.method = AddedMassMethod::Fast;
    options.refineCoarseMeshes = false;
    const AddedMass solved = computeAddedMass(makeRing(0.3, 0.1, 1200), options);
    hash(solved.perDensity.matrix());
    told("ring", hash.value());
    hash(solved.unitPotentials);
    return hash.value();
}

std::uint64_t functions(const Told& told) {
    BitHash hash;
    SeededRandom random(1);
    for (int i = 0; i < 2000; ++i) {
        const double x = 100.0 * random.uniform() - 50.0, y = 1e-9 + 10.0 * random.uniform();
        for (const double value :
             {portable::sin(x), portable::cos(x), portable::tan(x), portable::atan2(x, y), portable::atan(x),
              portable::acos(0.02 * x), portable::exp(x), portable::expm1(0.01 * x), portable::log(y),
              portable::log10(y), portable::log1p(y), portable::pow(y, x), portable::cbrt(x), portable::sinh(x),
              portable::tanh(0.1 * x), portable::asinh(x), portable::hypot(x, y)})
            hash(value);
    }
    told("functions", hash.value());
    return hash.value();
}

} // namespace

const Scene kScenes[] = {
    {"functions", functions, 0x1ea498ba557aeffc},       // elementary functions alone
    {"still-water", inStillWater, 0xb619b69450386cdd},  // a sinking ellipsoid
    {"gusty-wind", inGustyWind, 0x5f9a140adc59a72c},    // a tumbling plate over ground
    {"waves", inWaves, 0x64c5ceb9e98fa5b9},             // a floating box in a sea
    {"surface", throughTheSurface, 0x1f1d2cdde1c59f06}, // a cylinder rising through a level surface
    {"layers", inLayersAndVortex, 0x5f2f7b096ecd3ef6},  // a cone between salt and fresh water, in a vortex
    {"coupled-pair", coupledPair, 0x41ff2555a4eca812},  // two ellipsoids passing each other
    {"eel", swimmingEel, 0x4d1d75cd3f7b7019},           // a deforming body, in gusts
    {"large-mesh", largeMesh, 0x016387db73836681},      // the added mass of a ring by multipoles
};
const int kSceneCount = sizeof kScenes / sizeof kScenes[0];

} // namespace same_bytes
