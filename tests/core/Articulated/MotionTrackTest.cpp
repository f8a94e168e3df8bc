// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/MotionTrack.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace motion_track {

using namespace ambient;

/// A base with a hinge, and a ball joint behind the hinge.
std::shared_ptr<const ArticulatedBody> hingeAndBall() {
    std::vector<ArticulatedLink> links(3);
    for (ArticulatedLink& link : links)
        link.inertia = SpatialInertia::ofBody(1.0, Matrix3::Identity());
    links[1].parent = 0;
    links[1].joint.type = JointType::Revolute;
    links[2].parent = 1;
    links[2].joint.type = JointType::Spherical;
    return std::make_shared<ArticulatedBody>(links);
}

/// Positions, each second, of a joint motion with full turns about a moving axis.
JointVector sampled(double t) {
    const double w = 2.0 * kPi;
    JointVector q(5);
    q(0) = 0.4 * std::sin(w * t);
    const Quaternion turn =
        expSO3(Vector3(0.3 * std::sin(w * t), 0.2, 0.0)) * Quaternion(Eigen::AngleAxisd(w * t, Vector3::UnitX()));
    q.tail<4>() = (std::sin(17.0 * t) > 0.0 ? -1.0 : 1.0) * turn.coeffs(); // the sign has no meaning
    return q;
}

MotionTrack trackOf(int samples, bool isLoop) {
    std::vector<double> times;
    std::vector<JointVector> positions;
    for (int i = 0; i < samples + (isLoop ? 0 : 1); ++i) {
        times.push_back(double(i) / samples);
        positions.push_back(sampled(times.back()));
    }
    return MotionTrack(*hingeAndBall(), times, positions, isLoop ? 1.0 : 0.0);
}

struct Evaluated {
    Evaluated(const MotionTrack& track, double time) { track.evaluate(time, q, rate, acceleration); }
    JointVector q = JointVector::Zero(5), rate = JointVector::Zero(4), acceleration = JointVector::Zero(4);
    Quaternion turn() const { return Quaternion(Eigen::Vector4d(q.tail<4>())); }
};

TEST(MotionTrack, GoesThroughItsSamples) {
    const MotionTrack track = trackOf(30, true);
    for (const double t : {0.0, 7.0 / 30.0, 29.0 / 30.0, 3.0 + 11.0 / 30.0, -2.0 + 5.0 / 30.0}) {
        const Evaluated now(track, t);
        const JointVector exact = sampled(t - std::floor(t));
        EXPECT_NEAR(now.q(0), exact(0), 1e-13);
        EXPECT_NEAR(std::abs(now.q.tail<4>().dot(exact.tail<4>())), 1.0, 1e-13);
    }
}

// Rates and accelerations are derivatives of positions and rates, with full turns and across the end of the period.
TEST(MotionTrack, RatesAndAccelerationsAreDerivatives) {
    const MotionTrack track = trackOf(24, true);
    const double h = 1e-5;
    for (const double t : {0.013, 0.31, 0.62, 0.99999, 1.0, 1.7}) {
        const Evaluated before(track, t - h), now(track, t), after(track, t + h);
        EXPECT_NEAR((after.q(0) - before.q(0)) / (2.0 * h), now.rate(0), 1e-6);
        const Vector3 spin = logSO3((before.turn().conjugate() * after.turn()).normalized()) / (2.0 * h);
        EXPECT_LT((spin - now.rate.tail<3>()).norm(), 1e-6);
        // At a sample the third derivative jumps: first order in h.
        EXPECT_LT(((after.rate - before.rate) / (2.0 * h) - now.acceleration).norm(), 3e-2);
    }
}

// Accelerations are continuous at the samples, also at the closure of the loop.
TEST(MotionTrack, AccelerationsAreContinuous) {
    const MotionTrack track = trackOf(24, true);
    for (const double t : {0.0, 1.0 / 24.0, 0.5, 2.0}) {
        const Evaluated before(track, t - 1e-9), after(track, t + 1e-9);
        EXPECT_LT((after.acceleration - before.acceleration).norm(), 1e-4);
        EXPECT_LT((after.rate - before.rate).norm(), 1e-6);
    }
}

// Between the samples the error falls with the fourth power of their distance.
TEST(MotionTrack, ConvergesWithTheFourthPower) {
    const auto errorOf = [](int samples) {
        const MotionTrack track = trackOf(samples, true);
        double worst = 0.0;
        for (int i = 0; i < 200; ++i) {
            const double t = i / 200.0;
            const JointVector exact = sampled(t);
            const Quaternion turn(Eigen::Vector4d(exact.tail<4>()));
            worst = std::max(worst, logSO3((turn.conjugate() * Evaluated(track, t).turn()).normalized()).norm());
        }
        return worst;
    };
    const double coarse = errorOf(20), fine = errorOf(40);
    EXPECT_LT(coarse, 1e-4);
    EXPECT_NEAR(coarse / fine, 16.0, 3.0);
}

TEST(MotionTrack, OpenTracksStartAndEndAtRest) {
    const MotionTrack track = trackOf(24, false);
    for (const double t : {-1.0, 0.0, 1.0, 5.0}) {
        const Evaluated now(track, t);
        EXPECT_LT(now.rate.norm(), 1e-12) << t;
        EXPECT_NEAR(now.q(0), sampled(t < 0.5 ? 0.0 : 1.0)(0), 1e-12);
    }
    EXPECT_EQ(Evaluated(track, 5.0).acceleration.norm(), 0.0);
}

TEST(MotionTrack, WrongSamplesAreRefused) {
    const auto body = hingeAndBall();
    const JointVector q = sampled(0.1);
    const auto refusalOf = [&](std::vector<double> times, std::vector<JointVector> positions, double period = 0.0) {
        return test::refusal([&] { MotionTrack track(*body, times, positions, period); });
    };
    EXPECT_EQ(refusalOf({0, 1}, {q, q}), "");
    EXPECT_NE(refusalOf({0}, {q}).find("fewer than two"), std::string::npos);
    EXPECT_NE(refusalOf({0, 1}, {q}).find("2 times, but 1"), std::string::npos);
    EXPECT_NE(refusalOf({0, 0}, {q, q}).find("sample 1 is not after"), std::string::npos);
    EXPECT_NE(refusalOf({0, NAN}, {q, q}).find("sample 1 has a time"), std::string::npos);
    EXPECT_NE(refusalOf({0, 1}, {q, JointVector::Zero(2)}).find("sample 1 has 2 positions, not 5"), std::string::npos);
    EXPECT_NE(refusalOf({0, 1}, {q, JointVector::Zero(5)}).find("length 0"), std::string::npos);
    EXPECT_NE(refusalOf({0, 1}, {q, JointVector::Constant(5, INFINITY)}).find("not finite"), std::string::npos);
    EXPECT_NE(refusalOf({0, 1}, {q, q}, 1.0).find("period"), std::string::npos);
}

} // namespace motion_track
