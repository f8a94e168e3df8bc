// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "MotionSupport.h"

#include "../TestBodies.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace free_motion_test {

using namespace ambient;

// Motion without any load: no gravity, no drag, in still water. Kirchhoff's equations keep the energy and the spatial
// momentum for any shape, motion and step.

namespace {

std::shared_ptr<const FluidBodyModel> withoutDrag(const TriangleMesh& mesh) {
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    return FluidBodyModel::build(mesh, def);
}

/// Round, flat, long and edged bodies of random proportions and densities, turned and moving at random.
struct RandomBodies {
    explicit RandomBodies(unsigned seed) : random(seed) {
        for (int i = 0; i < 4; ++i) {
            models.push_back(withoutDrag(makeEllipsoid({length(0.3), length(0.3), length(0.3)}, 80)));
            models.push_back(withoutDrag(makeBox({length(0.5), length(0.5), length(0.5)}, 108)));
        }
        models.push_back(withoutDrag(makeDisc(0.1, 0.005, 120)));
        models.push_back(withoutDrag(makeCone(0.1, 0.3, 120)));
    }
    double length(double longest) { return std::exp(random.uniform(std::log(0.1 * longest), std::log(longest))); }

    KirchhoffMotion next() {
        const auto& model = models[size_t(random.integer(0, int(models.size()) - 1))];
        const double density = std::exp(random.uniform(std::log(100.0), std::log(1e4)));
        return {makeSolidBody(model, density), std::make_shared<UniformMedium>(1000.0, 1e-3),
                ForceSet::surfacePressure(), Vector3::Zero()};
    }
    FluidBodyState start(const KirchhoffMotion& equations, double spin, double speed) {
        return makeState(equations, {random.rotation(), Vector3::Zero()},
                         {spin * random.direction(), speed * random.direction()}, 0.0);
    }

    test::Random random;
    std::vector<std::shared_ptr<const FluidBodyModel>> models;
};

double turnBetween(const FluidBodyState& a, const FluidBodyState& b) {
    return logSO3(a.worldFromBody.orientation.conjugate() * b.worldFromBody.orientation).norm();
}

/// Change of the spatial momentum, relative to its size.
double momentumError(const FluidBodyState& s, const FluidBodyState& start, double length) {
    const Vector3 travel = s.worldFromBody.position - start.worldFromBody.position;
    const Vector3 angular = s.momentum.angular + travel.cross(s.momentum.linear) - start.momentum.angular;
    const double size = start.momentum.angular.norm() + (length + travel.norm()) * start.momentum.linear.norm();
    return angular.norm() / size +
           (s.momentum.linear - start.momentum.linear).norm() / (start.momentum.linear.norm() + size / length);
}

} // namespace

// Measured: energy 1.2e-4 and 5.9e-4, turn 2.1e-3 and 4.5e-3 rad. The error of continued loads, all zero here, carries
// no information about the error of the motion: judged by this error alone, energy was off by 44 %.
TEST(FreeMotion, KeepsEnergyAndAttitudeAtTheStepsOfAHost) {
    for (const double step : {1.0 / 60, 1.0 / 20}) {
        RandomBodies bodies(19);
        for (int body = 0; body < 60; ++body) {
            const KirchhoffMotion equations = bodies.next();
            const FluidBodyState start =
                bodies.start(equations, bodies.random.uniform(0.2, 5.0), bodies.random.uniform(0.0, 1.0));
            FluidBodyState s = start, exact = start;
            LoadHistory history;
            for (int i = 0; i < std::lround(1.0 / step); ++i)
                integrate(equations, s, step, {}, &history);
            IntegratorOptions tight;
            tight.tolerance = 1e-9;
            tight.maxSubsteps = 1 << 20;
            integrate(equations, exact, 1.0, tight);
            EXPECT_NEAR(kineticEnergy(equations, s) / kineticEnergy(equations, start), 1.0, 1e-3)
                << "body " << body << ", step " << step;
            EXPECT_LT(turnBetween(s, exact), 0.01) << "body " << body << ", step " << step;
        }
    }
}

namespace {

/// The worst of 60 random bodies with spin and speed far too fast for the step.
struct WorstError {
    double momentum = 0.0, energy = 0.0;
    int exhausted = 0;

    template <class Move>
    explicit WorstError(Move&& move) {
        RandomBodies bodies(23);
        for (int body = 0; body < 60; ++body) {
            const KirchhoffMotion equations = bodies.next();
            const double spin = std::exp(bodies.random.uniform(std::log(100.0), std::log(1e5)));
            const FluidBodyState start = bodies.start(equations, spin, bodies.random.uniform(0.0, 300.0));
            FluidBodyState s = start;
            for (int i = 0; i < 3; ++i)
                exhausted += move(equations, s);
            momentum = std::max(momentum, momentumError(s, start, equations.body().model->length()));
            const double ratio = kineticEnergy(equations, s) / kineticEnergy(equations, start);
            energy = std::max(energy, std::abs(ratio - 1.0));
        }
    }
};

} // namespace

// Measured: momentum 1.0e-11, energy 1.0e-3, the error of 128 substeps of tolerance 1e-5.
TEST(FreeMotion, KeepsMomentumAndEnergyWhereTheSubstepsRunOut) {
    const WorstError worst([](const KirchhoffMotion& equations, FluidBodyState& s) {
        return integrate(equations, s, 1.0 / 20, {}).exhausted;
    });
    EXPECT_GT(worst.exhausted, 60);
    EXPECT_LT(worst.momentum, 1e-10);
    EXPECT_LT(worst.energy, 2e-3);
}

// Measured: momentum 1.1e-11, energy 4.2e-10.
TEST(FreeMotion, OfDampedStepsKeepsMomentumAndEnergyToRounding) {
    const WorstError worst([](const KirchhoffMotion& equations, FluidBodyState& s) {
        s = test::freeMotion(equations, s, 1.0 / 20);
        return true;
    });
    EXPECT_LT(worst.momentum, 1e-10);
    EXPECT_LT(worst.energy, 1e-9);
}

} // namespace free_motion_test
