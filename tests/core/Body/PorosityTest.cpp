// SPDX-License-Identifier: Zlib
// Perforated bodies, given as their solid outlines.
#include "../Forces/ForceTestSupport.h"
#include "AmbientFluid/Body/DeformingModel.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/ShapeSequence.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Forces/BuoyancyForce.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Forces/ViscousForce.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/SurfaceWaves/FloatingModel.h"

#include <gtest/gtest.h>

#include <cmath>

namespace porosity_test {

using namespace ambient;

namespace {

const TriangleMesh& mat() {
    static const TriangleMesh mesh = makePlate({1.0, 0.8, 0.04}, 300);
    return mesh;
}

std::shared_ptr<const FluidBodyModel> modelOf(double porosity) {
    FluidBodyDef def;
    def.porosity = porosity;
    return FluidBodyModel::build(mat(), def);
}

const FluidBodyModel& solid() {
    static const auto model = modelOf(0.0);
    return *model;
}

std::string refusalOf(double porosity) {
    return test::refusal([porosity] { modelOf(porosity); });
}

} // namespace

// [DnvRpH103]: 1 below 5 %, then the cosine, then the exponential; the curve never rises. It steps down by 2 % at 34 %.
TEST(Porosity, TheAddedMassFallsAsTheOpeningsGrow) {
    EXPECT_EQ(addedMassFactorOf(0.0), 1.0);
    EXPECT_EQ(addedMassFactorOf(0.049), 1.0);
    EXPECT_NEAR(addedMassFactorOf(0.10), 0.97, 2e-3);
    EXPECT_NEAR(addedMassFactorOf(0.25), 0.62, 3e-3);
    EXPECT_NEAR(addedMassFactorOf(0.50), 0.24, 3e-3);
    double last = 1.0;
    for (int i = 0; i <= 500; ++i) {
        const double factor = addedMassFactorOf(1e-3 * i);
        EXPECT_LE(factor, last) << i;
        EXPECT_LT(last - factor, 0.02) << i;
        last = factor;
    }
}

TEST(Porosity, TheMatrixIsThatOfTheOutlineTimesTheFactor) {
    for (const double porosity : {0.02, 0.1, 0.3, 0.5}) {
        const auto model = modelOf(porosity);
        const Matrix6 k = model->addedMassPerDensity().matrix();
        const Matrix6 expected = addedMassFactorOf(porosity) * solid().addedMassPerDensity().matrix();
        EXPECT_LT((k - expected).norm(), 1e-15 * expected.norm());
        EXPECT_GT(model->addedMassPerDensity().smallestEigenvalue(model->length()), 0.0);
        EXPECT_EQ(model->volume(), solid().volume());
        EXPECT_EQ(model->displacedVolume(), (1.0 - porosity) * solid().volume());
    }
}

// In a water surface the added mass of the wetted part has the factor too. Measured 2e-9: the shares of the faces are
// found by iteration.
TEST(Porosity, PartsUnderWaterHaveTheFactor) {
    const DividedMedium sea(std::make_shared<UniformMedium>(UniformMedium::water()), nullptr,
                            std::make_shared<FlatSurface>(0.0));
    const auto model = modelOf(0.3);
    const Pose tilted{expSO3({0.4, 0.2, 0.0}), {0.0, 0.0, 0.05}};
    Immersion porous, whole;
    immerse(model->surface(), Pose(), sea, tilted, 0.0, porous);
    immerse(solid().surface(), Pose(), sea, tilted, 0.0, whole);
    const Matrix6 expected = addedMassFactorOf(0.3) * whole.part(0).addedMass.matrix();
    EXPECT_GT(expected.norm(), 1.0);
    EXPECT_LT((porous.part(0).addedMass.matrix() - expected).norm(), 1e-8 * expected.norm());
}

// The openings have no share in any force. Measured 3e-16.
TEST(Porosity, ForcesHaveTheShareThatIsNotOpen) {
    test::Random random(3);
    const double porosity = 0.35;
    const auto model = modelOf(porosity);
    for (int i = 0; i < 5; ++i) {
        RelativeFlow flow = test::flowOf({random.vector(2.0), random.vector(2.0)}, 1000.0, 1e-3);
        flow.effectiveGravity = {0.0, 0.0, -9.81};
        for (const auto& force : std::vector<std::shared_ptr<const ForceModel>>{
                 std::make_shared<SurfacePressureForce>(), std::make_shared<SkinFrictionForce>(),
                 std::make_shared<ViscousForce>(), std::make_shared<BuoyancyForce>()}) {
            const Wrench whole = (1.0 - porosity) * force->evaluate(solid(), flow, nullptr);
            const Wrench wrench = force->evaluate(*model, flow, nullptr);
            EXPECT_LT((wrench - whole).vector().norm(), 1e-14 * whole.vector().norm()) << force->name();
        }
    }
}

// A porous body of the density of water hangs still: its material alone has weight, and displaces.
TEST(Porosity, MaterialOfTheDensityOfWaterNeitherSinksNorRises) {
    const auto model = modelOf(0.4);
    const FluidBody body = makeSolidBody(model, 1000.0);
    EXPECT_NEAR(body.mass(), 1000.0 * model->displacedVolume(), 1e-12 * body.mass());
    EXPECT_NEAR(makeSolidBodyOfMass(model, body.mass()).mass(), body.mass(), 1e-12 * body.mass());
    const KirchhoffMotion motion(body, std::make_shared<UniformMedium>(1000.0, 1e-3), ForceSet::surfacePressure(),
                                 {0.0, 0.0, -9.81});
    FluidBodyState state = makeState(motion, Pose(), Twist(), 0.0);
    for (int i = 0; i < 10; ++i)
        integrate(motion, state, 0.1);
    EXPECT_LT(state.momentum.vector().norm(), 1e-9);
}

// Fewer faces are fitted to the forces of the outline, so that they have the share too. Measured 0.
TEST(Porosity, ALowerLevelOfDetailKeepsIt) {
    const auto porous = gameModel(modelOf(0.25)).model, whole = gameModel(modelOf(0.0)).model;
    EXPECT_EQ(porous->def().porosity, 0.25);
    EXPECT_EQ(porous->addedMassPerDensity().matrix(), modelOf(0.25)->addedMassPerDensity().matrix());
    test::Random random(8);
    const RelativeFlow flow = test::flowOf({random.vector(2.0), random.vector(2.0)}, 1000.0, 1e-3);
    const SurfacePressureForce pressure;
    const Wrench expected = 0.75 * pressure.evaluate(*whole, flow, nullptr);
    EXPECT_LT((pressure.evaluate(*porous, flow, nullptr) - expected).vector().norm(), 1e-9 * expected.vector().norm());
}

TEST(Porosity, WrongSharesAreRefused) {
    for (const double bad : {-0.1, 0.51, std::nan(""), HUGE_VAL})
        EXPECT_NE(refusalOf(bad).find("porosity must lie in [0, 0.5]"), std::string::npos);
    EXPECT_NE(refusalOf(0.7).find("model the bars"), std::string::npos);
    const FluidBody mud = makeSolidBody(modelOf(0.2), 900.0);
    EXPECT_NE(test::refusal([&] { FloatingModel::build(mud, FloatingModelDef()); }).find("porous body"),
              std::string::npos);
    ShapeSequence beat;
    const TriangleMesh ball = makeSphere(1.0, 192);
    beat.faces = ball.faces;
    beat.keys = {ball.vertices, test::scaled(ball, 1.1).vertices};
    beat.times = {0.0, 1.0};
    beat.period = 2.0;
    beat.mass = 1.0;
    FluidBodyDef def;
    def.porosity = 0.1;
    EXPECT_NE(test::refusal([&] { DeformingModel::build(beat, def); }).find("has no porosity"), std::string::npos);
}

} // namespace porosity_test
