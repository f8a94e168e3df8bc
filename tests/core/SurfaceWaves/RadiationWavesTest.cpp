// SPDX-License-Identifier: Zlib
// The filter of a body's waves in all six motions, against the coefficients that it is fitted to and exact decays.
#include "AmbientFluid/SurfaceWaves/RadiationWaves.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include "../TestBodies.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <cmath>

namespace radiation_waves_test {
namespace {

using namespace ambient;
using Square = Eigen::Matrix<std::complex<double>, 6, 6>;

constexpr int kSurge = 3, kHeave = 5, kPitch = 1;
constexpr double kRho = 1000.0, kG = 9.81;

struct Floating {
    std::shared_ptr<const FluidBodyModel> shape;
    FluidBody body;
    WaveRadiation radiation;
    std::shared_ptr<const FloatingModel> model;
};

/// A body with half the density of the water, at rest in the pose of its mesh. \param faces as of WaveRadiationDef
Floating floatingBody(const TriangleMesh& mesh, int faces, double density = kRho) {
    Floating made;
    made.shape = FluidBodyModel::build(mesh);
    made.body = makeSolidBody(made.shape, 0.5 * density);
    WaveRadiationDef def;
    def.fluidDensity = density;
    def.gravity = kG;
    def.headings = WaveScattering::headings();
    def.faces = faces;
    def.estimatesError = false;
    made.radiation = computeWaveRadiation(mesh, def);
    made.model = FloatingModel::build(made.body, made.radiation, Quaternion::Identity());
    return made;
}

const Floating& ball() {
    static const Floating made = floatingBody(makeSphere(1.0, 1280), 0);
    return made;
}
const Floating& barge() {
    static const Floating made = floatingBody(makeBox({8.0, 2.0, 1.0}, 400), 400);
    return made;
}

/// A + i B / w as the filter has it.
Square impedanceOf(const WaveRadiation& radiation, const WaveRow& row) {
    const Matrix6 mass = row.addedMass - radiation.addedMassAtInfinity;
    return row.damping.cast<std::complex<double>>() + std::complex<double>(0.0, row.frequency) * mass;
}

/// At rest, with full shares and axes of the world.
FloatingPlace restingPlace() {
    FloatingPlace place;
    place.share = place.massShare = 1.0;
    return place;
}

} // namespace

TEST(RadiationFilter, HasTheDampingAndTheAddedMassOfTheBody) {
    EXPECT_LT(ball().model->filter->misfit, 0.01);   // .0084
    EXPECT_LT(barge().model->filter->misfit, 0.045); // .037
    for (const WaveRow& row : ball().radiation.rows) {
        if (row.waveNumber > 2.0) break;
        const Square found = ball().model->filter->impedance(row.frequency), exact = impedanceOf(ball().radiation, row);
        const double unit = kRho * ball().radiation.volume * row.frequency;
        EXPECT_LT(std::abs(found(kHeave, kHeave) - exact(kHeave, kHeave)) / unit, 0.01) << row.waveNumber;
        EXPECT_LT(std::abs(found(kSurge, kSurge) - exact(kSurge, kSurge)) / unit, 0.01) << row.waveNumber;
        EXPECT_LT(std::abs(found(kHeave, kSurge)) / unit, 1e-12);
    }
}

TEST(RadiationFilter, TakesEnergyAtEveryFrequencyAndIsSymmetric) {
    for (const Floating* const body : {&ball(), &barge()}) {
        const RadiationFilter& filter = *body->model->filter;
        double largest = 0.0, least = 0.0;
        for (double w = 0.01; w < 100.0; w *= 1.1) {
            const Square z = filter.impedance(w);
            const Eigen::MatrixXd damping = z.real();
            EXPECT_LT((z - z.transpose()).cwiseAbs().maxCoeff(), 1e-8 * z.cwiseAbs().maxCoeff()) << w;
            const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(0.5 * (damping + damping.transpose()));
            largest = std::max(largest, solver.eigenvalues().maxCoeff());
            least = std::min(least, solver.eigenvalues().minCoeff());
        }
        EXPECT_GT(least, -1e-9 * largest);
        EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(filter.energy).eigenvalues().minCoeff(), 0.0);
    }
}

