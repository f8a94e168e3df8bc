// SPDX-License-Identifier: Zlib
// Scenes of the viscous regime.
#include "AmbientFluid/StokesFlow/ViscousTensor.h"
#include "RunScene.h"
#include "interface/Units.h"
#include "scenes/shapes/Spirillum.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <cmath>

namespace viscous_scenes_test {

using namespace samples;
using ambient::Vector3;

namespace {

double wayOf(const RunRecord& record) {
    return record.last().worldFromBody.position.x() - record.at(0).worldFromBody.position.x();
}

/// Way along x for a radian about it, of a body whose own axis along x is that of the end.
double advanceByResistance(const RunRecord& record) {
    const ambient::Matrix6& r = record.bodies.front().model->viscousTensor().resistance;
    const Vector3 axis = record.last().worldFromBody.orientation.conjugate() * Vector3::UnitX();
    const Vector3 force = r.bottomLeftCorner<3, 3>() * axis;
    return -axis.dot(r.bottomRightCorner<3, 3>().inverse() * force);
}

constexpr double kRate = 10.0 * kRadiansPerTurn; // default of the scene [rad/s]

} // namespace

// [Lighthill1976]. Measured: 7e-4 over the coupling, 7 % below resistive forces.
TEST(Bacteria, SwimByTheCouplingOfTheirResistanceAsResistiveForcesSay) {
    const RunRecord record = runScene("bacteria", {}, 1.0);
    const double found = wayOf(record) / (kRate * record.last().time);
    EXPECT_NEAR(found / advanceByResistance(record), 1.0, 5e-3);
    EXPECT_NEAR(found / resistiveAdvance({1e-6, 5e-6, 3.0, 6e-7}), 1.0, 0.1);
    EXPECT_NEAR(record.last().velocity.angular.x() / kRate, 1.0, 1e-3); // in step with the field
}

// Stokes flow has no time: the way belongs to the turns, whatever the viscosity, and back again. Measured: 1e-5, 1e-4,
// and 5.4e-3 back, where the magnet starts on the other side of the field; 5e-4 without a helix.
TEST(Bacteria, HaveAWayForEachTurnAndNoWayWithoutAHelix) {
    const double way = wayOf(runScene("bacteria", {}, 0.5));
    EXPECT_NEAR(wayOf(runScene("bacteria", {{"viscosity", 0.1}}, 0.5)) / way, 1.0, 1e-3);
    EXPECT_NEAR(wayOf(runScene("bacteria", {{"rate", 5.0}}, 1.0)) / way, 1.0, 5e-3);
    EXPECT_NEAR(wayOf(runScene("bacteria", {{"rate", -10.0}}, 0.5)) / way, -1.0, 8e-3);
    EXPECT_NEAR(wayOf(runScene("bacteria", {{"radius", 0.0}}, 0.5)) / way, 0.0, 5e-3);
}

TEST(Bacteria, SwimTheSameWayWithAnyStep) {
    const double way = wayOf(runScene("bacteria", {}, 0.5, 1.0 / 240.0));
    EXPECT_NEAR(wayOf(runScene("bacteria", {}, 0.5, 1.0 / 960.0)) / way, 1.0, 5e-3);
}

} // namespace viscous_scenes_test
