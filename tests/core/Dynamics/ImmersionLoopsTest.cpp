// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionSums.h"

#include "AmbientFluid/Dynamics/VertexLoops.h"
#include "AmbientFluid/Math/Cholesky6.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "AmbientFluid/Mesh/TriangleClip.h"
#include "InstructionSets.h"
#include "core/TestBodies.h"

#include <gtest/gtest.h>

namespace immersion_loops_test {

using namespace ambient;

namespace {

using Vector4 = Eigen::Vector4d;

constexpr double kBand = 0.02, kDensity = 3.0;

Vector3 flowAt(const SurfaceMotion& flow, int f) {
    return {flow.velocityX[f], flow.velocityY[f], flow.velocityZ[f]};
}

std::shared_ptr<const FluidBodyModel> barrel() {
    static const auto model = FluidBodyModel::build(makeCylinder(0.3, 0.9, 300));
    return model;
}

/// Artificial depths: some corners exactly at the surface, some faces level.
std::vector<double> randomDepths(test::Random& random, double offset) {
    std::vector<double> depths;
    for (int v = 0; v < barrel()->mesh().vertexCount(); ++v)
        depths.push_back(v % 17 == 0 ? 0.0 : v % 5 == 0 ? 0.5 * kBand : offset + random.uniform(-0.3, 0.3));
    return depths;
}

WettedFaces wettedFaces(const CornerValues& depths, const Vector3& up) {
    DepthRanges ranges;
    WettedFaces wetted;
    findDepthRanges(barrel()->faceTable(), depths, ranges);
    findWettedFaces(barrel()->faceTable(), depths, ranges, kBand, up, wetted);
    return wetted;
}

CornerValues fromVertices(const std::vector<double>& atVertices) {
    CornerValues values;
    fillFromVertices(barrel()->faceTable(), atVertices.data(), values);
    return values;
}

} // namespace

TEST(ImmersionLoops, WettedFacesAreThoseOfTheClippedTrianglesOneByOne) {
    test::Random random(3);
    const TriangleMesh& mesh = barrel()->mesh();
    double worst = 0.0; // measured 1.2e-14: rounding over the band
    for (double offset : {-0.25, 0.0, 0.25, 0.6}) {
        const std::vector<double> atVertices = randomDepths(random, offset);
        const Vector3 up = random.direction();
        const WettedFaces wetted = wettedFaces(fromVertices(atVertices), up);
        double volume = 0.0, area = 0.0;
        Vector3 moment = Vector3::Zero();
        for (int f = 0; f < mesh.faceCount(); ++f) {
            std::array<double, 3> d, deeper;
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = atVertices[static_cast<std::size_t>(mesh.faces[f][k])];
                deeper[k] = d[k] - kBand;
            }
            const TriangleClip wet = clipTriangle(d), deep = clipTriangle(deeper);
            const double flux = -mesh.areaVector(f).dot(up);
            volume += flux * wet.mean;
            area += mesh.areaVector(f).norm() * wet.fraction();
            for (std::size_t k = 0; k < 3; ++k)
                moment +=
                    flux * wet.moments[k] * (mesh.corner(f, int(k)) - barrel()->centerOfVolume() + 0.5 * d[k] * up);
            worst = std::max({worst, std::abs(wetted.fraction[f] - wet.fraction()),
                              std::abs(wetted.share[f] - (wet.mean - deep.mean) / kBand)});
            const bool isCut =
                *std::min_element(d.begin(), d.end())<kBand&& * std::max_element(d.begin(), d.end())> 0.0;
            const int block = f / kLanes * kLanes;
            const auto& cut = wetted.cutBlocks;
            EXPECT_TRUE(!isCut || std::count(cut.begin(), cut.end(), block) == 1) << f;
            for (std::size_t k = 0; isCut && k < 3; ++k)
                worst = std::max(worst, std::abs(wetted.shareSlope.of[k][f] * kBand - (wet.slope[k] - deep.slope[k])));
        }
        worst = std::max(
            {worst, std::abs(wetted.volume - volume), std::abs(wetted.area - area), (wetted.moment - moment).norm()});
    }
    EXPECT_LT(worst, 5e-14);
}

