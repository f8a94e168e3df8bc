// SPDX-License-Identifier: Zlib
// Coefficients of other programs in place of panels.
#include "AmbientFluid/SurfaceWaves/FloatingModel.h"
#include "AmbientFluid/SurfaceWaves/WaveScattering.h"

#include "../TestBodies.h"
#include "AmbientFluid/Hydrostatics/Hydrostatics.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace given_radiation_test {
namespace {

using namespace ambient;

constexpr double kRho = 1000.0, kG = 9.81;

/// A ball of half the density of the water: its motions are not coupled, so that the filter is soon fitted.
struct Ball {
    std::shared_ptr<const FluidBodyModel> shape = FluidBodyModel::build(makeSphere(0.5, 320));
    FluidBody body = makeSolidBody(shape, 0.5 * kRho);
    Pose waterFromMesh; ///< at rest, where a ball of facets may be turned
    WaveRadiation radiation;

    Ball() {
        HydrostaticsDef load; // as FloatingModel::build
        load.mass = body.mass();
        load.centerOfMass = body.bodyFromMesh.inverse().position;
        load.fluidDensity = kRho;
        const Hydrostatics rest = computeHydrostatics(shape->mesh(), load);
        WaveRadiationDef def;
        waterFromMesh = {rest.orientation, rest.position};
        def.waterFromMesh = waterFromMesh;
        def.fluidDensity = kRho;
        def.gravity = kG;
        def.headings = WaveScattering::headings();
        def.faces = 100;
        def.estimatesError = false;
        radiation = computeWaveRadiation(shape->mesh(), def);
    }
    std::shared_ptr<const FloatingModel> model(const WaveRadiation* given,
                                               const std::optional<Vector3>& origin = std::nullopt) const {
        FloatingModelDef def;
        def.fluidDensity = kRho;
        def.gravity = kG;
        def.faces = 100;
        def.given = given;
        def.givenOrigin = origin;
        return FloatingModel::build(body, def);
    }
};

const Ball& ball() {
    static const Ball made;
    return made;
}

const FloatingModel& byPanels() {
    static const std::shared_ptr<const FloatingModel> made = ball().model(nullptr);
    return *made;
}

void expectEqual(const FloatingModel& a, const FloatingModel& b, double tolerance) {
    EXPECT_LT((a.addedMass - b.addedMass).norm(), tolerance * b.addedMass.norm());
    EXPECT_NEAR(a.waterplaneArea, b.waterplaneArea, tolerance);
    for (const double k : {0.3, 1.0, 2.0})
        for (const double heading : {0.0, 0.4, 2.0}) {
            const Complex6 first = a.scattering->at(k, heading), second = b.scattering->at(k, heading);
            EXPECT_LT((first - second).norm(), tolerance * kRho * kG * b.waterplaneArea) << k << ' ' << heading;
            const double w = std::sqrt(k * kG);
            EXPECT_LT((a.filter->impedance(w) - b.filter->impedance(w)).norm(),
                      tolerance * b.filter->impedance(w).norm());
        }
}

} // namespace

TEST(GivenRadiation, OfThePanelsIsTheModelOfThePanels) {
    expectEqual(*ball().model(&ball().radiation), byPanels(), 1e-9);
}

TEST(GivenRadiation, AboutAnotherOriginIsTheSame) {
    // Coefficients about a point d beside the waterplane's centroid, with the waves' phase there.
    const Vector3 d(0.3, -0.2, 0.1);
    Matrix6 back = Matrix6::Identity(); // twists about our origin, of those about d
    back.bottomLeftCorner<3, 3>() = skew(d);
    WaveRadiation moved = ball().radiation;
    moved.addedMassAtInfinity = back.transpose() * moved.addedMassAtInfinity * back;
    for (WaveRow& row : moved.rows) {
        row.addedMass = back.transpose() * row.addedMass * back;
        row.damping = back.transpose() * row.damping * back;
        for (WaveExcitation& wave : row.excitation) {
            const double phase = row.waveNumber * (std::cos(wave.heading) * d.x() + std::sin(wave.heading) * d.y());
            wave.diffraction = std::polar(1.0, -phase) * (back.transpose().cast<std::complex<double>>() * wave.total());
            wave.froudeKrylov.setZero();
        }
    }
    expectEqual(*ball().model(&moved, ball().waterFromMesh.inverse() * d), byPanels(), 1e-6);
}

TEST(GivenRadiation, HeadingsAreMirroredAtThePlanesOfTheHull) {
    const std::shared_ptr<const FluidBodyModel> shape = FluidBodyModel::build(makeBox({2.0, 1.0, 0.6}, 60));
    const FluidBody body = makeSolidBody(shape, 0.4 * kRho);
    WaveRadiationDef def;
    def.waterFromMesh.position.z() = 0.06;
    def.fluidDensity = kRho;
    def.gravity = kG;
    def.faces = 60;
    def.headings = WaveScattering::headings();
    def.estimatesError = false;
    WaveRadiation all = computeWaveRadiation(shape->mesh(), def), quadrant = all;
    ASSERT_EQ(all.planesOfSymmetry, 2);
    for (WaveRow& row : quadrant.rows)
        row.excitation.resize(10); // 0 to 90 degrees
    FloatingModelDef water;
    water.fluidDensity = kRho;
    water.gravity = kG;
    water.faces = 60;
    water.given = &all;
    const auto whole = FloatingModel::build(body, water);
    water.given = &quadrant;
    const auto mirrored = FloatingModel::build(body, water);
    for (const double heading : {0.4, 1.9, 3.6, 5.5}) {
        const Complex6 a = whole->scattering->at(1.0, heading), b = mirrored->scattering->at(1.0, heading);
        EXPECT_LT((a - b).norm(), 1e-6 * a.norm()) << heading;
    }
    for (WaveRow& row : quadrant.rows)
        row.excitation.resize(3);
    EXPECT_THROW(FloatingModel::build(body, water), std::invalid_argument);
}

TEST(GivenRadiation, WithoutForcesScattersByRelativeMotion) {
    WaveRadiation given = ball().radiation;
    for (WaveRow& row : given.rows)
        row.excitation.clear();
    EXPECT_TRUE(ball().model(&given)->scattering->isEmpty());
    given.rows[3].damping(2, 2) = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(ball().model(&given), std::invalid_argument);
    given.rows.resize(5);
    given.rows[3].damping(2, 2) = 1.0;
    EXPECT_THROW(ball().model(&given), std::invalid_argument); // too few
}

} // namespace given_radiation_test