TEST(RadiationFilter, HasTheUnitsOfItsBody) {
    // The same panels at 2.5 times the size, in a lighter fluid: the frequencies fall by the root of the size.
    TriangleMesh mesh = makeBox({8.0, 2.0, 1.0}, 400);
    for (Vector3& v : mesh.vertices)
        v *= 2.5;
    const Floating large = floatingBody(mesh, 400, 700.0);
    const double time = std::sqrt(2.5), mass = 0.7 * std::pow(2.5, 3);
    for (const double w : {1.0, 2.0, 3.0}) {
        const Square small = barge().model->filter->impedance(w);
        Square found = large.model->filter->impedance(w / time) * (time / mass);
        for (int i = 0; i < 3; ++i) {
            found.row(i) /= 2.5;
            found.col(i) /= 2.5;
        }
        EXPECT_LT((found - small).cwiseAbs().maxCoeff() / small.cwiseAbs().maxCoeff(), 1e-3) << w;
    }
}

TEST(WaveScattering, VanishesInLongWavesAndIsInterpolated) {
    const Floating& body = barge();
    const double unit = kRho * kG * body.radiation.waterplaneArea;
    EXPECT_EQ(WaveScattering().at(1.0, 0.3), Complex6(Complex6::Zero()));
    EXPECT_LT(body.model->scattering->at(0.005, 0.4).tail<3>().norm(), 2e-4 * unit); // as k^2
    // The barge is the same from both ends: heave is even, surge is odd in the heading.
    for (const double k : {0.21, 0.47, 0.71})
        for (const double heading : {0.1, 0.8, 1.3}) {
            const Complex6 a = body.model->scattering->at(k, heading), b = body.model->scattering->at(k, heading + kPi);
            EXPECT_GT(a.norm(), 1e-3 * unit) << k << ' ' << heading;
            EXPECT_LT(std::abs(a[kHeave] - b[kHeave]), 2e-3 * unit) << k << ' ' << heading;
            EXPECT_LT(std::abs(a[kSurge] + b[kSurge]), 2e-3 * unit) << k << ' ' << heading;
            EXPECT_LT((a - body.model->scattering->at(k, heading - 2.0 * kPi)).norm(), 1e-9 * unit);
        }
}

TEST(RadiationWaves, TenThousandRandomStepsOfAnyShareNeverGiveEnergy) {
    test::Random random(17);
    for (const Floating* const body : {&ball(), &barge()}) {
        FloatingModel plain = *body->model;
        plain.excessMass.setZero();
        RadiationWaves waves(plain);
        double taken = 0.0, scale = 0.0;
        for (int i = 0; i < 10000; ++i) {
            FloatingPlace place = restingPlace();
            place.share = random.uniform(0.0, 1.5);
            RadiationStep step;
            step.duration = i % 2 ? random.uniform(0.01, 0.05) : random.uniform(0.5, 2.0);
            step.middle = random.twist(0.3, 1.0).vector();
            const double before = waves.energy();
            const Vector6 force = waves.plan(place, step); // the body moves as told
            waves.advance(step.middle);
            const double work = -step.duration * force.dot(step.middle);
            taken += work;
            scale += std::abs(work);
            ASSERT_GE(waves.energy(), 0.0);
            ASSERT_LE(waves.energy() - before, work + 1e-9 * (before + std::abs(work)));
            ASSERT_GE(taken, -1e-9 * scale);
        }
        EXPECT_GT(taken, 0.01 * scale);
    }
}

TEST(RadiationWaves, TakeNoMoreThanTheForceOfAWrongForecastHasTakenFromTheBody) {
    test::Random random(18);
    RadiationWaves waves(*ball().model);
    FloatingModel plain = *ball().model;
    plain.excessMass.setZero();
    RadiationWaves without(plain);
    for (int i = 0; i < 1000; ++i) {
        RadiationStep step;
        step.duration = random.uniform(0.001, 0.1);
        step.middle = random.twist(0.3, 1.0).vector();
        const Vector6 moved = random.twist(0.3, 1.0).vector();
        const double before = without.energy();
        const Vector6 force = without.plan(restingPlace(), step);
        without.advance(moved);
        ASSERT_LE(without.energy(), std::max(0.0, before - step.duration * force.dot(moved)) * (1.0 + 1e-9) + 1e-9);
    }
}