TEST(ImmersionLoops, LinearValuesAreTheSameFromTheCentreAndFromTheVertices) {
    test::Random random(4);
    const Vector3 fall = random.vector();
    std::vector<double> atVertices;
    for (const Vector3& vertex : barrel()->mesh().vertices)
        atVertices.push_back(0.7 - fall.dot(vertex - barrel()->centerOfVolume()));
    const CornerValues expected = fromVertices(atVertices);
    CornerValues values;
    fillLinearly(barrel()->faceTable(), 0.7, fall, values);
    for (std::size_t k = 0; k < 3; ++k)
        for (int f = 0; f < barrel()->faces().size(); ++f)
            EXPECT_NEAR(values.of[k][f], expected.of[k][f], 5e-16);
}

TEST(ImmersionLoops, SumsOverSharesAreThoseOfTheFacesOneByOne) {
    test::Random random(5);
    const AddedMassDistribution& shares = barrel()->addedMassDistribution();
    const WettedFaces wetted = wettedFaces(fromVertices(randomDepths(random, 0.1)), Vector3::UnitZ());
    const std::vector<double> atVertices = randomDepths(random, 0.0);
    const CornerValues sinking = fromVertices(atVertices);
    const Vector6 twist = random.twist(1.0, 1.0).vector();
    Matrix6 sum = Matrix6::Zero();
    Vector6 leaving = Vector6::Zero(), entering = Vector6::Zero();
    const Vector3 denser = random.vector();
    SurfaceMotion flow;
    flow.resize(barrel()->faces().size());
    flow.moves = true;
    for (int f = 0; f < barrel()->faces().size(); ++f)
        flow.velocityX[f] = random.uniform(-1.0, 1.0), flow.velocityZ[f] = random.uniform(-1.0, 1.0);
    for (int f = 0; f < barrel()->faces().size(); ++f) {
        const Vector6 g = shares.of(f);
        sum += wetted.share[f] * g * g.transpose();
        double rate = 0.0;
        const auto& cut = wetted.cutBlocks;
        for (std::size_t k = 0; k < 3 && std::count(cut.begin(), cut.end(), f / kLanes * kLanes); ++k)
            rate += wetted.shareSlope.of[k][f] * sinking.of[k][f];
        if (rate < 0.0)
            leaving += kDensity * rate * g.dot(twist) * g;
        else
            entering += kDensity * rate * g.tail<3>().dot(denser + flowAt(flow, f)) * g;
    }
    // Measured 2e-16 and 3e-16.
    EXPECT_LT((sumAddedMass(barrel()->faceTable(), wetted.share.data()).matrix() - sum).norm(), 1e-14 * sum.norm());
    const MomentumThroughSurface fast =
        sumThroughSurface(barrel()->faceTable(), wetted, sinking, {{kDensity}, twist, denser, &flow, {}});
    EXPECT_LT((fast.leaving - leaving).norm(), 1e-14 * leaving.norm());
    EXPECT_LT((fast.entering - entering).norm(), 1e-14 * entering.norm());
}

