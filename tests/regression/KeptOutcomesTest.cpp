// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "scenes/parts/PlateRegime.h"
#include "validation/StaticForces.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <gtest/gtest.h>

namespace kept_outcomes_test {

using namespace samples;

namespace {

/// A mesh and a step; outcomes of the default forces must not depend on them.
struct Resolution {
    double faces, timeStep;
};

void PrintTo(const Resolution& r, std::ostream* out) {
    *out << r.faces << " faces, dt " << r.timeStep;
}

class KeptOutcomes : public testing::TestWithParam<Resolution> {
  protected:
    /// The second half of a run of a scene.
    static PlateFall fallOf(const char* scene, std::map<std::string, double> values) {
        values["faces"] = GetParam().faces;
        const RunRecord record = runScene(scene, values, 0.0, GetParam().timeStep);
        return plateFall(record, secondHalf(record));
    }
};

} // namespace

// [Padilla2025, fig. 7]. Measured: up to 77.9 to 78.0 deg on every mesh and at every step.
TEST_P(KeptOutcomes, APlateOfTenCentimetresFlutters) {
    const PlateFall fall = fallOf("falling-plate", {{"diameter", 0.10}});
    EXPECT_EQ(fall.regime, PlateRegime::Flutter);
    EXPECT_NEAR(fall.largestTilt, 78.0, 0.4);
}

// [Padilla2025, fig. 7]. Measured: 13 half turns or more in 2 s, 3 of them reversed, so chaotic.
TEST_P(KeptOutcomes, APlateOfSevenCentimetresOverturns) {
    EXPECT_GE(fallOf("falling-plate", {{"diameter", 0.07}}).halfTurns, 7);
}

// [Padilla2025, fig. 8]. Measured: 1.316 and 1.318 m/s, and 3.059 to 3.063 m/s.
TEST_P(KeptOutcomes, PlatesFromOneGramOnAreSteady) {
    for (const auto& [mass, descent] : {std::pair(1e-3, 1.3173), std::pair(5e-3, 3.062)}) {
        const PlateFall fall = fallOf("falling-plate", {{"mass", mass}});
        EXPECT_EQ(fall.regime, PlateRegime::Steady) << mass;
        EXPECT_NEAR(fall.descent, descent, 0.004) << mass;
    }
}

// Real cards: 25 to 38 rad/s. Measured: 28 rad/s.
TEST_P(KeptOutcomes, ABusinessCardTumblesAtTheRateOfRealOnes) {
    const PlateFall fall = fallOf("business-card", {});
    EXPECT_EQ(fall.regime, PlateRegime::Tumble);
    EXPECT_GT(fall.turnRate, 25.0);
    EXPECT_LT(fall.turnRate, 38.0);
}

INSTANTIATE_TEST_SUITE_P(AtAnyResolution, KeptOutcomes,
                         testing::Values(Resolution{320, 1.0 / 60.0}, Resolution{320, 1.0 / 240.0},
                                         Resolution{1280, 1.0 / 60.0}, Resolution{1280, 1.0 / 240.0}));

// A cube face first has Cd 1.05, so 10 cm of 500 kg/m3 fall with 27.6 m/s in air of 1.2 kg/m3.
TEST(KeptOutcomesOfABox, ItFallsInAirAtTheSpeedOfTheMeasuredDrag) {
    for (const int faces : {300, 1200}) {
        const auto box = ambient::FluidBodyModel::build(ambient::makeBox({0.1, 0.1, 0.1}, faces));
        const double speed =
            terminalSpeed(*box, ambient::ForceSet::surfacePressure(), {500.0, 1.2, 1.8e-5}, ambient::Vector3::UnitZ());
        EXPECT_GT(speed, 27.5) << faces;
        EXPECT_LT(speed, 28.0) << faces;
    }
}

} // namespace kept_outcomes_test
