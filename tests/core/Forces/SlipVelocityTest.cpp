// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Body/SurfaceData.h"

#include "ForceTestSupport.h"

#include <gtest/gtest.h>

#include <limits>

namespace slip_velocity_test {

using namespace ambient;

TEST(SlipVelocity, IsTheTangentialPartOfTheVelocity) {
    test::Random random(1);
    for (int i = 0; i < 200; ++i) {
        const Vector3 n = random.direction(), u = random.vector(10.0);
        const Vector3 s = faceSlip(n, u, 0.0).velocity;
        EXPECT_NEAR(s.dot(n), 0.0, 1e-14);
        EXPECT_LT((u - s).cross(n).norm(), 1e-14);
    }
}

TEST(SlipVelocity, FlowIsAttachedUpToTheSeparationAngleAndNotBeyond) {
    for (double separation : {0.3, 1.0, 0.5 * kPi, 0.75 * kPi, 2.8})
        for (double angle = 0.0; angle <= kPi; angle += 0.01) {
            const double distance = std::cos(angle) - std::cos(separation);
            const Vector3 u(3.0 * std::cos(angle), 3.0 * std::sin(angle), 0.0);
            const double attachment = faceSlip(Vector3::UnitX(), u, std::cos(separation)).attachment;
            EXPECT_GE(attachment, 0.0);
            EXPECT_LE(attachment, 1.0);
            if (std::abs(distance) > kAttachmentBand) {
                EXPECT_EQ(attachment, distance > 0.0 ? 1.0 : 0.0);
            }
        }
}

TEST(SlipVelocity, WithoutABandItSwitchesAsPublished) {
    const double cosSeparation = std::cos(2.0);
    const auto attachment = [&](double cosine) {
        const Vector3 u(cosine, std::sqrt(1.0 - cosine * cosine), 0.0);
        return faceSlip(Vector3::UnitX(), u, cosSeparation, 0.0).attachment;
    };
    for (double distance : {0.5, 1e-3, 1e-9, 1e-15}) {
        EXPECT_EQ(attachment(cosSeparation + distance), 1.0) << distance;
        EXPECT_EQ(attachment(cosSeparation - distance), 0.0) << distance;
    }
    EXPECT_EQ(faceSlip(Vector3::UnitX(), Vector3::UnitY(), 0.0, 0.0).attachment, 0.0); // attached is "greater than"
    const auto model = test::dryModel(makeSphere(1.0, 320), 2.0);
    const RelativeFlow flow = test::flowOf({{0.1, 0.2, 0.3}, {1.0, 0.0, 0.0}});
    SurfaceField field;
    fillSurfaceField(*model, flow, field, 0.0);
    for (int f = 0; f < model->faces().size(); ++f) {
        const Vector3 u = flow.velocityAt(model->faces().centroid(f)), n = model->faces().normal(f);
        EXPECT_EQ(field.attachment[f], n.dot(u) > cosSeparation * u.norm() ? 1.0 : 0.0);
    }
}

TEST(SlipVelocity, AttachmentFadesSmoothlyOverItsBand) {
    const auto attachment = [](double cosine) {
        const double sine = std::sqrt(1.0 - cosine * cosine);
        return faceSlip(Vector3::UnitX(), {cosine, sine, 0.0}, 0.2).attachment;
    };
    EXPECT_NEAR(attachment(0.2), 0.5, 1e-14);
    double before = 0.0;
    for (int i = 1; i < 1000; ++i) {
        const double x = (2.0 * i / 1000.0 - 1.0) * kAttachmentBand;
        const double now = attachment(0.2 + x);
        EXPECT_GT(now, before);
        EXPECT_LT(now - before, 1.51 * 1e-3); // steepest in the middle: 3/2 over the band of 1000 steps
        EXPECT_NEAR(now + attachment(0.2 - x), 1.0, 1e-13);
        before = now;
    }
}

TEST(SlipVelocity, AttachmentDoesNotDependOnSpeed) {
    test::Random random(2);
    for (int i = 0; i < 100; ++i) {
        const Vector3 n = random.direction(), u = random.vector();
        for (double s : {1e-100, 1e-6, 1e6})
            EXPECT_NEAR(faceSlip(n, s * u, 0.1).attachment, faceSlip(n, u, 0.1).attachment, 1e-13);
    }
}

TEST(SlipVelocity, AFaceAtRestHasNoSlipAndIsHalfAttached) {
    const FaceSlip slip = faceSlip(Vector3::UnitX(), Vector3::Zero(), 0.3);
    EXPECT_EQ(slip.attachment, 0.5);
    EXPECT_EQ(slip.velocity, Vector3::Zero().eval());
}

TEST(SlipVelocity, TheSurfaceFieldHoldsEveryFaceAndIsZeroWhereSeparated) {
    const auto model = test::dryModel(makeSphere(1.0, 320), 0.5 * kPi);
    const RelativeFlow flow = test::flowOf({{0.1, 0.2, 0.3}, {1.0, 0.0, 0.0}});
    SurfaceField field;
    fillSurfaceField(*model, flow, field);
    ASSERT_EQ(static_cast<int>(field.attachment.size()), model->faces().size());
    int attached = 0, separated = 0;
    for (int f = 0; f < model->faces().size(); ++f) {
        const Vector3 u = flow.velocityAt(model->faces().centroid(f));
        const FaceSlip slip = faceSlip(model->faces().normal(f), u, std::cos(0.5 * kPi));
        EXPECT_NEAR(field.attachment[f], slip.attachment, 1e-14);
        EXPECT_LT((field.slipVelocity[f] - slip.attachment * slip.velocity).norm(), 1e-14);
        attached += slip.attachment == 1.0;
        separated += slip.attachment == 0.0;
    }
    EXPECT_GT(attached, 100);
    EXPECT_GT(separated, 100);
}

} // namespace slip_velocity_test
