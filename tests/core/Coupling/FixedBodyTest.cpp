// SPDX-License-Identifier: Zlib
// Bodies whose motion is prescribed, such as an obstacle at rest.
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <limits>

namespace ambient::fixed_body_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Pose at(double z) {
    return {Quaternion::Identity(), {0.0, 0.0, z}};
}

std::shared_ptr<const CouplingShape> ball() {
    static const auto shape = CouplingShape::build(makeSphere(1.0, 320), {320, 5});
    return shape;
}

CoupledMover moverOf(const CouplingShape& shape, const Pose& pose) {
    const double volume = 4.0 / 3.0 * kPi;
    CoupledMover mover;
    mover.shape = &shape;
    mover.worldFromBody = pose;
    mover.inertia = SpatialInertia::ofBody(1.5 * volume, 0.4 * volume * Matrix3::Identity());
    return mover;
}

/// Added mass of a ball at a height along z, beyond its own.
double overBox(const CouplingShape& box, double height) {
    CoupledGroup group(CouplingPrecision::Single, kInfinity);
    group.place({{ball().get(), at(height), {0, 0, height}}, {&box, at(-0.75), {0, 0, -0.75}}});
    return group.addedMassByOthers()(5, 5);
}

double overWall(double height) {
    CoupledGroup group(CouplingPrecision::Single, kInfinity);
    group.place({{ball().get(), at(height), {0, 0, height}}}, imagesBy({{Vector3::UnitZ(), 0.0}}));
    return group.addedMassByOthers()(5, 5);
}

} // namespace

// A box 5 radii wide. With 1200 faces for one 6 radii wide: 1.7 % and 1.4 % at these heights, 5 % at 2 radii, since the
// box is not large any more. Harmonics about the middle of the box alone miss a fifth to a third.
TEST(FixedBody, ABoxUnderABallIsNearlyAWall) {
    const TriangleMesh mesh = makeBox({5.0, 5.0, 1.5}, 500);
    const auto box = CouplingShape::build(mesh, {500, 3, 1.0}), coarse = CouplingShape::build(mesh, {500, 5});
    for (const double height : {1.2, 1.5}) {
        EXPECT_NEAR(overBox(*box, height) / overWall(height), 1.0, 0.04); // measured .980 and .963
        EXPECT_LT(overBox(*coarse, height) / overWall(height), 0.9);
    }
}

// P^2 / 2 K is the energy: the growing inertia slows an approaching ball, and a receding ball is held back.
TEST(FixedBody, AtRestTakesNoEnergyFromABall) {
    for (const double speed : {-1.0, 1.0}) {
        std::vector<CoupledMover> movers = {moverOf(*ball(), at(speed < 0.0 ? 2.8 : 2.2)), moverOf(*ball(), at(0.0))};
        movers[1].isPrescribed = true;
        CoupledMotion motion;
        const auto twiceEnergy = [&] {
            motion.assemble(movers, {}, 1.0);
            const double momentum = movers[0].momentum.linear.z();
            return momentum * momentum / motion.inertia()(5, 5);
        };
        const double own = movers[0].inertia.matrix()(5, 5);
        movers[0].momentum.linear.z() = speed * own;
        const double before = twiceEnergy(), h = 1.0 / 60.0;
        for (int step = 0; step < 30; ++step) {
            movers[0].worldFromBody.position.z() += 0.5 * h * movers[0].momentum.linear.z() / own;
            motion.kick(movers, {}, 1.0, h);
            movers[0].worldFromBody.position.z() += 0.5 * h * movers[0].momentum.linear.z() / own;
            EXPECT_LT(speed * movers[0].drift.linear.z(), 0.0); // slower than alone
        }
        EXPECT_NEAR(twiceEnergy() / before, 1.0, 1e-5); // measured 4e-6
        EXPECT_TRUE(movers[1].worldFromBody == at(0.0));
    }
}

// A moved body sets a body at rest in motion, just as if the whole were moved back with the second body: only relative
// motion counts.
TEST(FixedBody, ThatIsMovedPushesAnother) {
    std::vector<CoupledMover> movers = {moverOf(*ball(), at(2.3)), moverOf(*ball(), at(0.0))};
    movers[1].isPrescribed = true;
    movers[1].prescribed.linear = Vector3(0.0, 0.0, 0.5);
    CoupledMotion motion;
    motion.assemble(movers, {}, 1.0);
    const Twist pushed = motion.twists(movers, {Momentum(), Momentum()})[0];
    const Eigen::MatrixXd& k = motion.inertia();
    EXPECT_NEAR(pushed.linear.z(), -0.5 * k(5, 11) / k(5, 5), 1e-9);
    EXPECT_GT(pushed.linear.z(), 0.01);
}

TEST(FixedBody, RefusesAnImpossibleRadius) {
    EXPECT_NE(test::refusal([] { CouplingShape::build(makeSphere(1.0, 80), {80, 3, -1.0}); }), "");
}

} // namespace ambient::fixed_body_test
