// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/MediumChange.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MotionSupport.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace medium_change_test {

using namespace ambient;

namespace {

std::shared_ptr<const FluidMedium> fluidOf(double density, const Vector3& velocity = Vector3::Zero()) {
    return std::make_shared<UniformMedium>(UniformMedium(density, 1e-3).movingAt(velocity));
}

KirchhoffMotion equationsIn(std::shared_ptr<const FluidMedium> medium) {
    static const auto model = FluidBodyModel::build(makeEllipsoid({0.3, 0.2, 0.1}, 320));
    FluidBody body = makeSolidBody(model, 700.0);
    body.bodyFromMesh.position = Vector3(0.02, -0.01, 0.03);
    return {body, std::move(medium), ForceSet::paper001(), Vector3(0, 0, -9.81)};
}

/// A body passing from one medium into another.
struct Change {
    Pose pose;
    Twist before, after;                   ///< absolute, world axes
    double energyBefore, energyAfter;      ///< in the frame of the second medium [J]
    Vector6 momentumBefore, momentumAfter; ///< relative to the medium, world axes

    Change(KirchhoffMotion from, KirchhoffMotion to, test::Random& random, const LockedAxes& locked = {})
        : pose{random.rotation(), random.vector(0.15)} {
        from.setLockedAxes(locked);
        to.setLockedAxes(locked);
        before = locked.freePartOf(random.twist(3.0, 2.0));
        const SpatialInertia inertia = totalInertia(from, pose, 0.0).inertia;
        FluidBodyState state = makeState(to, pose, before, 0.0);
        const Twist relative = relativeTwist(to, state);
        energyBefore = inertia.energy(relative);
        momentumBefore = rotated(pose.orientation, inertia * relative).vector();
        state.momentum = momentumAfterMediumChange(to, inertia, EvaluationAt(to, state), before);
        after = twistInWorld(to, state);
        energyAfter = kineticEnergy(to, state);
        momentumAfter = state.momentum.vector();
    }
};

} // namespace

TEST(MediumChange, IntoDenserFluidKeepsTheMomentumRelativeToItAndOutOfItTheVelocity) {
    test::Random random(5);
    for (const double thin : {0.0, 1.2, 700.0}) {
        const auto thinner = thin > 0.0 ? fluidOf(thin, random.vector()) : nullptr;
        const KirchhoffMotion light = equationsIn(thinner), dense = equationsIn(fluidOf(1000.0, random.vector()));
        for (int i = 0; i < 20; ++i) {
            const Change in(light, dense, random), out(dense, light, random);
            EXPECT_LT((in.momentumAfter - in.momentumBefore).norm(), 1e-13 * in.momentumBefore.norm());
            EXPECT_LT(in.energyAfter, in.energyBefore);
            EXPECT_LT((out.after - out.before).vector().norm(), 1e-13 * out.before.vector().norm());
            EXPECT_LT(out.energyAfter, out.energyBefore);
        }
    }
}

TEST(MediumChange, IntoFluidOfTheSameDensityKeepsTheVelocityWhateverThatMovesAt) {
    test::Random random(6);
    for (int i = 0; i < 20; ++i) {
        const Change change(equationsIn(fluidOf(1000.0)), equationsIn(fluidOf(1000.0, random.vector(5.0))), random);
        EXPECT_LT((change.after - change.before).vector().norm(), 1e-13 * change.before.vector().norm());
    }
}

TEST(MediumChange, NeverGainsKineticEnergyAlsoInAWaterSurfaceAndWithLockedAxes) {
    test::Random random(7);
    const auto still = std::make_shared<FlatSurface>(0.0);
    const auto tilted = std::make_shared<FlatSurface>(0.02, Vector3(0.6, 0.0, 0.8));
    const std::shared_ptr<const FluidMedium> media[] = {
        nullptr, fluidOf(1.2), fluidOf(1000.0), std::make_shared<DividedMedium>(fluidOf(1000.0), fluidOf(1.2), still),
        std::make_shared<DividedMedium>(fluidOf(1300.0), nullptr, tilted)};
    int slowed = 0;
    for (const auto& from : media)
        for (const auto& to : media)
            for (int i = 0; i < 10; ++i) {
                LockedAxes locked;
                if (i >= 5) locked.linear[i % 3] = locked.angular[(i + 1) % 3] = true;
                const Change change(equationsIn(from), equationsIn(to), random, locked);
                EXPECT_LE(change.energyAfter, (1.0 + 1e-12) * change.energyBefore);
                EXPECT_LT((change.after - locked.freePartOf(change.after)).vector().norm(), 1e-12);
                slowed += change.energyAfter < 0.9 * change.energyBefore;
            }
    EXPECT_GT(slowed, 50); // of 250
}

} // namespace medium_change_test