TEST(ImmersionLoops, WhatFlowsOutAndWhatIsLostAreTheSumsOverTheFacesOneByOne) {
    test::Random random(8);
    const Faces& faces = barrel()->faces();
    const WettedFaces before = wettedFaces(fromVertices(randomDepths(random, 0.1)), Vector3::UnitZ()),
                      after = wettedFaces(fromVertices(randomDepths(random, 0.1)), Vector3::UnitZ());
    const Vector6 twist = random.twist(1.0, 1.0).vector();
    const Vector3 medium = random.vector();
    SurfaceMotion flow;
    flow.resize(faces.size());
    flow.moves = true;
    double outflow = 0.0;
    Vector6 loss = Vector6::Zero(), ofShape = Vector6::Zero(), gain = Vector6::Zero();
    std::vector<double> change(static_cast<std::size_t>(paddedSize(faces.size())), 0.0), speed = change;
    VectorRows ofFaces;
    ofFaces.resize(faces.size());
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 velocity = random.vector();
        flow.velocityX[f] = velocity.x(), flow.velocityY[f] = velocity.y(), flow.velocityZ[f] = velocity.z();
        outflow += before.fraction[f] * faces.area[f] * velocity.dot(faces.normal(f));
        const Vector6 g = barrel()->addedMassDistribution().of(f);
        change[f] = after.share[f] - before.share[f];
        speed[f] = random.uniform(-1.0, 1.0);
        ofFaces.set(f, random.vector());
        loss -= std::min(change[f], 0.0) * g * g.dot(twist);
        ofShape -= std::min(change[f], 0.0) * g * speed[f];
        gain += std::max(change[f], 0.0) * g * g.tail<3>().dot(medium + flowAt(flow, f) + ofFaces[f]);
    }
    // Measured 2e-16 and 3e-16.
    EXPECT_LT(std::abs(sumOutflow(barrel()->faceTable(), before, flow) - outflow), 1e-14 * std::abs(outflow));
    const FaceExchange sum = sumExchange(barrel()->faceTable(), change, {medium, &flow, {speed.data(), &ofFaces}});
    EXPECT_LT((sum.loss * twist - loss).norm(), 1e-14 * loss.norm());
    EXPECT_LT((sum.lossOfShape - ofShape).norm(), 1e-14 * ofShape.norm());
    EXPECT_LT((sum.gain - gain).norm(), 1e-14 * gain.norm());
}

/// A plane cuts the body: the parts below and above are known.
TEST(ImmersionLoops, ColumnsOfBothSidesHoldItsVolumeAndMoment) {
    test::Random random(9);
    const FaceTable& table = barrel()->faceTable();
    for (int i = 0; i < 20; ++i) {
        const Vector3 up = random.direction();
        CornerValues depths;
        fillLinearly(table, random.uniform(-0.2, 0.2), up, depths);
        DepthRanges ranges;
        WettedFaces wetted;
        FaceColumns below, above;
        findDepthRanges(table, depths, ranges);
        findWettedFaces(table, depths, ranges, kBand, up, wetted, &below);
        findColumnsAbove(table, depths, up, above);
        const auto sum = [&](const FaceColumns& columns) {
            Vector4 volumeAndMoment = Vector4::Zero();
            for (std::size_t f = 0; f < static_cast<std::size_t>(table.paddedSize()); ++f)
                if (columns.volume[f] != 0.0)
                    volumeAndMoment += columns.volume[f] *
                                       Vector4(1.0, columns.center[0][f], columns.center[1][f], columns.center[2][f]);
            return volumeAndMoment;
        };
        const double volume = barrel()->volume(), length = barrel()->length();
        const Vector4 inWater = sum(below), inAir = sum(above);
        EXPECT_NEAR(inWater[0], wetted.volume, 1e-14 * volume);
        EXPECT_LT((inWater.tail<3>() - wetted.moment).norm(), 1e-14 * volume * length);
        EXPECT_NEAR(inWater[0] + inAir[0], volume, 1e-14 * volume);
        EXPECT_LT((inWater + inAir).tail<3>().norm(), 1e-14 * volume * length);
    }
}

