// SPDX-License-Identifier: Zlib
#include "RunScene.h"
#include "scenes/parts/FlightAnalysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace toy_propeller_test {

using namespace samples;

namespace {

constexpr double kNearGround = 0.2; // height of the centre before the stick touches the ground [m]

struct Flight {
    double climb = 0.0; ///< [m]
    Landing landing;    ///< near the ground
};

RunRecord launch(const std::map<std::string, double>& changes, double timeStep = 1.0 / 60.0,
                 const std::string& model = "paper001") {
    std::map<std::string, double> all = {{"faces", 620.0}};
    for (const auto& [key, value] : changes)
        all[key] = value;
    return runScene("toy-propeller", all, 0.0, timeStep, model);
}

Flight flightOf(const RunRecord& record) {
    Flight flight;
    for (const BodySample& s : record.samples)
        flight.climb = std::max(flight.climb, s.worldFromBody.position.z() - 1.5);
    flight.landing = landingOf(record, kNearGround);
    return flight;
}

} // namespace

// Measured with 1308 faces: climbs 1.38 m in 0.80 s, lands after 1.68 s, 0.86 m away, at 1/1000 s to 0.03 s.
TEST(ToyPropeller, ClimbsAndLandsAgainWhateverTheStep) {
    const Flight fine = flightOf(launch({}, 1.0 / 240.0));
    EXPECT_GT(fine.climb, 1.0);
    ASSERT_TRUE(fine.landing.landed);
    for (const double timeStep : {1.0 / 60.0, 0.03}) { // the paper's step is 0.03 s, with up to 50 substeps
        const Flight flight = flightOf(launch({}, timeStep));
        EXPECT_NEAR(flight.climb / fine.climb, 1.0, 0.005);
        EXPECT_NEAR(flight.landing.time / fine.landing.time, 1.0, 0.005);
        EXPECT_LT((flight.landing.position - fine.landing.position).norm(), 0.02);
    }
}

// A toy leaning to the right flies to the right.
TEST(ToyPropeller, FliesTowardsWhereItLeans) {
    const Landing right = flightOf(launch({})).landing, left = flightOf(launch({{"tilt", -10.0}})).landing;
    EXPECT_GT(right.position.x(), 0.2);
    EXPECT_LT(left.position.x(), -0.2);
}

// Body and fluid together; the body alone has a momentum of the size of the water's, dragged along by a screw.
TEST(ToyPropeller, StartsWithoutLinearMomentum) {
    const BodySample start = launch({}).at(0);
    const double ofTheBody = 0.004 * start.velocity.linear.norm();
    EXPECT_GT(ofTheBody, 1e-5);
    EXPECT_LT(start.momentum.linear.norm(), 1e-4 * ofTheBody);
}

// With its stick first: the centre is still above the ground.
TEST(ToyPropeller, LandsWhenItTouchesTheGround) {
    const RunRecord record = launch({});
    const auto lowest = [&](int frame) {
        double z = 1e30;
        for (const ambient::Vector3& vertex : record.bodies[0].mesh->vertices)
            z = std::min(z, (record.at(frame).worldFromBody * vertex).z());
        return z;
    };
    EXPECT_LE(lowest(record.frameCount() - 1), 0.0);
    EXPECT_GT(lowest(record.frameCount() - 2), 0.0);
    EXPECT_GT(record.last().worldFromBody.position.z(), 0.05);
    EXPECT_THROW(launch({{"diameter", 1.0}, {"height", 0.3}}), std::invalid_argument);
}

// Without a fluid the launch gives the toy no velocity.
TEST(ToyPropeller, StartsAtRestInAVacuum) {
    const RunRecord record = runScene("toy-propeller", {{"faces", 620.0}}, 0.1, 1.0 / 60.0, "rbd");
    EXPECT_EQ(record.at(0).velocity.linear, ambient::Vector3::Zero());
}

TEST(ToyPropeller, ClimbsByItsSpinAlone) {
    EXPECT_LT(flightOf(launch({{"spin", 0.0}})).climb, 0.001);
    EXPECT_LT(flightOf(launch({{"spin", -40.0}})).climb, 0.001);
    EXPECT_EQ(flightOf(launch({}, 1.0 / 60.0, "rbd")).climb, 0.0);
}

// By the default forces: 1.70 m with 1308 faces; on the way down the air reverses its spin.
TEST(ToyPropeller, ClimbsByTheDefaultForcesToo) {
    const RunRecord record = launch({}, 1.0 / 60.0, "default");
    EXPECT_GT(flightOf(record).climb, 0.5);
    EXPECT_TRUE(flightOf(record).landing.landed);
    EXPECT_LT(std::fabs(record.last().velocity.angular.z()), 30.0); // of 200 at the start; measured 21
}

} // namespace toy_propeller_test