TEST(RadiationWaves, AForcedBodyFeelsTheDampingAndTheAddedMassOfItsFilter) {
    for (const int motion : {kSurge, kHeave, kPitch})
        for (const double w : {1.5, 3.0}) {
            const FloatingModel& model = *barge().model;
            RadiationWaves waves(model);
            const double dt = 2.0 * kPi / w / 200.0;
            Eigen::Matrix<std::complex<double>, 6, 1> sum = Eigen::Matrix<std::complex<double>, 6, 1>::Zero();
            for (int i = 0; i < 200 * 20; ++i) {
                RadiationStep step;
                step.duration = dt;
                step.start[motion] = std::cos(w * i * dt);
                step.middle[motion] = 0.5 * (std::cos(w * i * dt) + std::cos(w * (i + 1) * dt));
                const Vector6 force = waves.plan(restingPlace(), step);
                waves.advance(step.middle);
                if (i >= 200 * 19) sum += force * std::polar(1.0 / 100.0, -w * (i + 0.5) * dt);
            }
            const Square z = model.filter->impedance(w) - std::complex<double>(0.0, w) * model.excessMass;
            const double largest = z.col(motion).cwiseAbs().maxCoeff();
            EXPECT_LT((sum + z.col(motion)).cwiseAbs().maxCoeff(), 1e-3 * largest) << motion << ' ' << w; // 2e-4
        }
}

// Turns of a ball let go 1 % of its radius above rest. Exact: the integral over the frequencies, with Hulme's limits.
TEST(RadiationWaves, AHalfSubmergedSphereDecaysAsInTheFrequencyDomain) {
    const double exact[] = {0.867, 0.635, 0.465, 0.347};
    const FloatingModel& model = *ball().model;
    const double mass = ball().radiation.volume * kRho, stiffness = kRho * kG * ball().radiation.waterplaneArea;
    const double inertia = mass + model.addedMass(kHeave, kHeave) + model.excessMass(kHeave, kHeave);
    for (const double dt : {1.0 / 60.0, 1.0 / 240.0}) {
        RadiationWaves waves(model);
        double z = 1.0, v = 0.0;
        std::vector<double> turns;
        while (turns.size() < 4) {
            // The body by the implicit midpoint rule.
            const double h = 0.5 * dt, effective = inertia + h * h * stiffness;
            RadiationStep step;
            step.duration = dt;
            step.start[kHeave] = v;
            step.middle[kHeave] = (inertia * v - h * stiffness * z) / effective;
            step.response(kHeave, kHeave) = 1.0 / effective;
            const double force = waves.plan(restingPlace(), step)[kHeave];
            const double middle = step.middle[kHeave] + h * force / effective, before = v;
            z += dt * middle;
            v = 2.0 * middle - v;
            Vector6 moved = Vector6::Zero();
            moved[kHeave] = middle;
            waves.advance(moved);
            if (before * v < 0.0) turns.push_back(std::abs(z));
        }
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_NEAR(turns[i], exact[i], 0.003) << dt << ' ' << i;
    }
}

TEST(RadiationWaves, ARestoredStateGoesOnWithTheSameBytes) {
    test::Random random(19);
    RadiationWaves first(*barge().model), second(*barge().model);
    const auto stepped = [](RadiationWaves& waves, const Vector6& middle) {
        RadiationStep step;
        step.duration = 1.0 / 60.0;
        step.start = 0.5 * middle;
        step.middle = middle;
        const Vector6 force = waves.plan(restingPlace(), step);
        waves.advance(0.9 * middle);
        return force;
    };
    for (int i = 0; i < 50; ++i)
        stepped(first, random.twist(0.3, 1.0).vector());
    second.restore(first.state());
    for (int i = 0; i < 50; ++i) {
        const Vector6 middle = random.twist(0.3, 1.0).vector();
        EXPECT_EQ(stepped(first, middle), stepped(second, middle));
    }
    EXPECT_EQ(first.energy(), second.energy());
}

