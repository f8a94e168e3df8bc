// SPDX-License-Identifier: Zlib
// Bodies of a Bullet world that cross jumps of the medium, in both modes.
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "RegionWorld.h"

#include <gtest/gtest.h>

namespace medium_jumps_test {

using namespace ambient;

namespace {

struct MediumJumpsInBullet : test::InBothModes {};

constexpr double kStep = 1.0 / 60;

/// A model without drag.
std::shared_ptr<const FluidBodyModel> withoutDrag(const TriangleMesh& mesh) {
    FluidBodyDef def;
    def.pressureScale = def.frictionScale = 0.0;
    return FluidBodyModel::build(mesh, def);
}

/// A body without collisions and weight in a world, thrown along x.
btRigidBody* thrown(test::World& w, const std::shared_ptr<const FluidBodyModel>& model, double density, double x,
                    test::Random& random) {
    btRigidBody* body = w.addGhost(makeSolidBody(model, density), {random.rotation(), Vector3(x, 0.0, 0.0)});
    body->setLinearVelocity(btVector3(2, 0, 0));
    w.fluid().addBody(body, model);
    return body;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, MediumJumpsInBullet, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(MediumJumpsInBullet, AStoneInARegionOfWindHasNoSidewaysSpeedWithoutDrag) {
    const auto model = withoutDrag(makeBox({0.3, 0.2, 0.1}, 192));
    double largest = 0.0;
    test::Random random(7);
    for (int phase = 0; phase < 10; ++phase) {
        test::World w(btVector3(0, 0, 0), GetParam());
        w.fluid().setMedium(test::fluidOf(1.2));
        w.fluid().getRegions().add(test::beyond(0.0, test::fluidOf(1.2, Vector3(0.0, 10.0, 0.0))));
        btRigidBody* stone = thrown(w, model, 2500.0, -0.5 - random.uniform(0.0, 2.0 * kStep), random);
        w.run(1.0, kStep);
        EXPECT_GT(stone->getCenterOfMassPosition().x(), 1.0);
        largest = std::max(largest, std::abs(double(stone->getLinearVelocity().y())));
    }
    EXPECT_LT(largest, 0.01); // [m/s] of a wind of 10 m/s
    std::printf("  %.2e m/s\n", largest);
}

TEST_P(MediumJumpsInBullet, ABodyWithoutDragGainsNoEnergyBetweenLayersEitherWay) {
    const std::shared_ptr<const FluidBodyModel> models[] = {withoutDrag(makeSphere(0.1, 320)),
                                                            withoutDrag(makeBox({0.3, 0.2, 0.1}, 192))};
    double gain = 0.0;
    test::Random random(8);
    for (int i = 0; i < 12; ++i) {
        const bool leaves = i % 2 == 0; // the denser layer
        const double ahead = leaves ? 1.2 : 1000.0, astern = leaves ? 1000.0 : 1.2;
        test::World w(btVector3(0, 0, 0), GetParam());
        w.fluid().setMedium(std::make_shared<LayeredMedium>(
            LayeredMedium::layers({{astern, 0.0}, {ahead, 0.0}}, {{0.0, 0.0}}, Vector3::UnitX())));
        const auto& model = models[i / 2 % 2];
        btRigidBody* body = thrown(w, model, random.uniform(300.0, 3000.0), -0.4 - random.uniform(0.0, 0.04), random);
        body->setAngularVelocity(btFluidVector(random.vector(3.0)));
        const auto energy = [&] {
            const btFluidBody& wet = *w.fluid().getFluidBody(body);
            return kineticEnergy(wet.motion(), wet.state());
        };
        w.run(kStep, kStep);
        double least = energy();
        for (int step = 0; step < 60; ++step) {
            w.run(kStep, kStep);
            gain = std::max(gain, energy() / least - 1.0);
            least = std::min(least, energy());
        }
        EXPECT_GT(body->getCenterOfMassPosition().x(), 0.1) << i;
    }
    EXPECT_LT(gain, test::bulletTolerance(1e-4, 1e-4));
    std::printf("  %.2e\n", gain);
}

} // namespace medium_jumps_test