TEST(VertexLoops, DepthAndSinkingAreThoseOfTheVerticesOneByOne) {
    test::Random random(10);
    const std::vector<Vector3>& vertices = barrel()->mesh().vertices;
    const int count = barrel()->mesh().vertexCount();
    const Vector3 up = random.direction();
    const MotionInWorld body = {random.rotation().toRotationMatrix(), random.vector(), random.vector()};
    PointRows points;
    points.resize(count);
    points.origin = random.vector(3.0);
    SurfaceRows surface;
    surface.resize(count);
    for (int v = 0; v < count; ++v) {
        points.offset.set(v, random.vector());
        surface.height[static_cast<std::size_t>(v)] = random.uniform(-1.0, 1.0);
        surface.normal.set(v, (up + random.vector(0.5)).normalized());
        surface.velocity.set(v, random.vector());
    }
    std::vector<double> depths, sinking;
    findDepths(surface, points, up, depths);
    findSinking(barrel()->faceTable(), surface, up, body, sinking);
    for (int v = 0; v < count; ++v) {
        const std::size_t at = static_cast<std::size_t>(v);
        const Vector3 arm = body.worldFromMesh * (vertices[at] - barrel()->centerOfVolume()), n = surface.normal[v];
        const double rate = (surface.velocity[v] - body.atCenter - body.spin.cross(arm)).dot(n) / n.dot(up);
        EXPECT_NEAR(depths[at], surface.height[at] - up.dot(points[v]), 5e-15);
        EXPECT_NEAR(sinking[at], rate, 2e-14);
    }
}

TEST(ImmersionLoops, GiveTheSameBytesWithEveryInstructionSet) {
    const test::KeptInstructionSet kept;
    test::Random random(6);
    const std::vector<double> atVertices = randomDepths(random, 0.1);
    const Vector3 up = random.direction();
    const auto everything = [&](InstructionSet set) {
        setInstructionSet(set);
        CornerValues sinking;
        fillLinearly(barrel()->faceTable(), 0.3, up, sinking);
        const WettedFaces w = wettedFaces(fromVertices(atVertices), up);
        std::vector<double> all = {w.volume, w.area, w.moment.x(), w.moment.y(), w.moment.z()};
        std::vector<double> change(w.share.size());
        std::transform(w.share.begin(), w.share.end(), w.fraction.begin(), change.begin(), std::minus<>());
        const FaceExchange exchange = sumExchange(barrel()->faceTable(), change, {Vector3::Ones(), nullptr, {}});
        const Vector6 loss = exchange.loss * Vector6::Ones() + exchange.gain;
        all.insert(all.end(), loss.data(), loss.data() + 6);
        all.insert(all.end(), w.share.begin(), w.share.end());
        all.insert(all.end(), w.fraction.begin(), w.fraction.end());
        const Matrix6 mass = sumAddedMass(barrel()->faceTable(), w.share.data()).matrix();
        const WaterlineMotion motion = {{kDensity}, Vector6::Ones(), Vector3::Ones(), nullptr, {}};
        const MomentumThroughSurface through = sumThroughSurface(barrel()->faceTable(), w, sinking, motion);
        all.insert(all.end(), mass.data(), mass.data() + 36);
        all.insert(all.end(), through.leaving.data(), through.leaving.data() + 6);
        all.insert(all.end(), through.entering.data(), through.entering.data() + 6);
        return all;
    };
    const std::vector<double> baseline = everything(InstructionSet::Baseline);
    for (const InstructionSet set : test::instructionSets())
        EXPECT_EQ(everything(set), baseline) << instructionSetName(set);
}

TEST(Cholesky6, InvertsPositiveMatricesAndTellsTheOthers) {
    test::Random random(7);
    double worst = 0.0; // measured 3e-14, at condition numbers up to 1e4
    for (int i = 0; i < 100; ++i) {
        Matrix6 a;
        for (int k = 0; k < 36; ++k)
            a(k) = random.uniform(-1.0, 1.0);
        const Matrix6 m = a * a.transpose() + 1e-3 * Matrix6::Identity();
        const Cholesky6 factor(m);
        ASSERT_TRUE(factor.isPositive());
        worst = std::max(worst, (factor.inverse() * m - Matrix6::Identity()).norm());
        EXPECT_EQ(factor.inverse(), factor.inverse().transpose().eval());
        Matrix6 spoilt = m;
        spoilt(i % 6, i % 6) = -1.0;
        EXPECT_FALSE(Cholesky6(spoilt).isPositive());
    }
    EXPECT_LT(worst, 1e-12);
    EXPECT_FALSE(Cholesky6(Matrix6::Constant(std::nan(""))).isPositive());
}

} // namespace immersion_loops_test
