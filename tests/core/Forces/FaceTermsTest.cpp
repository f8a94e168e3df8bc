// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Body/SurfaceMotion.h"

#include "AmbientFluid/Forces/ForceSet.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "ForceTestSupport.h"
#include "InstructionSets.h"

#include <gtest/gtest.h>

namespace face_terms_test {

using namespace ambient;

namespace {

std::vector<std::shared_ptr<const FluidBodyModel>> models() {
    return {test::dryModel(makeSphere(0.7, 320), 2.0), test::dryModel(makeBox({0.4, 0.02, 0.3}, 205), 0.5 * kPi),
            test::dryModel(makeCylinder(0.3, 0.9, 300), 1.2), test::dryModel(makeBox({0.2, 0.3, 0.1}, 12), 1.0)};
}

/// Velocities, wetted fractions and densities of non-uniform faces; some blocks are out of the medium.
SurfaceMotion randomFaces(int count, test::Random& random) {
    SurfaceMotion faces;
    faces.resize(count);
    faces.moves = faces.isStratified = true;
    for (int f = 0; f < count; ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 u = random.vector();
        faces.velocityX[i] = u.x();
        faces.velocityY[i] = u.y();
        faces.velocityZ[i] = u.z();
        faces.wettedFraction[i] = f / 16 % 3 == 0 ? 0.0 : random.uniform(0.0, 1.0);
        faces.densityRatio[i] = random.uniform(0.0, 1.5);
    }
    return faces;
}

std::vector<FaceTerms> everyCombination() {
    std::vector<FaceTerms> all;
    for (int mask = 1; mask < 16; ++mask) {
        if (mask == 8) continue; // no force
        for (double band : {0.0, kAttachmentBand})
            for (bool keepsTails : {false, true})
                all.push_back({mask & 1 ? 1.3 : 0.0, mask & 2 ? 0.7 : 0.0, mask & 4 ? 0.01 : 0.0, band, false,
                               keepsTails, mask & 8 ? 0.6 : 1.0});
    }
    return all;
}

} // namespace

TEST(FaceTerms, AreTheSumOfThePrintedFormulasOverTheFaces) {
    test::Random random(5);
    double worst = 0.0; // measured 1.9e-14
    for (const auto& model : models()) {
        const SurfaceMotion faces = randomFaces(model->faces().size(), random);
        for (const FaceTerms& terms : everyCombination())
            for (int varying = 0; varying < 2; ++varying) {
                RelativeFlow flow = test::flowOf(random.twist(3.0, 2.0));
                if (varying) flow.faces = &faces;
                const Vector6 plain = sumFaceTermsPlainly(*model, flow, terms).vector();
                const Vector6 fast = sumFaceTerms(*model, flow, terms).vector();
                worst = std::max(worst, (fast - plain).norm() / plain.norm());
            }
    }
    EXPECT_LT(worst, 1e-13);
}

TEST(FaceTerms, InSinglePrecisionTheyAreRightToAMillionthOfWhatTheyAddUp) {
    test::Random random(15);
    double worst = 0.0; // measured 4e-7
    for (const auto& model : models()) {
        const Faces& at = model->faces();
        const SurfaceMotion faces = randomFaces(at.size(), random);
        for (FaceTerms terms : everyCombination()) {
            if (terms.band == 0.0) continue; // rounding decides on which side of a switch a face is
            for (int varying = 0; varying < 2; ++varying) {
                RelativeFlow flow = test::flowOf(random.twist(3.0, 2.0));
                if (varying) flow.faces = &faces;
                double sum = 0.0; // of the sizes of the faces' forces, at most
                for (int f = 0; f < at.size(); ++f) {
                    const double speed = flow.velocityOfFace(at, f).norm();
                    sum += at.area[static_cast<std::size_t>(f)] * flow.weightOfFace(f) *
                           (terms.surfacePressure * speed * speed + terms.dynamicPressure * speed * speed +
                            terms.skinFriction * std::pow(speed, 1.8));
                }
                const Wrench exact = sumFaceTerms(*model, flow, terms);
                terms.isSingle = true;
                const Wrench single = sumFaceTerms(*model, flow, terms);
                worst = std::max({worst, (single.linear - exact.linear).norm() / sum,
                                  (single.angular - exact.angular).norm() / (sum * model->length())});
            }
        }
    }
    EXPECT_LT(worst, 1e-6);
    EXPECT_GT(worst, 0.0); // the arithmetic is really another
}

TEST(FaceTerms, InSinglePrecisionTheDistanceOfTheMeshFromItsOriginDoesNotMatter) {
    TriangleMesh mesh = makeBox({0.4, 0.02, 0.3}, 205);
    const auto near = test::dryModel(mesh, 0.5 * kPi);
    const Vector3 far(300.0, -200.0, 500.0);
    for (Vector3& v : mesh.vertices)
        v += far;
    const auto away = test::dryModel(mesh, 0.5 * kPi);
    const FaceTerms terms = {1.3, 0.7, 0.01, kAttachmentBand, true};
    const Twist twist({0.5, 2.0, -1.0}, {1.0, 0.3, 0.2});
    const Wrench here = sumFaceTerms(*near, test::flowOf(twist), terms);
    Twist shifted = twist;
    shifted.linear -= twist.angular.cross(far);
    const Wrench there = sumFaceTerms(*away, test::flowOf(shifted), terms);
    // Measured 2e-7; coordinates of 600 m in single precision would leave four digits.
    EXPECT_LT((there.linear - here.linear).norm(), 1e-6 * here.linear.norm());
    const Vector3 torque = there.angular - far.cross(there.linear);
    EXPECT_LT((torque - here.angular).norm(), 2e-6 * (here.angular.norm() + 0.3 * here.linear.norm()));
}

// Meshes of more and fewer faces than one round of the loop, and with a remainder.
TEST(FaceTerms, AreTheSameBytesWithEveryInstructionSet) {
    const test::KeptInstructionSet kept;
    test::Random random(6);
    double worst = 0.0; // single precision without fused operations against fused: measured 1.4e-7
    for (const auto& model : models()) {
        const SurfaceMotion faces = randomFaces(model->faces().size(), random);
        for (FaceTerms terms : everyCombination()) {
            RelativeFlow flow = test::flowOf(random.twist(3.0, 2.0));
            if (random.uniform(0.0, 1.0) < 0.5) flow.faces = &faces;
            const auto sum = [&](InstructionSet set, bool isSingle) {
                setInstructionSet(set);
                terms.isSingle = isSingle;
                return sumFaceTerms(*model, flow, terms).vector().eval();
            };
            for (InstructionSet set : test::instructionSets())
                EXPECT_EQ(sum(set, false), sum(InstructionSet::Baseline, false)) << instructionSetName(set);
            if (!hasInstructionSet(InstructionSet::Avx2)) continue;
            const Vector6 fused = sum(InstructionSet::Avx2, true), apart = sum(InstructionSet::Baseline, true);
            if (hasInstructionSet(InstructionSet::Avx512)) {
                const Vector6 wide = sum(InstructionSet::Avx512, true);
#ifdef __clang__ // fuses other pairs of operations in other widths
                worst = std::max(worst, (wide - fused).norm() / fused.norm());
#else
                EXPECT_EQ(wide, fused);
#endif
            }
            if (terms.band > 0.0) worst = std::max(worst, (fused - apart).norm() / apart.norm());
        }
    }
    EXPECT_LT(worst, 5e-7);
}

TEST(FaceTerms, OfABodyAtRestAreZero) {
    for (const auto& model : models())
        EXPECT_EQ(sumFaceTerms(*model, test::flowOf(Twist()), {1.0, 1.0, 1.0, kAttachmentBand}).vector(),
                  Vector6::Zero().eval());
}

TEST(FaceTerms, TogetherTheyAreTheSumOfTheForcesOneByOne) {
    test::Random random(7);
    double worst = 0.0; // measured 7e-16
    for (const ForceSet& set : {ForceSet::surfacePressure(), ForceSet::surface2026b(), ForceSet::paper001()})
        for (const auto& model : models()) {
            const RelativeFlow flow = test::flowOf(random.twist(3.0, 2.0));
            Wrench terms[ForceSet::kMaxTerms];
            const Vector6 oneByOne = set.evaluate(*model, flow, terms).total().vector();
            const Vector6 together = set.evaluate(*model, flow).total().vector();
            worst = std::max(worst, (together - oneByOne).norm() / oneByOne.norm());
        }
    EXPECT_LT(worst, 1e-14);
}

TEST(FaceTerms, AnInstructionSetThatTheProcessorLacksIsRefused) {
    for (InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512})
        if (!hasInstructionSet(set)) {
            EXPECT_THROW(setInstructionSet(set), std::invalid_argument);
        }
    EXPECT_TRUE(hasInstructionSet(InstructionSet::Baseline));
    EXPECT_TRUE(hasInstructionSet(instructionSet()));
}

} // namespace face_terms_test