namespace {

FloatingPlace placeOf(const Floating& of, const std::shared_ptr<const FluidMedium>& medium, const Pose& pose,
                      const Vector3& gravity) {
    const KirchhoffMotion motion(of.body, medium, ForceSet::named("default"), gravity);
    Evaluation at;
    motion.evaluate(pose, 0.0, at);
    const Pose& bodyFromMesh = motion.body().bodyFromMesh;
    return findFloatingPlace(*of.model, at.fluid(), bodyFromMesh, findWaterplane(at.fluid(), bodyFromMesh, gravity));
}

std::shared_ptr<const FluidMedium> still(const Vector3& up = Vector3::UnitZ(), const Vector3& current = Vector3::Zero(),
                                         double density = kRho) {
    return std::make_shared<DividedMedium>(
        std::make_shared<UniformMedium>(UniformMedium(density, 1e-3).movingAt(current)), nullptr,
        std::make_shared<FlatSurface>(0.0, up));
}

} // namespace

TEST(FloatingPlace, TurnsWithTheHeadingAndWithTheWorld) {
    const FloatingPlace rest = placeOf(barge(), still(), Pose(), {0, 0, -kG});
    EXPECT_NEAR(rest.share, 1.0, 1e-3);
    EXPECT_NEAR(rest.massShare, 1.0, 1e-3);
    EXPECT_EQ(rest.water.vector(), Vector6::Zero());
    const Twist own({0.1, 0.2, 0.3}, {1.0, 2.0, 3.0}); // about the centre of mass, axes of the body
    const Vector6 first = rest.relative(own);
    test::Random random(4);
    for (int i = 0; i < 5; ++i) {
        const Quaternion world = random.rotation();
        const Vector3 up = world * Vector3::UnitZ();
        const Quaternion turn = world * expSO3({0.0, 0.0, random.uniform(-3.0, 3.0)});
        const FloatingPlace there = placeOf(barge(), still(up), {turn, Vector3::Zero()}, -kG * up);
        EXPECT_NEAR(there.share, rest.share, 1e-9);
        EXPECT_LT((there.relative(rotated(turn, own)) - first).norm(), 1e-9);
    }
}

TEST(FloatingPlace, HasNoWavesOutOfTheSurfaceOrOfItsModel) {
    const Quaternion level = Quaternion::Identity();
    for (const double height : {-2.0, 2.0})
        EXPECT_EQ(placeOf(barge(), still(), {level, {0, 0, height}}, {0, 0, -kG}).share, 0.0);
    EXPECT_EQ(placeOf(barge(), still(), Pose(), {0, 0, -0.9 * kG}).share, 0.0);
    EXPECT_EQ(placeOf(barge(), still(), {expSO3({kPi, 0, 0}), Vector3::Zero()}, {0, 0, -kG}).share, 0.0);
    double last = 1.0;
    for (const double height : {0.3, 0.4, 0.47, 0.49, 0.497}) { // fades as it leaves the water
        const FloatingPlace place = placeOf(barge(), still(), {level, {0, 0, height}}, {0, 0, -kG});
        EXPECT_LE(place.share, last + 1e-9);
        EXPECT_LT(place.massShare, 1.0);
        last = place.share;
    }
    EXPECT_LT(last, 0.2);
    EXPECT_NEAR(placeOf(barge(), still(Vector3::UnitZ(), Vector3::Zero(), 1.1 * kRho), Pose(), {0, 0, -kG}).share,
                std::sqrt(1.1), 1e-3);
}

TEST(FloatingPlace, MovesWithTheWaterOfCurrentsAndLongWaves) {
    const Vector3 current(0.7, -0.2, 0.0);
    const FloatingPlace drifting = placeOf(barge(), still(Vector3::UnitZ(), current), Pose(), {0, 0, -kG});
    EXPECT_LT(drifting.relative(Twist(Vector3::Zero(), current)).norm(), 1e-12); // a current makes no waves
    const auto waves = std::make_shared<SineWaves>(WaveSet({makeWave(0.1, 200.0, {1, 0, 0}, 0.9)}));
    const auto sea = std::make_shared<DividedMedium>(
        std::make_shared<FlowingMedium>(UniformMedium(kRho, 1e-3), std::make_shared<WaveFlow>(waves->waves())), nullptr,
        waves);
    const SurfaceSample surface = waves->sample(Vector3::Zero(), 0.0);
    const FloatingPlace place = placeOf(barge(), sea, {Quaternion::Identity(), {0, 0, surface.height}}, {0, 0, -kG});
    EXPECT_LT((place.water.linear - surface.velocity).norm(), 0.02 * surface.velocity.norm());
}

} // namespace radiation_waves_test
