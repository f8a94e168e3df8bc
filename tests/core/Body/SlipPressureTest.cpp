// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/SlipPressure.h"

#include "../Forces/ForceTestSupport.h"
#include "AmbientFluid/Forces/DynamicPressureForce.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <gtest/gtest.h>

using namespace ambient;

namespace {

/// Largest difference over the wrenches of random twists, about the centre of volume and relative to the largest.
template <class Compare>
double worst(const FluidBodyModel& model, const Compare& compare) {
    test::Random random(21);
    const Pose centerFromMesh{Quaternion::Identity(), -model.centerOfVolume()};
    const double length = model.length();
    double difference = 0.0, largest = 0.0;
    for (int i = 0; i < 50; ++i) {
        const Twist atCenter = random.twist(i % 3 == 0 ? 0.0 : 1.0 / length, i % 3 == 1 ? 0.0 : 1.0);
        const RelativeFlow flow = test::flowOf(changeFrame(atCenter, centerFromMesh));
        const auto [value, expected] = compare(flow);
        const Wrench off = changeFrame(centerFromMesh, value - expected);
        const Wrench whole = changeFrame(centerFromMesh, expected);
        difference = std::max({difference, off.linear.norm(), off.angular.norm() / length});
        largest = std::max({largest, whole.linear.norm(), whole.angular.norm() / length});
    }
    return difference / largest;
}

/// The same body with another angle of separation.
std::shared_ptr<const FluidBodyModel> attached(const TriangleMesh& mesh, double angle = kPi) {
    return test::dryModel(mesh, angle);
}

FaceTerms pressureOf(const RelativeFlow& flow, double band) {
    FaceTerms terms;
    terms.dynamicPressure = 0.5 * flow.density;
    terms.band = band;
    return terms;
}

} // namespace

TEST(SlipPressure, IsTheSumOverTheFacesForEveryTwist) {
    for (const TriangleMesh& mesh : test::assortedBodies())
        for (double band : {0.0, kAttachmentBand}) {
            const auto model = attached(mesh);
            const DynamicPressureForce force(band);
            const double difference = worst(*model, [&](const RelativeFlow& flow) {
                return std::pair(force.evaluate(*model, flow, nullptr),
                                 sumFaceTermsPlainly(*model, flow, pressureOf(flow, band)));
            });
            EXPECT_LT(difference, 5e-14); // measured 8.4e-15
        }
}

TEST(SlipPressure, IsAsExactFarFromTheMeshOrigin) {
    const Vector3 far(300.0, -200.0, 100.0);
    const TriangleMesh mesh = test::lumpy(makeSphere(1.0, 320));
    const auto near = attached(mesh), model = attached(test::transformed(mesh, {Quaternion::Identity(), far}));
    const double difference = worst(*model, [&](const RelativeFlow& flow) {
        const RelativeFlow there = test::seenFrom({Quaternion::Identity(), -far}, flow);
        const Wrench wrench = DynamicPressureForce().evaluate(*near, there, nullptr);
        return std::pair(DynamicPressureForce().evaluate(*model, flow, nullptr),
                         changeFrame(Pose{Quaternion::Identity(), far}, wrench));
    });
    EXPECT_LT(difference, 1e-13); // measured 1.9e-14
}

TEST(SlipPressure, IsTheLimitOfTheSwitchAsTheAngleGoesToPi) {
    for (const TriangleMesh& mesh : test::assortedBodies()) {
        const auto model = attached(mesh), almost = attached(mesh, kPi - 1e-5);
        ASSERT_TRUE(model->slipPressure());
        ASSERT_FALSE(almost->slipPressure());
        const DynamicPressureForce force(0.0);
        const double difference = worst(*model, [&](const RelativeFlow& flow) {
            return std::pair(force.evaluate(*model, flow, nullptr), force.evaluate(*almost, flow, nullptr));
        });
        EXPECT_LT(difference, 1e-9); // what is lost has a slip below 1e-5 |u|
    }
}

TEST(SlipPressure, AForceSetUsesItBesidesTheFriction) {
    const auto model = attached(test::lumpy(makeSphere(1.0, 320)));
    const ForceSet set = [] {
        ForceSet forces = ForceSet::paper001();
        forces.setLimitsPower(false);
        return forces;
    }();
    const double difference = worst(*model, [&](const RelativeFlow& flow) {
        FaceTerms terms = pressureOf(flow, kAttachmentBand);
        set.force(1).joinFaceTerms(*model, flow, terms);
        EXPECT_GT(terms.skinFriction, 0.0);
        Wrench each[3];
        set.evaluate(*model, flow, each);
        EXPECT_LT(test::relativeDifference(each[0] + each[1], sumFaceTermsPlainly(*model, flow, terms)), 1e-13);
        return std::pair(set.evaluate(*model, flow).dissipative, sumFaceTermsPlainly(*model, flow, terms));
    });
    EXPECT_LT(difference, 1e-14); // measured 1.1e-15
}

TEST(SlipPressure, WhereTheMediumDiffersFromFaceToFaceTheFacesAreAsked) {
    const auto model = attached(test::lumpy(makeSphere(1.0, 320)));
    test::Random random(22);
    FaceFlow faces;
    faces.resize(model->faces().size());
    faces.moves = true;
    for (std::size_t f = 0; f < static_cast<std::size_t>(model->faces().size()); ++f) {
        faces.velocityX[f] = random.uniform(-1.0, 1.0);
        faces.share[f] = random.uniform(0.0, 2.0);
    }
    const double difference = worst(*model, [&](RelativeFlow flow) {
        flow.faces = &faces;
        return std::pair(DynamicPressureForce().evaluate(*model, flow, nullptr),
                         sumFaceTermsPlainly(*model, flow, pressureOf(flow, kAttachmentBand)));
    });
    EXPECT_LT(difference, 1e-14); // measured 9.7e-16
}

TEST(SlipPressure, NothingSeparatesAtPi) {
    const auto model = attached(test::lumpy(makeSphere(1.0, 320)));
    test::Random random(23);
    for (int i = 0; i < 20; ++i) {
        const RelativeFlow flow = test::flowOf(random.twist(1.0, 1.0));
        EXPECT_NEAR(attachedArea(*model, flow), model->area(), 1e-13 * model->area());
    }
}
