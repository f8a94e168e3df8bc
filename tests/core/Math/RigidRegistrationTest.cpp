// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/RigidRegistration.h"

#include <gtest/gtest.h>

#include <random>

namespace rigid_registration_test {

using namespace ambient;

PointColumns randomPoints(std::mt19937& random, int count) {
    std::normal_distribution<double> normal;
    return PointColumns::NullaryExpr(3, count, [&] { return normal(random); });
}

Pose randomPose(std::mt19937& random) {
    const PointColumns numbers = randomPoints(random, 2);
    return {expSO3(2.0 * numbers.col(0)), 10.0 * numbers.col(1)};
}

PointColumns moved(const Pose& pose, const PointColumns& points) {
    return (pose.orientation.toRotationMatrix() * points).colwise() + pose.position;
}

double distance(const Quaternion& a, const Quaternion& b) {
    return logSO3(a.conjugate() * b).norm();
}

double misfit(const Pose& aFromB, const PointColumns& a, const PointColumns& b, const Eigen::VectorXd& weights) {
    return (moved(aFromB, b) - a).colwise().squaredNorm().dot(weights);
}

// Measured 2e-14 (turn) and 4e-14 m.
TEST(RigidRegistration, FindsTheMotionOfARigidShape) {
    std::mt19937 random(1);
    for (int trial = 0; trial < 20; ++trial) {
        const PointColumns points = randomPoints(random, 7);
        const Pose truth = randomPose(random), found = rigidRegistration(moved(truth, points), points);
        EXPECT_LT(distance(found.orientation, truth.orientation), 1e-12);
        EXPECT_LT((found.position - truth.position).norm(), 1e-12);
    }
}

TEST(RigidRegistration, HasTheLeastWeightedMisfitOfAllMotionsNearby) {
    std::mt19937 random(2);
    const PointColumns a = randomPoints(random, 9), b = a + 0.3 * randomPoints(random, 9);
    const Eigen::VectorXd weights = randomPoints(random, 3).reshaped().cwiseAbs();
    const Pose best = rigidRegistration(a, b, weights);
    for (int trial = 0; trial < 20; ++trial) {
        const PointColumns change = 1e-3 * randomPoints(random, 2);
        const Pose other{expSO3(change.col(0)) * best.orientation, best.position + change.col(1)};
        EXPECT_GT(misfit(other, a, b, weights), misfit(best, a, b, weights));
    }
}

TEST(RigidRegistration, OfAMirrorImageIsARotation) {
    std::mt19937 random(3);
    const PointColumns points = randomPoints(random, 12);
    PointColumns mirrored = points;
    mirrored.row(2) *= -1.0;
    EXPECT_NEAR(rigidRegistration(points, mirrored).orientation.toRotationMatrix().determinant(), 1.0, 1e-14);
}

// A flat shape fits as well after a reflection in its plane; the rotation is the only proper one.
TEST(RigidRegistration, OfAFlatShapeIsItsRotation) {
    std::mt19937 random(4);
    PointColumns flat = randomPoints(random, 6);
    flat.row(2).setZero();
    const Pose truth = randomPose(random);
    EXPECT_LT(distance(rigidRegistration(moved(truth, flat), flat).orientation, truth.orientation), 1e-12);
}

TEST(RigidRegistration, ContinuesFromThePreviousTurnWhereALineLeavesItsSpinOpen) {
    PointColumns line(3, 4);
    line << 0.0, 1.0, 2.5, 3.0, 0.0, 1.0, 2.5, 3.0, 0.0, 0.0, 0.0, 0.0;
    const Vector3 axis = Vector3(1.0, 1.0, 0.0).normalized();
    const Quaternion spin = expSO3(2.2 * axis);
    EXPECT_LT(distance(rigidRegistration(line, line, {}, spin).orientation, spin), 1e-12);
    // A turn of the line by 0.1 about a perpendicular axis adds this turn and no spin.
    const Pose across{expSO3(Vector3(0.0, 0.0, 0.1)), Vector3(1.0, 2.0, 3.0)};
    const Pose found = rigidRegistration(moved(across, line), line);
    EXPECT_LT(distance(found.orientation, across.orientation), 1e-12);
    EXPECT_LT((found * line.col(2) - across * line.col(2)).norm(), 1e-12);
}

TEST(RigidRegistration, OfPointsAtOnePlaceTurnsAsThePreviousOne) {
    const Quaternion previous = expSO3(Vector3(0.3, 0.2, 0.1));
    const PointColumns one = Vector3(0.1, 0.7, -3.3).replicate(1, 3);
    const Pose found = rigidRegistration(one, one.array() + 1.0, {}, previous);
    EXPECT_LT(distance(found.orientation, previous), 1e-15);
    EXPECT_LT((found * (one.col(0).array() + 1.0).matrix() - one.col(0)).norm(), 1e-14);
}

TEST(RigidRegistration, RefusesCountsAndWeightsThatDoNotFit) {
    const PointColumns three = PointColumns::Random(3, 3), four = PointColumns::Random(3, 4);
    EXPECT_THROW(rigidRegistration(three, four), std::invalid_argument);
    EXPECT_THROW(rigidRegistration(three, three, Eigen::VectorXd::Ones(4)), std::invalid_argument);
    EXPECT_THROW(rigidRegistration(three, three, -Eigen::VectorXd::Ones(3)), std::invalid_argument);
    EXPECT_THROW(rigidRegistration(three, three, Eigen::VectorXd::Zero(3)), std::invalid_argument);
    EXPECT_THROW(rigidRegistration(PointColumns(3, 0), PointColumns(3, 0)), std::invalid_argument);
    PointColumns bad = three;
    bad(1, 1) = NAN;
    EXPECT_THROW(rigidRegistration(three, bad), std::invalid_argument);
}

} // namespace rigid_registration_test
